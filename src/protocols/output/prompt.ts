import { limitOf, type TaskType } from './schema.ts';

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
