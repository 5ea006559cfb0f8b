/** How findings look, for every command that checks something. */
export { describeCounts, failsOn, type FailOn } from './render-text.ts';
export { asFinding, chooseFormat, formatFlag, renderFindings, type FindingFormat } from './render-findings.ts';
