import { cutText, firstSentence } from '../../kernel/text.ts';
import { entryWords } from './log/log-order.ts';
import { readLastEntries } from './log/log.ts';
import { findProvenance } from './log/provenance.ts';

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
