import type { OutputStatus } from '../../kernel/outcome.ts';
import { codePointLength, codePointOffset, cutText } from '../../kernel/text.ts';
import { onOneLine } from './plain-text.ts';
import { splitEntries, unwrapValue } from './read-fields.ts';
import { HIGHEST_LIMIT, limitOf, MAX_BULLETS, NO_DETAILS, TASK_LIMIT, type Metric, type TaskType } from './schema.ts';

/** Everything a whole block says. */
export interface BlockContent {
  readonly start: string;
  readonly task: string;
  readonly bullets: readonly string[];
  /** A path, or `none`. */
  readonly detailsFile: string;
  readonly metrics: readonly Metric[];
  readonly status: OutputStatus;
  readonly end: string;
  /** Of the summary in code points; 600 at most. */
  readonly limit: number;
}

/** The published layout, without a final newline. Whatever comes in, the result is one block within its limits. */
export function renderBlock(content: BlockContent): string {
  const metrics = renderMetrics(content.metrics);
  return [
    `[AOP:START] ${onOneLine(content.start)}`,
    `[AOP:TASK] ${renderTask(content.task)}`,
    '',
    '[AOP:SUMMARY]',
    renderBullets(content.bullets, content.limit),
    '',
    `[AOP:DETAILS_FILE] ${unwrapValue(content.detailsFile) || NO_DETAILS}`,
    ...(metrics === '' ? [] : [`[AOP:METRICS] ${metrics}`]),
    `[AOP:STATUS] ${content.status}`,
    `[AOP:END] ${onOneLine(content.end)}`,
  ].join('\n');
}

export const renderTask = (task: string): string => cutText(unwrapValue(task), TASK_LIMIT, '…') || 'Untitled task';

const NOTHING = '(nothing to report)';

/** At most five bullets that together stay within the limit; what is cut ends with an ellipsis. */
export function renderBullets(bullets: readonly string[], limit: number): string {
  const room = Math.min(limit, HIGHEST_LIMIT);
  const lines = bullets
    .map(onOneLine)
    .filter((text) => text !== '')
    .slice(0, MAX_BULLETS);
  const whole = (lines.length === 0 ? [NOTHING] : lines).map((text) => `- ${text}`).join('\n');
  if (codePointLength(whole) <= room) return whole;
  const cut = whole.slice(0, codePointOffset(whole, room - 1));
  // A bullet of which nothing but its mark is left says less than none.
  return `${cut.replace(/\n-? ?$/, '').trimEnd()}…`;
}

function renderMetrics(metrics: readonly Metric[]): string {
  return metrics.map(({ key, value }) => `${renderKey(key)}: ${renderMetricValue(value)}`.trimEnd()).join(', ');
}

const renderKey = (key: string): string => {
  const name = onOneLine(key).replaceAll(/[^\p{L}\p{M}\p{N}_.$%/-]+/gu, '_');
  return /^[\p{L}_$]/u.test(name) ? name : `_${name}`;
};

/** A comma before something that looks like a key would begin an entry of its own. */
const renderMetricValue = (value: string): string => splitEntries(onOneLine(value)).join('; ').trim();

/** What the block for an agent's prompt is filled with. */
export interface PromptRequest {
  readonly type: TaskType | undefined;
  readonly cacheDir: string;
  /** Left as a placeholder if the agent has no id yet. */
  readonly agentId?: string | undefined;
}

/** The protocol's mandatory block for agent prompts, word for word, with folder, agent and limit filled in. */
export function renderPrompt({ type, cacheDir, agentId }: PromptRequest): string {
  return `**OUTPUT REQUIREMENTS (MANDATORY - AOP Compliance):**

1. Write detailed results to: ${cacheDir}/${agentId ?? '{agent-id}'}-{timestamp}.json
2. Return ONLY an AOP-formatted summary:

[AOP:START] {timestamp}
[AOP:TASK] {your task in 50 chars}

[AOP:SUMMARY]
{Your key findings in 3-5 bullets, max ${limitOf(type)} chars total}

[AOP:DETAILS_FILE] {path to your output file}
[AOP:STATUS] success|failure|partial
[AOP:END] {timestamp}

3. DO NOT include:
   - Full file contents
   - Complete search results
   - Verbose logs or stack traces
   - Code snippets longer than 5 lines`;
}
