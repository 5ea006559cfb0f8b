/** Places in a JSON value by JSON Pointer (RFC 6901), and copies of a value changed at one place. */
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';

export const parsePointer = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

export const renderPointer = (parts: readonly (string | number)[]): string =>
  parts.map((part) => `/${escapePart(String(part))}`).join('');

export const escapePart = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');

/** Undefined if there is no such value. */
export function findAt(root: unknown, path: string): unknown {
  let value = root;
  for (const part of parsePointer(path)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = Reflect.get(value, part);
  }
  return value;
}

/** Missing parents are created as objects; if a scalar is in the way, nothing changes. */
export const withValueAt = (root: Json, path: string, value: Json): Json =>
  change(root, parsePointer(path), (parent, name) => {
    if (Array.isArray(parent)) return parent.map((item: Json, index) => (String(index) === name ? value : item));
    return { ...parent, [name]: value };
  });

export const withoutValueAt = (root: Json, path: string): Json =>
  change(root, parsePointer(path), (parent, name) => {
    if (Array.isArray(parent)) return parent.filter((_, index) => String(index) !== name);
    return Object.fromEntries(Object.entries(parent).filter(([key]) => key !== name));
  });

/** Without all of these, in one pass: positions of a list mean those of the value as it came. Untouched parts are shared. */
export const withoutValuesAt = (root: Json, paths: Iterable<string>): Json =>
  removeAll(
    root,
    Array.from(paths, (path) => parsePointer(path)),
  );

function removeAll(value: Json, paths: readonly (readonly string[])[]): Json {
  if (paths.length === 0 || !isContainer(value)) return value;
  const inner = new Map<string, (readonly string[])[]>();
  for (const [name, ...rest] of paths) if (name !== undefined) inner.set(name, [...(inner.get(name) ?? []), rest]);
  const isRemoved = (name: string): boolean => inner.get(name)?.some((rest) => rest.length === 0) === true;
  const withoutInner = (name: string, item: Json): Json => removeAll(item, inner.get(name) ?? []);
  if (Array.isArray(value)) {
    return (value as readonly Json[]).flatMap((item, index) =>
      isRemoved(String(index)) ? [] : [withoutInner(String(index), item)],
    );
  }
  const members = Object.entries(value).filter(([name]) => !isRemoved(name));
  return Object.fromEntries(members.map(([name, item]) => [name, withoutInner(name, item)]));
}

/** The member keeps its place among its neighbours. */
export const withNameAt = (root: Json, path: string, to: string): Json =>
  change(root, parsePointer(path), (parent, name) => {
    if (Array.isArray(parent)) return parent;
    return Object.fromEntries(Object.entries(parent).map(([key, value]) => [key === name ? to : key, value]));
  });

type Container = readonly Json[] | JsonObject;

function change(value: Json, parts: readonly string[], edit: (parent: Container, name: string) => Json): Json {
  const [name, ...rest] = parts;
  if (name === undefined || !isContainer(value)) return value;
  if (rest.length === 0) return edit(value, name);
  if (Array.isArray(value)) {
    return value.map((item: Json, index) => (String(index) === name ? change(item, rest, edit) : item));
  }
  const object = value as JsonObject;
  return { ...object, [name]: change(Object.hasOwn(object, name) ? (object[name] ?? null) : {}, rest, edit) };
}

const isContainer = (value: Json): value is Container => Array.isArray(value) || isJsonObject(value);

/** Order of pointers for people: member by member, list positions by number. */
export function comparePointers(a: string, b: string): number {
  const left = a.split('/');
  const right = b.split('/');
  for (let i = 0; i < Math.min(left.length, right.length); i += 1) {
    const order = compareParts(left[i] ?? '', right[i] ?? '');
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

const LIST_POSITION = /^\d{1,9}$/;

function compareParts(a: string, b: string): number {
  if (LIST_POSITION.test(a) && LIST_POSITION.test(b)) return Number(a) - Number(b);
  return a < b ? -1 : a > b ? 1 : 0;
}

export interface PlacedString {
  readonly path: string;
  readonly text: string;
  /** The name of a member, not its value. */
  readonly isName: boolean;
}

/** Every string of a value, member names included, with its pointer. */
export function* stringsIn(value: Json, path = ''): Generator<PlacedString> {
  if (typeof value === 'string') yield { path, text: value, isName: false };
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* stringsIn(item as Json, `${path}/${index}`);
  } else if (isJsonObject(value)) {
    for (const [name, item] of Object.entries(value)) {
      const inner = `${path}/${escapePart(name)}`;
      yield { path: inner, text: name, isName: true };
      yield* stringsIn(item, inner);
    }
  }
}
