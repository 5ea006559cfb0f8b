/** What every part of the example project is played with. */
import type { Platform } from '../../src/kernel/ports/index.ts';
import { newTask, type NewTaskRequest } from '../../src/relay/tasks/index.ts';

export const HOUR_MS = 3_600_000;
export const realNow = Date.now;

/** The past is played with a clock that is set back; it only moves on. */
export const setClock = (agoMs: number): void => {
  Date.now = () => realNow() - agoMs;
};

export const ENGINEERING = 'domain-02-engineering';
export const QUALITY = 'domain-03-quality';
export const OPERATIONS = 'domain-04-operations';

export const make = (platform: Platform, request: Omit<NewTaskRequest, 'by'> & { readonly agent?: string }) => {
  const { agent, ...rest } = request;
  return newTask(platform, {
    by: 'mia',
    ...rest,
    ...(agent === undefined ? {} : { routing: { agent, tags: [] } }),
  });
};

export const answer = (
  task: string,
  lines: readonly string[],
  tokens: number,
): string => `[AOP:START] 2026-02-09T10:00:00Z
[AOP:TASK] ${task}

[AOP:SUMMARY]
${lines.map((line) => `- ${line}`).join('\n')}

[AOP:DETAILS_FILE] none
[AOP:METRICS] tokens: ${tokens}, files: 3
[AOP:STATUS] success
[AOP:END] 2026-02-09T10:00:41Z
`;
