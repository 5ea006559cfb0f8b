/** STATUS.md: what is true now. Its provenance block says who wrote it last. */

import { listSections, outlineMarkdown, renderSection, replaceSection } from '../../kernel/markdown/index.ts';
import { cutText, detectLineEnding, firstSentence, hasFinalNewline, withLineEnding } from '../../kernel/text.ts';
import { readLastEntries, entryWords, findProvenance, renderProvenance } from './log/index.ts';
import type { Provenance } from './schema.ts';

/** The block replaces the old one, or goes below the title. */
export function setProvenance(text: string, provenance: Provenance): string {
  const ending = detectLineEnding(text);
  const block = withLineEnding(renderProvenance(provenance), ending);
  const old = findProvenance(text);
  if (old !== undefined) return text.slice(0, old.start) + block + text.slice(old.end);
  const title = outlineMarkdown(text)[0];
  if (title === undefined || title.heading.level !== 1) return `${block}${ending}${text}`;
  const head = text.slice(0, title.contentStart);
  const rest = text.slice(title.contentStart).replace(/^(?:[ \t]*(?:\r\n|\n|\r))+/, '');
  return `${head}${hasFinalNewline(head) ? '' : ending}${ending}${block}${rest === '' ? '' : ending}${rest}`;
}

/** Replaces a section, or adds it at the end if `create` allows it. */
export function setSection(text: string, name: string, body: string, create: boolean): string {
  if (!create || listSections(text).sections.some((section) => section.name === name))
    return replaceSection(text, name, body);
  const ending = detectLineEnding(text);
  const gap = text === '' ? '' : hasFinalNewline(text) ? ending : ending + ending;
  const added = `${text}${gap}${renderSection(name, '', text)}`;
  return replaceSection(added, name, body);
}

/** A STATUS.md in place of a damaged one: what the last three entries and git say. Nobody vouches for it. */
export function regenerateStatus(log: string, commits: readonly string[]): string {
  const entries = readLastEntries(log, Number.POSITIVE_INFINITY)
    .filter(({ title }) => !OWN_REMARK.test(title))
    .slice(0, 3);
  const newest = entries[0];
  const summary =
    newest === undefined ? 'No log entry is left to say what was done.' : `Last: ${entryWords(newest.title)}`;
  return [
    '# Status',
    '',
    '<!-- SECTION: summary -->',
    `Made again from LOG.md and git history, because STATUS.md was damaged or missing. ${summary}`,
    '<!-- /SECTION: summary -->',
    '',
    '<!-- SECTION: last_sessions -->',
    ...entries.map((entry) => `- ${entry.title}${bodyOf(entry.text)}`),
    '<!-- /SECTION: last_sessions -->',
    '',
    '<!-- SECTION: last_commits -->',
    ...commits.map((line) => `- ${line}`),
    '<!-- /SECTION: last_commits -->',
    '',
  ].join('\n');
}

/** What Baton itself noted says nothing about the work. */
const OWN_REMARK = /\bbaton: (?:Warning|Recovery)\b|: (?:LOG\.md was missing|Session without notes|Housekeeping)$/;

function bodyOf(entry: string): string {
  const found = findProvenance(entry);
  const body = firstSentence(found === undefined ? entry.replace(/^.*(?:\r\n|\n|\r)?/, '') : entry.slice(found.end));
  return body === '' ? '' : `: ${cutText(body, 200, '…')}`;
}
