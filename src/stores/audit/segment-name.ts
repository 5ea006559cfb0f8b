import type { Files } from '../../kernel/ports/index.ts';

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
