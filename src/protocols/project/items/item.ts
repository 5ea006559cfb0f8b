/** An item of NEXT_ACTIONS.md as people wrote it, and where it is. */
import type { ListItem, Table } from '../../../kernel/markdown/index.ts';
import type { ItemPriority, ItemState } from './dialect.ts';

/** Where the item is written: a row of a table, a heading with its body, or a list entry with what is nested in it. */
export type ItemPlace =
  | { readonly form: 'row'; readonly table: Table; readonly row: number; readonly columns: ItemColumns }
  | { readonly form: 'heading'; readonly level: number; readonly headEnd: number }
  | { readonly form: 'entry'; readonly entry: ListItem };

/** Positions of the columns that mean something; -1 if a table has none. */
export interface ItemColumns {
  readonly id: number;
  readonly title: number;
  readonly status: number;
  readonly priority: number;
  readonly assignee: number;
}

/** One entry of NEXT_ACTIONS.md. */
export interface Item {
  /** As written: `T-004`, `P6`, `TASK-2026-01-05-001`. */
  readonly id: string | undefined;
  /** The words after the id, on one line. */
  readonly title: string;
  readonly state: ItemState;
  readonly priority: ItemPriority | undefined;
  readonly assignee: string | undefined;
  /** What blocks it, if the item says so itself. */
  readonly reason: string | undefined;
  /** Of the heading it is under; empty at the top. */
  readonly group: string;
  readonly line: number;
  readonly lastLine: number;
  /** Offsets of its whole lines, with everything that belongs to it. */
  readonly start: number;
  readonly end: number;
  readonly place: ItemPlace;
}

/** A heading that groups items by state. */
export interface ItemGroup {
  readonly heading: string;
  readonly level: number;
  readonly state: ItemState;
  readonly line: number;
  readonly start: number;
  readonly contentStart: number;
  readonly end: number;
}

export interface ItemList {
  readonly items: readonly Item[];
  readonly groups: readonly ItemGroup[];
  /** Numbers of the lines with words that are neither an item nor a heading: prose, reference tables, counts. */
  readonly unread: readonly number[];
}

export const isOpen = ({ state }: Pick<Item, 'state'>): boolean => state !== 'done' && state !== 'dropped';

export const labelOf = ({ id, title }: Pick<Item, 'id' | 'title'>): string =>
  id === undefined ? title : title === '' ? id : `${id} ${title}`;
