/** Where a first item of its state goes: under the heading people made for it, or under a new one. */
import { detectLineEnding, hasFinalNewline, withLineEnding, type TextEdit } from '../../../kernel/text.ts';
import type { ItemState } from './dialect.ts';
import type { ItemGroup, ItemList } from './item.ts';

/** The blank lines right after a heading. */
const leadOf = (content: string): number => /^(?:[ \t]*(?:\r\n|\n|\r))*/.exec(content)?.[0].length ?? 0;

/** First in the group: above a line such as "No open tasks", which stays as somebody wrote it. */
export function planUnderGroup(text: string, group: ItemGroup, block: string): TextEdit {
  const ending = detectLineEnding(text);
  const content = text.slice(group.contentStart, group.end);
  const at = group.contentStart + leadOf(content);
  const before = text.slice(0, at);
  const gap = hasFinalNewline(before) ? (at === group.contentStart ? ending : '') : ending + ending;
  const tail = at < text.length && /\S/.test(text.slice(at, at + 1)) ? ending : '';
  return { start: at, end: at, text: gap + withLineEnding(`${block}\n`, ending) + tail };
}

const TITLES: Readonly<Record<ItemState, string>> = {
  in_progress: 'In Progress',
  ready: 'Active',
  blocked: 'Blocked',
  later: 'Later',
  done: 'Recently Completed',
  dropped: 'Dropped',
};

const ORDER: readonly ItemState[] = ['in_progress', 'ready', 'blocked', 'later', 'done', 'dropped'];

/** A heading of its own, before the groups that come later; at the end if there are none. */
export function planNewGroup(text: string, { groups }: ItemList, state: ItemState, block: string): TextEdit {
  const ending = detectLineEnding(text);
  const lines = withLineEnding(`## ${TITLES[state]}\n\n${block}\n`, ending);
  const later = groups.find((group) => group.level === 2 && ORDER.indexOf(group.state) > ORDER.indexOf(state));
  if (later !== undefined) return { start: later.start, end: later.start, text: `${lines}${ending}` };
  const gap = text === '' || text.endsWith(ending + ending) ? '' : hasFinalNewline(text) ? ending : ending + ending;
  return { start: text.length, end: text.length, text: gap + lines };
}
