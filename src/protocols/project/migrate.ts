/** From version 1 of the folder to version 2: only additions, and old log entries moved. */
import { listSections, outlineMarkdown, type OutlineNode } from '../../kernel/markdown/index.ts';
import { detectLineEnding, splitLines } from '../../kernel/text.ts';
import { DEFAULT_AIIGNORE } from './aiignore/index.ts';
import { putNewestFirst, planRotation } from './log/index.ts';
import { AIIGNORE_FILE, ARCHIVE_FILE, ARCHIVE_INDEX_FILE, GITIGNORE_FILE } from './names.ts';
import { HANDOFF_GITIGNORE } from './templates.ts';
import { addTtlColumns, TRUST_FILE } from './trust/index.ts';

/** New texts by file name; empty if there is nothing to do. The manifest is built from the result. */
export function planMigration(
  texts: ReadonlyMap<string, string>,
  aiignore: string | undefined,
  gitignore: string | undefined,
): Map<string, string> {
  const changes = new Map<string, string>();
  const change = (name: string, make: (text: string) => string): void => {
    const old = texts.get(name);
    const text = old === undefined ? undefined : make(old);
    if (text !== undefined && text !== old) changes.set(name, text);
  };
  change('STATUS.md', addSectionMarkers);
  change(TRUST_FILE, addTtlColumns);
  change('LOG.md', putNewestFirst);
  const rotated = planRotation(changes.get('LOG.md') ?? texts.get('LOG.md') ?? '', {
    archive: texts.get(ARCHIVE_FILE),
    index: texts.get(ARCHIVE_INDEX_FILE),
  });
  if (rotated !== undefined) {
    changes.set('LOG.md', rotated.log).set(ARCHIVE_FILE, rotated.archive).set(ARCHIVE_INDEX_FILE, rotated.index);
  }
  if (aiignore === undefined) changes.set(AIIGNORE_FILE, DEFAULT_AIIGNORE);
  const ignored = addIgnored(gitignore ?? '');
  if (ignored !== gitignore) changes.set(GITIGNORE_FILE, ignored);
  return changes;
}

/** What only lives while somebody writes never gets into a commit; lines that are there stay. */
function addIgnored(text: string): string {
  const known = text.split(/\r\n|\n|\r/);
  const missing = HANDOFF_GITIGNORE.split('\n').filter((line) => line !== '' && !known.includes(line));
  if (missing.length === 0) return text;
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${missing.join('\n')}\n`;
}

/** A marker line before and after the section of each level-2 heading; text above the first one is the summary. */
function addSectionMarkers(text: string): string {
  if (listSections(text).sections.length > 0) return text;
  const ending = detectLineEnding(text);
  const nodes = outlineMarkdown(text).filter(({ heading }) => heading.level === 2);
  const parts = [
    ...findSummary(text, nodes),
    ...nodes.map(({ heading, start, end }) => ({ name: heading.text, start, end })),
  ];
  if (parts.length === 0) return text;
  const used = new Set<string>();
  let result = '';
  let done = 0;
  for (const part of parts) {
    const name = uniqueSlug(part.name, used);
    const content = text.slice(part.start, part.end);
    // Two spaces at the end of a line are a line break in Markdown: they stay.
    const body = content.replace(/(?:\r\n|\n|\r)\s*$/, '');
    const gap = content.slice(body.length);
    result += `${text.slice(done, part.start)}<!-- SECTION: ${name} -->${ending}${body}${ending}<!-- /SECTION: ${name} -->${gap === '' ? ending : gap}`;
    done = part.end;
  }
  return result + text.slice(done);
}

function findSummary(text: string, nodes: readonly OutlineNode[]): { name: string; start: number; end: number }[] {
  const title = outlineMarkdown(text).find(({ heading }) => heading.level === 1);
  const from = title?.contentStart ?? 0;
  const until = nodes[0]?.start ?? text.length;
  if (until <= from) return [];
  const first = splitLines(text).find(
    ({ start, end }) => start >= from && start < until && text.slice(start, end).trim() !== '',
  );
  return first === undefined ? [] : [{ name: 'summary', start: first.start, end: until }];
}

function uniqueSlug(title: string, used: Set<string>): string {
  const slug =
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
      .replaceAll(/^_+|_+$/g, '') || 'section';
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? slug : `${slug}_${count}`;
    if (used.has(name)) continue;
    used.add(name);
    return name;
  }
}
