export { renderDiff } from './line-diff.ts';
export { mergeHandoffFile, mergeManifests, type ThreeSides } from './merge.ts';
