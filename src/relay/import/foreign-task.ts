import type { JsonObject } from '../../kernel/json.ts';
import type { TaskPriority, TaskStatus } from '../../kernel/tasks.ts';

/** Tools whose data can be imported. */
export const IMPORT_SOURCES = ['beads', 'backlog', 'taskmaster', 'speckit', 'aof'] as const;
export type ImportSourceName = (typeof IMPORT_SOURCES)[number];

/** A field that exports add: the `uid` of the task. */
export const ORIGIN_FIELD = 'baton_uid';

/** One piece of work of another tool, in Baton's words. Times are ISO 8601 in UTC. */
export interface ForeignTask {
  /** As the other tool spells it. */
  readonly id: string;
  readonly title: string;
  readonly status: TaskStatus;
  readonly priority?: TaskPriority;
  readonly assignee?: string;
  /** Who may take it beside the assignee, if the other tool says so in Baton's way. */
  readonly routing?: { readonly role?: string; readonly team?: string; readonly tags?: readonly string[] };
  readonly labels: readonly string[];
  readonly createdAt?: string;
  readonly updatedAt?: string;
  /** When it got its status. */
  readonly closedAt?: string;
  readonly createdBy?: string;
  readonly dueBy?: string;
  /** Ids of the other tool. */
  readonly parent?: string;
  readonly dependsOn: readonly string[];
  readonly sections: readonly ForeignSection[];
  readonly criteria: readonly Criterion[];
  readonly comments: readonly Comment[];
  /** What has no place of its own; kept with the task, so that nothing is lost. */
  readonly extra: JsonObject;
  /** An id of Baton's own form that it should keep. */
  readonly taskId?: string;
  /** `uid` of the task of Baton that an export wrote it from. */
  readonly origin?: string;
  /** Files of its folder. */
  readonly artifacts?: readonly { readonly path: string; readonly content: string }[];
}

/** A part of the body; the one without a title comes first. */
export interface ForeignSection {
  readonly title?: string;
  readonly text: string;
}

export interface Criterion {
  readonly text: string;
  readonly isMet: boolean;
}

export interface Comment {
  readonly author?: string;
  readonly at?: string;
  readonly text: string;
}

/**
 * `kept`: has no field here and is kept in the metadata. `changed`: imported with a change. `inferred`: follows
 * from the tool's rules, not from its data. `dropped`: a part was left out. `skipped`: a whole item was left out.
 * `conflict`: changed here and there; what is here stays. `guard`: the guard found something.
 */
export type ReportKind = 'kept' | 'changed' | 'inferred' | 'dropped' | 'skipped' | 'conflict' | 'guard';

/** Something that did not go over as it was. */
export interface ReportRow {
  readonly kind: ReportKind;
  /** Id in the other tool, or the place in its file. */
  readonly item: string;
  readonly field?: string;
  readonly detail: string;
}

/** What a tool's files hold. */
export interface ForeignSource {
  readonly tasks: readonly ForeignTask[];
  /** All items, including those that cannot be imported: each of them is in `tasks` or in a `skipped` row. */
  readonly found: number;
  readonly rows: readonly ReportRow[];
}

/** What is said of a file without text. */
export const NOT_READ = 'it is not text, or it is too large';

/** A file as it was read; without text if it has none or too much. */
export interface SourceFile {
  /** Relative to the source, with `/`. */
  readonly path: string;
  readonly text: string | undefined;
}

/** How the data of one tool is found and understood. */
export interface SourceReader {
  /** What must be there, in words: `.beads/issues.jsonl`. */
  readonly expects: string;
  /** Folders of the source that are searched, first hit first; each with the names that count in it. */
  readonly places: readonly SourcePlace[];
  parse(files: readonly SourceFile[]): ForeignSource;
}

export interface SourcePlace {
  /** Relative to the path that was named; empty for that path itself. */
  readonly folder: string;
  /** Files count whose path below the folder fits. */
  readonly files: RegExp;
  /** Folders inside each other that are searched. */
  readonly depth: number;
}

/** The body of an imported task: description, criteria, further sections, comments. */
export function renderBody({ sections, criteria, comments }: ForeignTask): string {
  const parts = [
    ...sections.filter(({ title }) => title === undefined).map(({ text }) => text),
    ...(criteria.length === 0 ? [] : [renderSection('Acceptance Criteria', renderCriteria(criteria))]),
    ...sections.flatMap(({ title, text }) => (title === undefined ? [] : [renderSection(title, text)])),
    ...(comments.length === 0 ? [] : [renderSection('Comments', comments.map(renderComment).join('\n\n'))]),
  ];
  return parts.join('\n\n').trim();
}

export const renderSection = (title: string, text: string): string => `## ${title}\n\n${text}`;

export const renderCriteria = (criteria: readonly Criterion[]): string =>
  criteria.map(({ text, isMet }) => `- [${isMet ? 'x' : ' '}] ${text}`).join('\n');

export function renderComment({ author, at, text }: Comment): string {
  const head = [at, author].filter((part) => part !== undefined).join(' ');
  return `- ${head === '' ? '' : `${head}: `}${text.replaceAll('\n', '\n  ')}`;
}

const BOX = /^\s*(?:[-*+]|\d+[.)])\s+\[([ xX])\]\s+(?:#\d+\s+)?(.+)$/;
const BULLET = /^\s*(?:[-*+]|\d+[.)])\s+(.+)$/;

/** A list of criteria; undefined if the text is anything but a list. */
export function parseCriteria(text: string): Criterion[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !/^<!--.*-->$/.test(line.trim()));
  const criteria = lines.map(parseCriterion);
  return criteria.every((criterion) => criterion !== undefined) ? criteria : undefined;
}

function parseCriterion(line: string): Criterion | undefined {
  const box = BOX.exec(line);
  if (box !== null) return { text: (box[2] ?? '').trim(), isMet: box[1] !== ' ' };
  const bullet = BULLET.exec(line);
  return bullet === null ? undefined : { text: (bullet[1] ?? '').trim(), isMet: false };
}
