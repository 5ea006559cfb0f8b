/** Agent output (AOP 1.0.0): what comes back from an agent, in a few hundred characters, with the rest in a file. */
export { aggregateOutputs, toCompletion, type Aggregate, type AggregateCounts, type NamedResult } from './aggregate.ts';
export { checkOutput, type CheckOptions, type CheckRow, type OutputCheck } from './check.ts';
export {
  decideStop,
  isShortAnswer,
  MAX_REFUSALS,
  renderRequestForBullets,
  renderShortRules,
  type StoredAnswer,
} from './decide-stop.ts';
export { checkRecord, createRecord, detailsName, renderRecord, type DetailsRecord } from './details-record.ts';
export { detectDumps } from './detect-dumps.ts';
export { createIssue, ISSUE_RULES, wholeText, type IssueRule, type Place } from './issues.ts';
export { detailsPlace, parseOutput, type ParseOptions } from './parse.ts';
export {
  renderPrompt,
  type PromptRequest,
  renderBlock,
  renderBullets,
  renderTask,
  type BlockContent,
} from './render.ts';
export { hasFailed, planBlock, type OutputEnding, type PlanBlockRequest } from './plan-block.ts';
export { metricsObject } from './read-fields.ts';
export { recogniseTools, type Failure, type ToolResult } from './recognise/index.ts';
export {
  AOP_VERSION,
  findTaskType,
  limitOf,
  NO_DETAILS,
  OUTPUT_STATUSES,
  TASK_TYPES,
  type Metric,
  type OutputBlock,
  type OutputFields,
  type OutputReading,
  type TaskType,
} from './schema.ts';
export { digestOutput, type Digest, type OutputFacts } from './summarise.ts';
