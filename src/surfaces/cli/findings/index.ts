/** How findings look, for every command that checks something. */
export { describeCounts, failsOn, type FailOn } from './count-findings.ts';
export { FINDING_FORMATS, renderFindings, type FindingFormat } from './render-findings.ts';
