/** NEXT_ACTIONS.md: what is to be done next, what waits, what was finished lately. */
import { BatonError } from '../../../kernel/errors/index.ts';
import {
  findListItems,
  findTables,
  outlineMarkdown,
  scanMarkdown,
  type OutlineNode,
} from '../../../kernel/markdown/index.ts';
import { applyEdits, detectLineEnding, hasFinalNewline, withLineEnding, type TextEdit } from '../../../kernel/text.ts';

export const MAX_ACTIVE = 5;
const MAX_COMPLETED = 5;

export const EMPTY_NEXT_ACTIONS = '# Next actions\n\n## Active\n\n## Blocked\n\n## Recently Completed\n';

export type ActionState = 'active' | 'blocked' | 'completed';

export interface Action {
  /** `T-001` or a task's id where the item names one. */
  readonly id: string | undefined;
  readonly title: string;
  readonly state: ActionState;
  readonly line: number;
  /** Offsets of the whole item with everything under it. */
  readonly start: number;
  readonly end: number;
}

const ID = /^(T-\d{3,}|TASK-\d{4}-\d\d-\d\d-\d{3,15}):?\s+(.*)$/s;

/** In the order of the file. Items are list entries at the top level, or headings that begin with a task's id. */
export function parseNextActions(text: string): Action[] {
  const nodes = outlineMarkdown(text);
  const items = findListItems(text).filter(({ depth }) => depth === 0);
  const headed = nodes.filter(({ heading }) => heading.level >= 2 && ID.test(`${heading.text} `));
  const isUnderItem = (offset: number): boolean => headed.some(({ start, end }) => offset > start && offset < end);
  const fromHeadings = headed.map((node) => ({
    ...splitId(node.heading.text),
    state: stateAt(nodes, node.start, false),
    line: node.heading.line,
    start: node.start,
    end: node.end,
  }));
  const fromLists = items
    .filter(({ start }) => !isUnderItem(start))
    .map((item) => ({
      ...splitId(item.text),
      state: stateAt(nodes, item.start, item.checkbox?.isDone === true),
      line: item.line,
      start: item.start,
      end: item.end,
    }));
  return [...fromHeadings, ...fromLists].sort((a, b) => a.start - b.start);
}

function splitId(words: string): { id: string | undefined; title: string } {
  const match = ID.exec(`${words} `);
  return match === null ? { id: undefined, title: words } : { id: match[1], title: (match[2] ?? '').trim() };
}

function stateAt(nodes: readonly OutlineNode[], offset: number, isDone: boolean): ActionState {
  if (isDone) return 'completed';
  const around = nodes.filter(({ start, end, heading }) => start < offset && offset < end && heading.level >= 2);
  for (const { heading } of around) {
    if (/\b(completed|done|finished)\b/i.test(heading.text)) return 'completed';
    if (/\b(blocked|waiting|on hold)\b/i.test(heading.text)) return 'blocked';
  }
  return 'active';
}

/** By id, by its number among the active ones, by its whole title, or by a part only one title has. */
export function findAction(actions: readonly Action[], wanted: string): Action | undefined {
  const open = actions.filter(isOpen);
  const active = open.filter(({ state }) => state === 'active');
  const byNumber = /^\d+$/.test(wanted) ? active[Number(wanted) - 1] : undefined;
  const parts = findByWords(open, wanted);
  return (
    open.find(({ id }) => id === wanted) ??
    byNumber ??
    open.find(({ title }) => title.toLowerCase() === wanted.toLowerCase()) ??
    (parts.length === 1 ? parts[0] : undefined)
  );
}

const isOpen = ({ state }: Action): boolean => state !== 'completed';

const findByWords = (actions: readonly Action[], words: string): Action[] =>
  actions.filter(({ title }) => title.toLowerCase().includes(words.toLowerCase()));

