import type { AuditDraft, Files } from '../../kernel/ports/index.ts';

/** A file of the log: a day, and a number for days that fill more than one file. */
export interface SegmentName {
  readonly date: string;
  readonly number: number;
}

const NAME = /^handoff-log-(\d{4}-\d\d-\d\d)-(\d{3,9})\.jsonl$/;

export const renderSegmentName = ({ date, number }: SegmentName): string =>
  `handoff-log-${date}-${String(number).padStart(3, '0')}.jsonl`;

export function findSegmentName(fileName: string): SegmentName | undefined {
  const match = NAME.exec(fileName);
  return match === null ? undefined : { date: match[1] ?? '', number: Number(match[2]) };
}

/** Oldest first. */
export async function listSegments(files: Pick<Files, 'list'>, folder: string): Promise<SegmentName[]> {
  return (await files.list(folder))
    .map(({ name }) => findSegmentName(name))
    .filter((name) => name !== undefined)
    .sort((a, b) => (a.date === b.date ? a.number - b.number : a.date < b.date ? -1 : 1));
}

/** The file after this one. A clock that went back does not send entries into the past. */
export const nextSegment = (current: SegmentName, today: string): SegmentName =>
  today > current.date ? { date: today, number: 1 } : { date: current.date, number: current.number + 1 };

/** Entries are covered by the signed head alone. */
export const FIRST_FORMAT = 1;
/** The last line of each commit carries a signature. */
export const FORMAT = 2;

/** From this entry on the log has this format. */
const UPGRADED = 'log.upgraded';

export const draftUpgraded = (): AuditDraft => ({ kind: UPGRADED, body: { format: FORMAT } });

/** Undefined for entries that say nothing about it. */
export function formatOf({ kind, body }: AuditDraft): number | undefined {
  if (kind !== UPGRADED && kind !== 'log.opened') return undefined;
  const { format } = body;
  return typeof format === 'number' ? format : undefined;
}
