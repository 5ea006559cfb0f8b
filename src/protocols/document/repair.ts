/** The first repair attempt: defaults for what is missing, and the fix of every fault that has one. */

import { isBatonError } from '../../kernel/errors/index.ts';
import { isJsonObject, parseJsonPrefix, type Json } from '../../kernel/json.ts';
import { checkMeaning } from './decide.ts';
import { renderOriginalReference, type OriginalFile } from './original.ts';
import { MAX_DOCUMENT_BYTES } from './parse.ts';
import { findAt, withNameAt, withoutValueAt, withValueAt } from './pointer.ts';
import { checkSchema, isHandoffDocument } from './schema.ts';
import type { DefaultField, DocumentIssue, Fix } from './types.ts';

interface FreshValues {
  readonly traceId: string;
  readonly timestamp: string;
}

export interface RepairChange {
  readonly path: string;
  readonly rule: string;
  readonly what: string;
  /** What was there; kept in the report, since a removed value is nowhere else. */
  readonly before?: Json;
}

interface Fixed {
  readonly value: Json;
  readonly changes: readonly RepairChange[];
}

/** Fixing one fault may reveal the next: a number turned into text, then the text's form. */
const MAX_PASSES = 6;
/** Each fix copies what is around it; a document with more faults than this is not worth repairing. */
const MAX_FIXES = 200;

export function applyFixes(document: Json, fresh: FreshValues): Fixed {
  let value = document;
  const changes: RepairChange[] = [];
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const issues = inRepairOrder(listFixable(value));
    if (issues.length === 0) break;
    for (const issue of issues.slice(0, MAX_FIXES - changes.length)) {
      const fixed = applyFix(value, issue, fresh);
      if (fixed !== value) changes.push(describeChange(issue, value));
      value = fixed;
    }
  }
  return { value, changes };
}

function listFixable(value: Json): DocumentIssue[] {
  const issues = isHandoffDocument(value) ? checkMeaning(value, 0).warnings : checkSchema(value);
  return issues.filter((issue) => issue.fix !== undefined);
}

/**
 * From the end of each list, so that the positions of the others stay true. What is there under another name comes first:
 * a default in its place would replace what the sender said.
 */
function inRepairOrder(issues: readonly DocumentIssue[]): DocumentIssue[] {
  const renames = issues.filter(({ fix }) => fix?.kind === 'rename');
  const others = issues.filter(
    ({ fix }) => fix?.kind !== 'rename' && (renames.length === 0 || fix?.kind !== 'default'),
  );
  return [...renames, ...others.toReversed()];
}

function describeChange({ path, rule, repair }: DocumentIssue, value: Json): RepairChange {
  const before = findAt(value, path);
  return { path, rule, what: repair, ...(before === undefined ? {} : { before: before as Json }) };
}

function applyFix(value: Json, { path, fix }: DocumentIssue, fresh: FreshValues): Json {
  if (fix === undefined) return value;
  switch (fix.kind) {
    case 'default':
      return withValueAt(value, path, defaultOf(fix.field, fresh));
    case 'set':
      return withValueAt(value, path, fix.value);
    case 'remove':
      return withoutValueAt(value, path);
    case 'rename':
      return renameUnlessTaken(value, path, fix);
  }
}

/** Two misspellings of one name: the first gets it, the second is left for the next pass. */
function renameUnlessTaken(value: Json, path: string, { to }: Fix & { kind: 'rename' }): Json {
  const target = `${path.slice(0, path.lastIndexOf('/'))}/${to}`;
  return findAt(value, target) === undefined ? withNameAt(value, path, to) : value;
}

function defaultOf(field: DefaultField, fresh: FreshValues): Json {
  const values: Readonly<Record<DefaultField, Json>> = {
    version: '3.0',
    schema_type: 'universal',
    trace_id: fresh.traceId,
    timestamp: fresh.timestamp,
    confidence: 'medium',
    token_count: 0,
    meta: { token_count: 0, confidence: 'medium' },
  };
  return values[field];
}

/** What only the sender can say. */
const SENDERS_OWN = [
  '/handoff/source/skill',
  '/handoff/source/workflow_id',
  '/handoff/source/session_path',
  '/handoff/source/phase',
  '/handoff/target/skill',
  '/handoff/context/summary',
  '/handoff/context/problem_type',
  '/handoff/trace_id',
];

/** Paths at which a repaired document says something the sender never said, or says it differently. */
export function listInventions(before: Json, after: Json, faulty: readonly string[]): string[] {
  return SENDERS_OWN.filter((path) => {
    const was = findAt(before, path);
    const is = findAt(after, path);
    if (was === undefined) return is !== undefined && path !== '/handoff/trace_id';
    return was !== is && !faulty.includes(path);
  });
}

/** The protocol's prompt for a model, word for word, with document and errors filled in. */
export const renderRepairPrompt = (document: Json, errors: readonly DocumentIssue[]): string =>
  `The following handoff failed validation:

${JSON.stringify(document, null, 2)}

Validation errors:
${errors.map(({ path, message }) => `- ${path === '' ? '' : `${path}: `}${message}`).join('\n')}

Please repair the handoff to comply with universal handoff schema v3.0.
Return only the repaired JSON (no explanation).
`;

/** The JSON object of a reply: bare, in a code fence, or after some words. */
export function parseRepairReply(reply: string): Json | undefined {
  const fenced = findFenced(reply);
  for (const text of fenced === undefined ? [reply] : [fenced, reply]) {
    const start = text.indexOf('{');
    if (start === -1) continue;
    try {
      return parseJsonPrefix(text.slice(start), { maxBytes: MAX_DOCUMENT_BYTES }).value;
    } catch (error) {
      if (!isBatonError(error)) throw error;
    }
  }
  return undefined;
}

const FENCE = '```';

/** The text in the first code fence. */
function findFenced(reply: string): string | undefined {
  const open = reply.indexOf(FENCE);
  const start = reply.indexOf('\n', open);
  const end = reply.indexOf(`\n${FENCE}`, start);
  return open === -1 || start === -1 || end === -1 ? undefined : reply.slice(start, end);
}

/** The third repair attempt: the working context alone, with one reference to the file that holds everything. */
export function simplifyPayload(document: Json, original: OriginalFile): Json | undefined {
  const working = findAt(document, '/handoff/payload/working');
  if (!isJsonObject(working)) return undefined;
  const references = { files: [renderOriginalReference(original)] };
  // A literal of JSON values; interfaces have no index signature of their own.
  return withValueAt(document, '/handoff/payload', { working, references } as unknown as Json);
}
