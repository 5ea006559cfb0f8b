import { given } from '../../kernel/given.ts';
import { resolve } from 'node:path';
import { BatonError } from '../../kernel/errors/index.ts';
import { parseJson, type Json } from '../../kernel/json.ts';
import type { TokenCounter, Platform } from '../../kernel/ports/index.ts';
import { estimateTokens, estimatingCounter, TOKENIZER_UNAVAILABLE } from '../../kernel/token-estimate.ts';
import {
  byPath,
  checkMeaning,
  checkSchema,
  checkShape,
  checkTokens,
  findAt,
  hashMismatch,
  isHandoffDocument,
  isShapeIssue,
  isPublishedSchema,
  isShippedSchema,
  matchPayloadHash,
  measureBudget,
  warnBudget,
  WARNINGS,
  withTraceId,
  type BudgetRow,
  type DocumentIssue,
  type HashForm,
  type TokenReport,
} from '../../protocols/document/index.ts';
import { checkFiles } from './check-files.ts';
import { decodeDocument, type DocumentInput, type DocumentText } from './read-document.ts';
import { prepareGuard, type DocumentGuard } from './scan-document.ts';

/** How strictly a document is checked. */
export interface ValidateRequest {
  /** Findings of the guard are errors, not warnings. */
  readonly strict?: boolean;
  /** Count with bytes/4 instead of the tokenizer. */
  readonly estimate?: boolean;
  /** Required fields and types only: the schema could not be found. */
  readonly basicOnly?: boolean;
  /** Measure each section too. */
  readonly budget?: boolean;
  /** Default true. */
  readonly checkFiles?: boolean;
  /** Default true. */
  readonly guard?: boolean;
  /** The trace id to receive a legacy document with that has none; without it, that is an error. */
  readonly legacyTraceId?: string;
}

/** Whether a document is valid, with everything found in it. */
export interface DocumentReport {
  readonly valid: boolean;
  readonly errors: readonly DocumentIssue[];
  readonly warnings: readonly DocumentIssue[];
  /** How many of each are not listed; absent if all are. */
  readonly omitted?: { readonly errors: number; readonly warnings: number };
  /** Null if the document could not be read. */
  readonly tokens: TokenReport | null;
  /** In which form the declared hash matched; null if none is declared or it does not match. */
  readonly payload_hash: HashForm | null;
  readonly trace_id: string | null;
  readonly budget?: readonly BudgetRow[];
}

/** The checks of a receiver on one document. */
export async function validateDocument(
  platform: Pick<Platform, 'clock' | 'disk' | 'facts' | 'files' | 'project' | 'scanner' | 'tokens'>,
  input: DocumentInput,
  request: ValidateRequest = {},
): Promise<DocumentReport> {
  const [report] = await validateDocuments(platform, [input], request);
  if (report === undefined) throw new BatonError('INTERNAL', 'a document was lost');
  return report;
}

/** The same on several, with one call of the tokenizer. */
export async function validateDocuments(
  platform: Pick<Platform, 'clock' | 'disk' | 'facts' | 'files' | 'project' | 'scanner' | 'tokens'>,
  documents: readonly DocumentInput[],
  request: ValidateRequest = {},
): Promise<DocumentReport[]> {
  const counter = request.estimate === true ? estimatingCounter : platform.tokens;
  const read = documents.map((one) => decodeDocument(one));
  const counts = await counter.countAll(read.map((one) => (one.kind === 'text' ? one.text : '')));
  const guard = request.guard === false ? undefined : await prepareGuard(platform, request.strict === true);
  const reports: DocumentReport[] = [];
  for (const [index, one] of read.entries()) {
    reports.push(await judge(platform, one, { counter, count: counts[index] ?? 0 }, guard, request));
  }
  return reports;
}

async function judge(
  platform: Pick<Platform, 'clock' | 'disk' | 'facts' | 'files' | 'project'>,
  read: DocumentText,
  { counter, count }: { readonly counter: TokenCounter; readonly count: number },
  guard: DocumentGuard | undefined,
  request: ValidateRequest,
): Promise<DocumentReport> {
  if (read.kind === 'refused') return refusedReport([read.issue]);
  const { text } = read;
  const value = request.legacyTraceId === undefined ? read.value : withTraceId(read.value, request.legacyTraceId);
  const report = new ReportBuilder(value, counter, count, text);
  if (value !== read.value) report.warn(WARNED.legacyTraceId);
  if (request.basicOnly === true) report.warn(WARNED.schemaMissing);
  if (counter.method === 'bytes/4' && request.estimate !== true) report.warn(WARNED.estimated);
  report.add({ errors: request.basicOnly === true ? checkShape(value) : checkSchema(value), warnings: [] });
  if (report.errors.some(isShapeIssue)) return report.build();
  // What was changed on its way, or is not what it should be, is not looked at any further.
  report.matchHash(text);
  if (report.errors.length > 0) return report.build();
  report.add(checkTokens(value, report.tokens));
  if (isHandoffDocument(value)) {
    report.add(checkMeaning(value, platform.clock.now()));
    if (request.checkFiles !== false) report.add(await checkFiles(platform, value));
    if (request.budget === true) report.putBudget(await measureBudget(value, counter));
  }
  if (guard !== undefined) report.add(guard(value));
  return report.build();
}

