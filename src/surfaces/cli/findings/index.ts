/** How findings look, for every command that checks something. */
export { describeCounts, failsOn, type FailOn } from './count-findings.ts';
export { asFinding } from './as-finding.ts';
export { chooseFormat, formatFlag } from './format-flag.ts';
export { renderFindings, type FindingFormat } from './render-findings.ts';
