import type { Scanner } from '../../kernel/ports/index.ts';
import type { Settings } from '../../kernel/config/index.ts';
import { isAtLeast, type Finding } from '../../kernel/finding.ts';
import { isFinished } from '../../kernel/tasks.ts';
import type { ForeignTask, ReportRow } from './foreign-task.ts';
import type { PlannedItem } from './plan-import.ts';

export interface GuardedImport {
  readonly rows: readonly ReportRow[];
  /** Foreign ids whose tasks no agent gets before a person has read them, with the reason. */
  readonly held: ReadonlyMap<string, string>;
}

/**
 * Looks at every text that comes in. What the guard calls an error is imported anyway, so that nothing is lost,
 * but waits for a person; with the policy `warn` it is only reported.
 */
export function guardImport(
  scanner: Scanner,
  items: readonly PlannedItem[],
  { guard, guardModel }: Pick<Settings, 'guard' | 'guardModel'>,
  onProgress: (count: number) => void = () => undefined,
): GuardedImport {
  const rows: ReportRow[] = [];
  const held = new Map<string, string>();
  for (const [at, item] of items.entries()) {
    onProgress(at);
    if (item.action === 'unchanged') continue;
    const { foreign } = item;
    const text = textOf(foreign, item.body);
    const findings = scanner
      .scan(text, { model: guardModel === 'on' })
      .filter(({ severity }) => isAtLeast(severity, 'warning'));
    for (const finding of findings.slice(0, MAX_ROWS))
      rows.push({ kind: 'guard', item: foreign.id, detail: describe(finding) });
    const worst = findings.find(({ severity }) => severity === 'error');
    if (worst !== undefined && guard !== 'warn' && !isFinished(foreign.status))
      held.set(
        foreign.id,
        `the guard found ${worst.kind} (${worst.rule}) in what was imported: read it, then move it to ready`,
      );
  }
  return { rows, held };
}

/** Everything that an agent could come to read. */
const textOf = ({ title, labels, assignee = '', extra, artifacts = [] }: ForeignTask, body: string): string =>
  [title, ...labels, assignee, body, JSON.stringify(extra), ...artifacts.map(({ content }) => content)].join('\n');

const MAX_ROWS = 5;

const describe = ({ severity, kind, rule, excerpt }: Finding): string => `${severity} ${kind} ${rule}: ${excerpt}`;