const WARNED = {
  schemaMissing: {
    path: '',
    rule: 'schema-missing',
    message: WARNINGS.schemaMissing,
    repair: 'name an existing schema file, or leave out --schema',
  },
  legacyTraceId: {
    path: '/handoff/trace_id',
    rule: 'legacy-trace-id',
    message: WARNINGS.legacyTraceId,
    repair: 'nothing to do here; ask the sender to write a trace_id',
  },
  estimated: {
    path: '',
    rule: 'estimated',
    message: TOKENIZER_UNAVAILABLE,
    repair: 'install the package again: the tokenizer belongs to it',
  },
} as const satisfies Record<string, DocumentIssue>;

/** Of what could not be read at all. */
export const refusedReport = (errors: readonly DocumentIssue[]): DocumentReport => ({
  valid: false,
  errors,
  warnings: [],
  tokens: null,
  payload_hash: null,
  trace_id: null,
});

class ReportBuilder {
  readonly errors: DocumentIssue[] = [];
  readonly tokens: TokenReport;
  readonly #warnings: DocumentIssue[] = [];
  readonly #value: Json;
  #hashForm: HashForm | null = null;
  #budget: readonly BudgetRow[] | undefined;

  constructor(value: Json, counter: TokenCounter, count: number, text: string) {
    this.#value = value;
    this.tokens = { method: counter.method, count, estimate: estimateTokens(text) };
  }

  add({
    errors,
    warnings,
  }: {
    readonly errors: readonly DocumentIssue[];
    readonly warnings: readonly DocumentIssue[];
  }): void {
    this.errors.push(...errors);
    this.#warnings.push(...warnings);
  }

  warn(issue: DocumentIssue): void {
    this.#warnings.push(issue);
  }

  putBudget(rows: readonly BudgetRow[]): void {
    this.#budget = rows;
    this.#warnings.push(...warnBudget(rows));
  }

  /** Compares the payload with its hash; one that has no right form is a fault of the schema already. */
  matchHash(text: string): void {
    const match = matchPayloadHash(this.#value, text);
    if (match.kind === 'match') this.#hashForm = match.form;
    const isMalformed = this.errors.some(({ path }) => path.endsWith('/payload_hash'));
    if (match.kind === 'mismatch' && !isMalformed) this.errors.push(hashMismatch(match));
  }

  build(): DocumentReport {
    const traceId = findAt(this.#value, '/handoff/trace_id');
    const omitted = { errors: countBeyond(this.errors), warnings: countBeyond(this.#warnings) };
    return {
      valid: this.errors.length === 0,
      errors: byPath(this.errors).slice(0, MAX_ISSUES),
      warnings: byPath(this.#warnings).slice(0, MAX_ISSUES),
      ...(omitted.errors + omitted.warnings === 0 ? {} : { omitted }),
      tokens: this.tokens,
      payload_hash: this.#hashForm,
      trace_id: typeof traceId === 'string' ? traceId : null,
      ...given({ budget: this.#budget }),
    };
  }
}

/** A report stays readable, and within a few hundred kilobytes, whatever was sent. */
const MAX_ISSUES = 1_000;
const countBeyond = (issues: readonly DocumentIssue[]): number => Math.max(0, issues.length - MAX_ISSUES);

/** False if the named schema file is missing: then only the basics can be checked. Another schema is refused. */
export async function hasSchema(
  { files, project: { folder } }: Pick<Platform, 'files' | 'project'>,
  path: string,
): Promise<boolean> {
  const text = await files.findText(resolve(folder, path), { maxBytes: MAX_SCHEMA_BYTES });
  if (text === undefined) return false;
  const schema = parseJson(text);
  if (isShippedSchema(schema) || isPublishedSchema(schema)) return true;
  throw new BatonError('SCHEMA_UNKNOWN', `${path} is not the universal handoff schema 3.0 Baton was built with`, {
    path,
  });
}

const MAX_SCHEMA_BYTES = 1024 * 1024;
