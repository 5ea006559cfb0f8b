import { isJsonObject, type Json } from '../../../kernel/json.ts';
import { findNearest } from '../../../kernel/nearest.ts';
import { cutText } from '../../../kernel/text.ts';
import { convertHash, convertTime, convertType, convertUri, convertUuid } from './convert.ts';
import { isRequired, knownNames } from './shape.ts';
import { findAt, parsePointer, renderPointer } from '../pointer.ts';
import type { DefaultField, Fix } from '../types.ts';
import { FAILURES } from '../words.ts';

export interface SchemaFault {
  readonly path: string;
  readonly rule: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly found: unknown;
}

/** The only fields that have a default when they are missing; everything else is the sender's to say. */
const DEFAULTS: Readonly<Record<string, DefaultField>> = {
  '/handoff/version': 'version',
  '/handoff/schema_type': 'schema_type',
  '/handoff/trace_id': 'trace_id',
  '/handoff/timestamp': 'timestamp',
  '/handoff/meta': 'meta',
  '/handoff/meta/confidence': 'confidence',
  '/handoff/meta/token_count': 'token_count',
};

const isTime = (path: string): boolean => /\/(?:timestamp|expires_at)$/.test(path);

const ELLIPSIS = '...';

/** What would repair a fault; undefined if only the sender can. */
export function proposeFix(fault: SchemaFault, document: unknown): Fix | undefined {
  const { path, rule, params, found } = fault;
  switch (rule) {
    case 'required':
      return Object.hasOwn(DEFAULTS, path) ? { kind: 'default', field: DEFAULTS[path] ?? 'meta' } : undefined;
    case 'type':
      return fixType(fault);
    case 'maxLength':
      return fixText(found, (text) => cutText(text, Number(params['limit']), ELLIPSIS));
    case 'format':
      return fixText(found, params['format'] === 'uri' ? convertUri : convertTime);
    case 'pattern':
      return fixPattern(path, found);
    case 'enum':
      return fixEnum(fault);
    case 'const':
      // A version that is there names another protocol version: overwriting it would only hide that.
      return path === '/handoff/version' ? undefined : fixText(found, (text) => nearTo(text, params['allowedValue']));
    case 'minimum':
      return path.endsWith('/token_count') ? { kind: 'set', value: 0 } : { kind: 'remove' };
    case 'minItems':
      return { kind: 'remove' };
    case 'unevaluatedProperties':
      return fixUnknown(path, document);
    default:
      return undefined;
  }
}

function fixType({ path, params, found }: SchemaFault): Fix | undefined {
  if (found === null) return isRequired(path) ? undefined : { kind: 'remove' };
  // 3.0 without quotes is the same version to everybody but JSON.
  if (path === '/handoff/version') return found === 3 ? { kind: 'set', value: '3.0' } : undefined;
  const value = convertType(found, params['type'], isTime(path));
  return value === undefined ? undefined : { kind: 'set', value };
}

function fixPattern(path: string, found: unknown): Fix | undefined {
  if (path.endsWith('/trace_id')) return fixText(found, convertUuid);
  return fixText(found, isTime(path) ? convertTime : convertHash);
}

/** The nearest value; else the default if the protocol has one, and nothing if the field may be left out. */
function fixEnum({ path, params, found }: SchemaFault): Fix | undefined {
  const near = fixText(found, (text) => findNearestValue(text, params['allowedValues']));
  if (near !== undefined || typeof found !== 'string') return near;
  const field = DEFAULTS[path];
  if (field !== undefined) return { kind: 'default', field };
  return isRequired(path) ? undefined : { kind: 'remove' };
}

function fixText(found: unknown, convert: (text: string) => Json | undefined): Fix | undefined {
  const value = typeof found === 'string' ? convert(found) : undefined;
  return value === undefined || value === found ? undefined : { kind: 'set', value };
}

/** The nearest allowed value, or the one allowed word the text contains. */
function findNearestValue(text: string, allowed: unknown): string | undefined {
  const values = Array.isArray(allowed) ? allowed.map(String) : [];
  const word = text.trim();
  const near = findNearest(word, values, Math.max(2, Math.floor(word.length / 2)));
  if (near !== undefined) return near;
  const words = new Set(word.toLowerCase().split(/[^a-z]+/));
  const contained = values.filter((value) => words.has(value));
  return contained.length === 1 ? contained[0] : undefined;
}

