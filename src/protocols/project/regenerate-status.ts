import { cutText, firstSentence } from '../../kernel/text.ts';
import { entryWords } from './log/log-entry-time.ts';
import { readLastEntries } from './log/log.ts';
import { findProvenance } from './log/provenance.ts';

/** A STATUS.md in place of a damaged one: what the last three entries and git say. Nobody vouches for it. */
export function regenerateStatus(log: string, commits: readonly string[]): string {
  const entries = readLastEntries(log, 3);
  const newest = entries[0];
  const summary =
    newest === undefined ? 'No log entry is left to say what was done.' : `Last: ${entryWords(newest.title)}`;
  return [
    '# Status',
    '',
    '<!-- SECTION: summary -->',
    `Made again from LOG.md and git history, because STATUS.md was damaged. ${summary}`,
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

function bodyOf(entry: string): string {
  const found = findProvenance(entry);
  const body = firstSentence(found === undefined ? entry.replace(/^.*(?:\r\n|\n|\r)?/, '') : entry.slice(found.end));
  return body === '' ? '' : `: ${cutText(body, 200, '…')}`;
}