export function getAction(actions: readonly Action[], wanted: string): Action {
  const found = findAction(actions, wanted);
  if (found !== undefined) return found;
  const open = actions.filter(isOpen);
  const parts = findByWords(open, wanted);
  const why = parts.length > 1 ? `"${wanted}" matches ${parts.length} actions` : `no open action matches "${wanted}"`;
  throw new BatonError('ACTION_NOT_FOUND', why, { wanted, known: open.map(({ title }) => title) });
}

export function addAction(text: string, title: string): string {
  return insertItem(text, 'active', `- [ ] ${oneLine(title)}`);
}

export function addBlocked(text: string, title: string, reason: string): string {
  return insertItem(text, 'blocked', `- [ ] ${oneLine(title)} (blocked: ${oneLine(reason)})`);
}

export function completeAction(text: string, action: Action, date: string): string {
  return moveItem(text, action, 'completed', `- [x] ${labelOf(action)} (${date})`);
}

export function blockAction(text: string, action: Action, reason: string): string {
  return moveItem(text, action, 'blocked', `- [ ] ${labelOf(action)} (blocked: ${oneLine(reason)})`);
}

export const labelOf = ({ id, title }: Pick<Action, 'id' | 'title'>): string =>
  id === undefined ? title : `${id} ${title}`;
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** What stood under the item goes along, below its new first line. */
function moveItem(text: string, action: Action, to: ActionState, line: string): string {
  const details = detailsOf(text, action);
  const removed = applyEdits(text, [{ start: action.start, end: action.end, text: '' }]);
  return insertItem(removed, to, details === '' ? line : `${line}\n${details}`);
}

function detailsOf(text: string, action: Action): string {
  const [, ...rest] = text
    .slice(action.start, action.end)
    .trimEnd()
    .split(/\r\n|\n|\r/);
  return rest
    .map((each) => (each.trim() === '' ? '' : each.startsWith('  ') ? each : `  ${each.replace(/^(#+)/, '**$1**')}`))
    .join('\n')
    .trimEnd();
}

const HEADINGS: Readonly<Record<ActionState, { readonly title: string; readonly known: RegExp }>> = {
  active: { title: 'Active', known: /\b(active|ready|in progress|now|next|todo|open)\b/i },
  blocked: { title: 'Blocked', known: /\b(blocked|waiting|on hold)\b/i },
  completed: { title: 'Recently Completed', known: /\b(completed|done|finished)\b/i },
};

/** Active and blocked items go behind the last of their kind; completed ones to the top, newest first. */
function insertItem(text: string, state: ActionState, item: string): string {
  const ending = detectLineEnding(text);
  const lines = withLineEnding(`${item}\n`, ending);
  const same = parseNextActions(text).filter((action) => action.state === state);
  const neighbour = state === 'completed' ? same[0] : same.at(-1);
  if (neighbour !== undefined) {
    if (state === 'completed') return applyEdits(text, [{ start: neighbour.start, end: neighbour.start, text: lines }]);
    const gap = hasFinalNewline(text.slice(0, neighbour.end)) ? '' : ending;
    return applyEdits(text, [{ start: neighbour.end, end: neighbour.end, text: gap + lines }]);
  }
  return applyEdits(text, [planUnderHeading(text, state, lines, ending)]);
}

function planUnderHeading(text: string, state: ActionState, lines: string, ending: string): TextEdit {
  const nodes = outlineMarkdown(text).filter(({ heading }) => heading.level === 2);
  const under = nodes.find(({ heading }) => HEADINGS[state].known.test(heading.text) && !ID.test(`${heading.text} `));
  if (under !== undefined) {
    const content = text.slice(under.contentStart, under.end);
    const at = under.contentStart + leadOf(content);
    const before = text.slice(0, at);
    const gap = hasFinalNewline(before) ? (at === under.contentStart ? ending : '') : ending + ending;
    const tail = at < text.length && !/^\s*$/.test(text.slice(at, at + 1)) ? ending : '';
    return { start: at, end: at, text: gap + lines + tail };
  }
  const title = `## ${HEADINGS[state].title}${ending}${ending}`;
  const later = state === 'completed' ? undefined : nodes.find(({ heading }) => isLater(heading.text, state));
  if (later !== undefined) return { start: later.start, end: later.start, text: `${title}${lines}${ending}` };
  const gap = text === '' || text.endsWith(ending + ending) ? '' : hasFinalNewline(text) ? ending : ending + ending;
  return { start: text.length, end: text.length, text: `${gap}${title}${lines}` };
}

