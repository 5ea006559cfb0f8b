/** The quote block that says who wrote something, in which session, between which commits. */
import { splitLines } from '../../../kernel/text.ts';
import { findIsoTime } from '../../../kernel/time.ts';
import type { Provenance } from '../schema.ts';

const FIELDS = ['Agent', 'Session ID', 'Timestamp', 'Commit before', 'Commit after'] as const;
type Field = (typeof FIELDS)[number];

/** The two spaces after the session come from the protocol; readers that compare bytes expect them. */
export const renderProvenance = (provenance: Provenance): string =>
  [
    `> **Agent:** ${provenance.agent}`,
    `> **Session ID:** ${provenance.sessionId}  `,
    `> **Timestamp:** ${provenance.timestamp}`,
    `> **Commit before:** ${provenance.commitBefore}`,
    `> **Commit after:** ${provenance.commitAfter}`,
    '',
  ].join('\n');

export interface FoundProvenance {
  readonly provenance: Provenance;
  /** Offsets of its lines in the text. */
  readonly start: number;
  readonly end: number;
}

const LINE = /^>[ \t]*\*\*(Agent|Session ID|Timestamp|Commit before|Commit after):\*\*[ \t]*(.*?)[ \t]*$/;

/** The first whole block; the fields may be in any order but must be together. */
export function findProvenance(text: string): FoundProvenance | undefined {
  let values = new Map<string, string>();
  let start = 0;
  for (const line of splitLines(text)) {
    const match = LINE.exec(text.slice(line.start, line.end));
    if (match === null) {
      values = new Map();
      continue;
    }
    if (values.size === 0) ({ start } = line);
    values.set(match[1] ?? '', match[2] ?? '');
    if (values.size < FIELDS.length) continue;
    return { provenance: toProvenance(values), start, end: line.next };
  }
  return undefined;
}

function toProvenance(values: ReadonlyMap<string, string>): Provenance {
  const get = (field: Field): string => values.get(field) ?? '';
  return {
    agent: get('Agent'),
    sessionId: get('Session ID'),
    timestamp: get('Timestamp'),
    commitBefore: get('Commit before'),
    commitAfter: get('Commit after'),
  };
}

/** What is wrong with the block of an entry; undefined if it is whole and well formed. */
export function findProvenanceFault(text: string): string | undefined {
  const found = findProvenance(text);
  if (found === undefined) {
    const present = FIELDS.filter((field) => text.includes(`**${field}:**`));
    if (present.length === 0) return 'has no provenance block';
    const missing = FIELDS.filter((field) => !present.includes(field));
    return missing.length === 0
      ? 'has a provenance block whose lines are not together'
      : `has a provenance block without ${missing.join(', ')}`;
  }
  const empty = FIELDS.filter((_, index) => Object.values(found.provenance)[index] === '');
  if (empty.length > 0) return `has a provenance block with nothing after ${empty.join(', ')}`;
  return findIsoTime(found.provenance.timestamp) === undefined
    ? `has a provenance block whose timestamp is not ISO 8601: ${found.provenance.timestamp.slice(0, 40)}`
    : undefined;
}