const nearTo = (text: string, allowed: unknown): string | undefined => findNearest(text.trim(), [String(allowed)]);

/** The name of the protocol an unknown one comes closest to. */
export function findKnownName(path: string): string | undefined {
  const parts = parsePointer(path);
  const name = parts.at(-1) ?? '';
  const known = knownNames(renderPointer(parts.slice(0, -1)));
  return known.find((one) => flatten(one) === flatten(name)) ?? findNearest(name, known, MAX_TYPOS);
}

/** Two letters in each other's place are two. */
const MAX_TYPOS = 2;

/** `traceId`, `TRACE_ID` and `trace-id` are one name. */
const flatten = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '');

function fixUnknown(path: string, document: unknown): Fix {
  const parts = parsePointer(path);
  const parent = renderPointer(parts.slice(0, -1));
  const around = findAt(document, parent);
  const near = findKnownName(path);
  const isFree = near !== undefined && isJsonObject(around) && !Object.hasOwn(around, near);
  return isFree ? { kind: 'rename', to: near } : { kind: 'remove' };
}

const DEFAULT_WORDS: Readonly<Record<DefaultField, string>> = {
  version: '"3.0"',
  schema_type: '"universal"',
  trace_id: 'a new UUID v4',
  timestamp: 'the current UTC time',
  confidence: '"medium"',
  token_count: '0, recalculated after repair',
  meta: 'confidence "medium" and the measured token_count',
};

export function describeFix({ path, rule, params, found }: SchemaFault, fix: Fix | undefined): string {
  const name = parsePointer(path).at(-1) ?? 'the document';
  switch (fix?.kind) {
    case 'default':
      if (rule === 'enum') return `use the default ${DEFAULT_WORDS[fix.field]}: ${notNear(found, params)}`;
      return `add ${name} with its default: ${DEFAULT_WORDS[fix.field]}`;
    case 'rename':
      return `rename ${name} to ${fix.to}`;
    case 'remove':
      if (rule === 'enum') return `remove ${name}, which may be left out: ${notNear(found, params)}`;
      return rule === 'unevaluatedProperties' ? `remove ${name}: there is no such property` : `remove ${name}`;
    case 'set':
      if (rule === 'maxLength') return `cut it to ${String(params['limit'])} characters, "${ELLIPSIS}" included`;
      return `${SET_WORDS[rule] ?? 'change it'} ${excerptOf(fix.value)}`;
    case undefined:
      return describeNoFix(name, path, rule, params, found);
  }
}

const notNear = (found: unknown, params: Readonly<Record<string, unknown>>): string =>
  `${excerptOf(found)} is not close to any of ${listValues(params)}`;

const listValues = (params: Readonly<Record<string, unknown>>): string =>
  Array.from(Object.values(params['allowedValues'] ?? {}), String).join(', ');

const SET_WORDS: Readonly<Record<string, string>> = {
  type: 'convert it to',
  format: 'convert it to',
  pattern: 'convert it to',
  enum: 'use the nearest value',
  const: 'use the nearest value',
  minimum: 'recalculate it, starting from',
};

function describeNoFix(
  name: string,
  path: string,
  rule: string,
  params: Readonly<Record<string, unknown>>,
  found: unknown,
): string {
  if (path === '/handoff/version' && rule === 'const') {
    return `${FAILURES.version.recovery}: run baton doc adapt FILE, which converts version 1 or 2 to 3.0`;
  }
  if (rule === 'const') return `use ${JSON.stringify(params['allowedValue'])}`;
  if (rule === 'required') return `add ${name}: it has no default, only the sender knows it`;
  if (rule === 'minLength') return `fill ${name}: only the sender knows the value`;
  if (rule === 'enum') return `choose one of ${listValues(params)}: none of them is close`;
  if (found === null) return `give ${name} a value: null says nothing, and a default is only for what is missing`;
  return `correct ${name}: its value has no single meaning`;
}

const EXCERPT = 80;

/** A short piece of a value as JSON, for people. */
export function excerptOf(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(cutText(value, EXCERPT)) : (JSON.stringify(value) ?? '');
  return cutText(text, EXCERPT, '…');
}
