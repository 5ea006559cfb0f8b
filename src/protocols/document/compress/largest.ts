import type { Json } from '../../../kernel/json.ts';
import type { TokenCounter } from '../../../kernel/ports/index.ts';
import { utf8Length } from '../../../kernel/token-estimate.ts';
import { escapePart } from '../pointer.ts';
import type { HandoffDocument } from '../types.ts';
import { asJson } from './strategies.ts';

export interface LargeField {
  readonly path: string;
  readonly tokens: number;
  readonly bytes: number;
}

const SHOWN = 8;

/** The members and entries that take most room, largest first: single values, or containers of many small ones. */
export async function listLargest(document: HandoffDocument, counter: TokenCounter): Promise<LargeField[]> {
  const fields: { path: string; text: string; bytes: number }[] = [];
  collect(asJson(document), '', fields);
  fields.sort((a, b) => b.bytes - a.bytes);
  const shown = fields.slice(0, SHOWN);
  const counts = await counter.countAll(shown.map(({ text }) => text));
  return shown.map(({ path, bytes }, index) => ({ path, tokens: counts[index] ?? 0, bytes }));
}

/** A container is listed itself if no single part of it takes a quarter of its size. */
function collect(value: Json, path: string, fields: { path: string; text: string; bytes: number }[]): number {
  const text = JSON.stringify(value);
  const bytes = utf8Length(text);
  const isContainer = typeof value === 'object' && value !== null;
  const parts = isContainer ? Object.entries(value as Readonly<Record<string, Json>>) : [];
  const isMany = parts.length > 0 && parts.every(([, part]) => utf8Length(JSON.stringify(part)) * 4 < bytes);
  if (!isContainer || parts.length === 0 || (isMany && path.split('/').length > 3)) fields.push({ path, text, bytes });
  else for (const [name, part] of parts) collect(part, `${path}/${escapePart(name)}`, fields);
  return bytes;
}
