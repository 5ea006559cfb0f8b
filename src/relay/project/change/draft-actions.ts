import {
  draftAction,
  findItem,
  isOpen,
  parseItems,
  type Item,
  type SessionDraft,
} from '../../../protocols/project/index.ts';

const ACTIONS_FILE = 'NEXT_ACTIONS.md';

export interface ActionsRequest {
  readonly finished?: readonly string[] | undefined;
  readonly next?: readonly string[] | undefined;
}

export interface DraftedActions {
  readonly draft: SessionDraft;
  /** Of the next actions in the request; null for one that has none. */
  readonly ids: readonly (string | null)[];
  readonly added: number;
}

/** Finishes and adds next actions. The same request again, after an answer that got lost, leaves the list as it is. */
export function draftActions(
  before: SessionDraft,
  { finished = [], next = [] }: ActionsRequest,
  context: { readonly nowMs: number; readonly manifestText: string },
): DraftedActions {
  let draft = before;
  let added = 0;
  const change = (action: 'add' | 'done', item: string): string | null => {
    const { id, ...changed } = draftAction(draft, { action, item, ...context });
    draft = changed;
    return id ?? null;
  };
  for (const item of nameFinished(listItems(draft), finished)) change('done', item);
  const ids = next.map((title) => {
    const same = listItems(draft).find((item) => isOpen(item) && isSame(item.title, title));
    if (same !== undefined) return same.id ?? null;
    added += 1;
    return change('add', title);
  });
  return { draft, ids, added };
}

const listItems = ({ texts }: SessionDraft): readonly Item[] => parseItems(texts.get(ACTIONS_FILE) ?? '').items;

/** By id or title, as numbers change with each item that is finished; without those that are finished already. */
function nameFinished(items: readonly Item[], finished: readonly string[]): ReadonlySet<string> {
  const isDone = (wanted: string): boolean =>
    items.some(
      ({ id, title, state }) =>
        state === 'done' && (isSame(id ?? '', wanted) || isSame(title.replace(DONE_ON, ''), wanted)),
    );
  return new Set(
    finished.flatMap((wanted) => {
      const item = findItem(items, wanted);
      if (item === undefined) return isDone(wanted) ? [] : [wanted];
      return [item.id ?? item.title];
    }),
  );
}

/** What a finished item says after its title. */
const DONE_ON = / \(\d{4}-\d\d-\d\d\)$/;

const isSame = (one: string, other: string): boolean => plain(one) === plain(other);

const plain = (title: string): string => title.replaceAll(/\s+/g, ' ').trim().toLowerCase();
