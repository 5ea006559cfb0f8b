import { given, whenGiven } from '../../kernel/given.ts';
import { canonicalJson } from '../../kernel/canonical-json.ts';
import { sha256Hex } from '../../kernel/hash.ts';
import { isJsonObject, type Json } from '../../kernel/json.ts';
import { comparePointers, escapePart, findAt } from './pointer.ts';
import { describeFix, excerptOf, findKnownName, proposeFix, type SchemaFault } from './faults/propose-fix.ts';
import { haveSameShape, readShape, SHAPE } from './faults/shape.ts';
import type { Confidence, DocumentIssue, HandoffDocument, ProblemType } from './types.ts';
import { schemaHash, validate, type SchemaError } from './universal-handoff.gen.js';
import { FAILURES } from './words.ts';

const NONE: readonly DocumentIssue[] = [];

/** Rules that say the document has the right bones: what is left to check when the schema file is missing. */
const SHAPE_RULES = new Set(['required', 'type']);

const enumAt = (path: string): readonly string[] => SHAPE.values.get(path) ?? [];

/** In the order of the schema; its own generated types say what they are. */
export const PROBLEM_TYPES = enumAt('/handoff/context/problem_type') as readonly ProblemType[];
/** How sure a sender can be. */
export const CONFIDENCES = enumAt('/handoff/meta/confidence') as readonly Confidence[];

/** True for the schema this was compiled from, however it is laid out. */
export const isShippedSchema = (schema: Json): boolean => sha256Hex(canonicalJson(schema)) === schemaHash;

/** True for a file of the same protocol version in other words: the same names and values at the same places. */
export const isPublishedSchema = (schema: Json): boolean =>
  isJsonObject(schema) && haveSameShape(readShape(schema), SHAPE);

/** True if the document passes the schema as it is shipped. */
export const isHandoffDocument = (value: unknown): value is HandoffDocument => validate(value);

/** Everything the schema has against a document, in one go and ordered by path. */
export function checkSchema(document: unknown): readonly DocumentIssue[] {
  if (validate(document)) return NONE;
  return onePerPlace(validate.errors ?? [], document)
    .map((fault) => describeFault(fault, document))
    .sort((a, b) => comparePointers(a.path, b.path) || compareText(a.rule, b.rule));
}

/** Required fields and types only. */
export const checkShape = (document: unknown): readonly DocumentIssue[] => checkSchema(document).filter(isShapeIssue);

export const isShapeIssue = (issue: DocumentIssue): boolean => SHAPE_RULES.has(issue.rule);

/** A value of the wrong type breaks every other rule too, and a bad date its pattern: one fault says it all. */
function onePerPlace(errors: readonly SchemaError[], document: unknown): SchemaFault[] {
  const faults = errors.map((error) => placeFault(error, document));
  const typed = new Set(faults.filter(({ rule }) => rule === 'type').map(({ path }) => path));
  const formatted = new Set(faults.filter(({ rule }) => rule === 'format').map(({ path }) => path));
  return faults.filter(({ path, rule }) => {
    if (rule === 'type' || rule === 'unevaluatedProperties' || rule === 'required') return true;
    return !typed.has(path) && (rule === 'format' || !formatted.has(path));
  });
}

/** Missing and unknown members are named themselves, not the object around them. */
function placeFault({ instancePath, keyword, params }: SchemaError, document: unknown): SchemaFault {
  const member = params['missingProperty'] ?? params['unevaluatedProperty'];
  const path = typeof member === 'string' ? `${instancePath}/${escapePart(member)}` : instancePath;
  return { path, rule: keyword, params, found: findAt(document, path) };
}

function describeFault(fault: SchemaFault, document: unknown): DocumentIssue {
  const { path, rule, found } = fault;
  const fix = proposeFix(fault, document);
  return {
    path,
    rule,
    message: messageOf(fault),
    ...given({ found: whenGiven(found, excerptOf) }),
    repair: describeFix(fault, fix),
    ...given({ fix }),
  };
}

function messageOf({ path, rule, params, found }: SchemaFault): string {
  const name = path === '' ? 'the document' : path;
  switch (rule) {
    case 'required':
      return `${name} is required and missing`;
    case 'type':
      return `${name} must be ${listOf(params['type'])}, found ${typeName(found)}`;
    case 'minLength':
      return `${name} must not be empty`;
    case 'maxLength':
      return `${name} is longer than ${String(params['limit'])} characters`;
    case 'format':
      return `${name} is not a valid ${params['format'] === 'uri' ? 'URI' : 'date and time'}`;
    case 'pattern':
      return `${name} does not have the form ${String(params['pattern'])}`;
    case 'enum':
      return `${name} must be one of ${listOf(params['allowedValues'], ', ')}`;
    case 'const':
      return path === '/handoff/version'
        ? `${FAILURES.version.failure}: version must be "3.0", found ${excerptOf(found)}`
        : `${name} must be ${JSON.stringify(params['allowedValue'])}`;
    case 'minimum':
      return `${name} must not be below ${String(params['limit'])}`;
    case 'minItems':
      return `${name} must have at least ${String(params['limit'])} entry`;
    default:
      return `${name} is not known here${didYouMean(findKnownName(path))}`;
  }
}

const didYouMean = (near: string | undefined): string => (near === undefined ? '' : `; did you mean ${near}?`);

const listOf = (value: unknown, separator = ' or '): string =>
  Array.isArray(value) ? value.map(String).join(separator) : String(value);

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
