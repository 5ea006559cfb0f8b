import type { Comment, ForeignTask } from './foreign-task.ts';

/** The body of an imported task: description, criteria, further sections, comments. */
export function renderBody({ sections, criteria, comments }: ForeignTask): string {
  const parts = [
    ...sections.filter(({ title }) => title === undefined).map(({ text }) => text),
    ...(criteria.length === 0
      ? []
      : [
          section(
            'Acceptance Criteria',
            criteria.map(({ text, isMet }) => `- [${isMet ? 'x' : ' '}] ${text}`).join('\n'),
          ),
        ]),
    ...sections.flatMap(({ title, text }) => (title === undefined ? [] : [section(title, text)])),
    ...(comments.length === 0 ? [] : [section('Comments', comments.map(renderComment).join('\n\n'))]),
  ];
  return parts.join('\n\n').trim();
}

const section = (title: string, text: string): string => `## ${title}\n\n${text}`;

function renderComment({ author, at, text }: Comment): string {
  const head = [at, author].filter((part) => part !== undefined).join(' ');
  return `- ${head === '' ? '' : `${head}: `}${text.replaceAll('\n', '\n  ')}`;
}
