import type { Comment, Criterion, ForeignTask } from './foreign-task.ts';

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