const isLater = (heading: string, state: ActionState): boolean =>
  HEADINGS.completed.known.test(heading) || (state === 'active' && HEADINGS.blocked.known.test(heading));

/** The blank lines right behind a heading. */
const leadOf = (content: string): number => /^(?:[ \t]*(?:\r\n|\n|\r))*/.exec(content)?.[0].length ?? 0;

export interface TrimmedActions {
  readonly text: string;
  /** Active items beyond the limit, as written; they go to DASHBOARD.md or BACKLOG.md. */
  readonly overflow: readonly string[];
  /** Completed items beyond the limit; they stay in git or in the log. */
  readonly pruned: readonly string[];
}

const cut = ({ start, end }: Action): TextEdit => ({ start, end, text: '' });

/** At most five active and five completed items; the last of each list go. */
export function trimActions(text: string): TrimmedActions {
  const actions = parseNextActions(text);
  const over = actions.filter(({ state }) => state === 'active').slice(MAX_ACTIVE);
  const old = actions.filter(({ state }) => state === 'completed').slice(MAX_COMPLETED);
  const source = ({ start, end }: Action): string => text.slice(start, end).trimEnd();
  return {
    text: applyEdits(text, [...over, ...old].map(cut)),
    overflow: over.map(source),
    pruned: old.map(source),
  };
}

/** Overflow behind everything else in the file that takes it, under a heading of its own. */
export function appendOverflow(target: string, items: readonly string[]): string {
  const ending = detectLineEnding(target);
  const lines = withLineEnding(`${items.join('\n')}\n`, ending);
  const node = outlineMarkdown(target).find(({ heading }) => heading.level === 2 && heading.text === OVERFLOW_HEADING);
  if (node === undefined) {
    const gap = target === '' ? '' : hasFinalNewline(target) ? ending : ending + ending;
    return `${target}${gap}## ${OVERFLOW_HEADING}${ending}${ending}${lines}`;
  }
  const body = target.slice(0, node.end);
  const end = body.trimEnd().length;
  const gap = end <= node.contentStart ? ending + ending : ending;
  return applyEdits(target, [{ start: end, end, text: gap + lines.trimEnd() }]);
}

const OVERFLOW_HEADING = 'Overflow of next actions';

/** Whether anything is left to do by it: an open item, a numbered heading, or words that do not stand under what is completed. */
export function namesWork(text: string): boolean {
  const actions = parseNextActions(text);
  if (actions.some(isOpen)) return true;
  const nodes = outlineMarkdown(text);
  const over = [...actions, ...nodes.filter(({ heading }) => HEADINGS.completed.known.test(heading.text))];
  const isOver = (offset: number): boolean => over.some(({ start, end }) => start <= offset && offset < end);
  return (
    nodes.some(({ heading, start }) => /^\d+[.)]\s+\S/.test(heading.text) && !isOver(start)) ||
    scanMarkdown(text).lines.some(({ kind, depth, start }) => depth === 0 && WORDS.has(kind) && !isOver(start)) ||
    findTables(text).some(({ rows, header }) => rows.length > 0 && !isOver(header.source.start))
  );
}

const WORDS: ReadonlySet<string> = new Set(['text', 'code', 'fence']);

/** True where a file holds anything besides headings, comments, rules and empty tables. */
export const hasSubstance = (text: string): boolean =>
  scanMarkdown(text).lines.some(
    (line) => line.kind === 'text' || line.kind === 'code' || line.kind === 'fence' || line.kind === 'table',
  );
