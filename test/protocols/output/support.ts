import { readFileSync } from 'node:fs';

const FOLDER = new URL('./', import.meta.url);

/** A block or text as the protocol publishes it. */
export const published = (name: 'search' | 'analysis' | 'test' | 'bad' | 'prompt'): string =>
  readFileSync(new URL(`published/${name}.txt`, FOLDER), 'utf8');

/** What a tool really printed. */
export const capture = (name: string): string => readFileSync(new URL(`captures/${name}.txt`, FOLDER), 'utf8');

interface BlockParts {
  readonly start?: string;
  readonly task?: string;
  readonly summary?: string;
  readonly details?: string;
  readonly metrics?: string;
  readonly status?: string;
  readonly end?: string;
}

/** A whole block with some of its values replaced. */
export function block(parts: BlockParts = {}): string {
  return [
    `[AOP:START] ${parts.start ?? '2026-02-05T10:30:00Z'}`,
    `[AOP:TASK] ${parts.task ?? 'Search for auth'}`,
    '',
    '[AOP:SUMMARY]',
    parts.summary ?? '- Found 8 files',
    '',
    `[AOP:DETAILS_FILE] ${parts.details ?? 'none'}`,
    ...(parts.metrics === undefined ? [] : [`[AOP:METRICS] ${parts.metrics}`]),
    `[AOP:STATUS] ${parts.status ?? 'success'}`,
    `[AOP:END] ${parts.end ?? '2026-02-05T10:30:12Z'}`,
    '',
  ].join('\n');
}
