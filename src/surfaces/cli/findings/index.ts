/** How findings look, for every command that checks something. */
export {
  describeCounts,
  failsOn,
  type FailOn,
  asFinding,
  chooseFormat,
  formatFlag,
  renderFindings,
  type FindingFormat,
} from './render-findings.ts';
