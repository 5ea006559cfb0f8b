/** Passes every text of a document to the guard, and gives the document back with its secrets masked. */
import type { Finding } from '../../kernel/finding.ts';
import { isGeneratedForm } from '../../kernel/generated-form.ts';
import { isSha256Hex } from '../../kernel/hash.ts';
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
import type { Scanner } from '../../kernel/ports/index.ts';
import { applyEdits, createLineIndex } from '../../kernel/text.ts';
import type { ContentFinding } from './checks.ts';

export interface Screened {
  /** What may be recorded: secrets masked, numbers and characters that canonical JSON cannot say replaced. */
  readonly masked: JsonObject;
  readonly findings: readonly ContentFinding[];
  /** The secrets themselves, to take them out of whatever is said about the document. */
  readonly secrets: readonly Secret[];
}

export interface Secret {
  readonly value: string;
  readonly rule: string;
}

export function screenDocument(document: JsonObject, scanner: Pick<Scanner, 'scan'>): Screened {
  const findings: ContentFinding[] = [];
  const secrets: Secret[] = [];
  const screenText = (text: string, path: string): string => {
    const found = scanner.scan(text, { all: true });
    findings.push(...found.map((finding) => ({ path, finding })));
    const spans = findSecrets(text, found);
    secrets.push(...spans.map(({ start, end, rule }) => ({ value: text.slice(start, end), rule })));
    return maskSpans(wellFormed(text), spans);
  };
  const screen = (value: Json, path: string): Json => {
    if (typeof value === 'string') return isKnownForm(value, path) ? value : screenText(value, path);
    if (typeof value === 'number') return Number.isFinite(value) ? value : null;
    if (Array.isArray(value)) return value.map((item: Json, index) => screen(item, `${path}/${index}`));
    return isJsonObject(value) ? screenObject(value, path) : value;
  };
  const screenObject = (value: JsonObject, path: string): JsonObject =>
    Object.fromEntries(
      Object.entries(value).map(([key, member]) => {
        const at = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
        return [NAME.test(key) ? key : screenText(key, at), screen(member, at)];
      }),
    );
  return { masked: screenObject(document, ''), findings, secrets };
}

const LONE_SURROGATE = /\p{Surrogate}/gu;
const wellFormed = (text: string): string => text.replaceAll(LONE_SURROGATE, '\uFFFD');

/**
 * For words about a document, which may quote it: what was a secret there is one here too, whatever is around it
 * now, and what the guard sees in the words themselves goes as well.
 */
export function maskText(text: string, secrets: readonly Secret[], scanner: Pick<Scanner, 'scan'>): string {
  const known = secrets.reduce((rest, { value, rule }) => rest.replaceAll(value, () => mark(rule)), wellFormed(text));
  return maskSpans(known, findSecrets(known, scanner.scan(known, { kinds: ['secret'], all: true })));
}

const mark = (rule: string): string => `[masked: ${rule}]`;

/** Ordinary field names cannot hold anything the guard looks for. */
const NAME = /^[A-Za-z_]{1,32}$/;

/** Hashes look like secrets; in their own field they are not. */
const HASH_FIELD =
  /^\/(?:(?:source_agent|target_agent|agent)\/prompt_hash|context\/request\/input_data\/document_sha256)$/;

const isKnownForm = (text: string, path: string): boolean =>
  isGeneratedForm(text) || (isSha256Hex(text) && HASH_FIELD.test(path));

interface SecretSpan {
  readonly start: number;
  readonly end: number;
  readonly rule: string;
}

function findSecrets(text: string, findings: readonly Finding[]): SecretSpan[] {
  const secrets = findings.filter(({ kind }) => kind === 'secret');
  if (secrets.length === 0) return [];
  const { lines } = createLineIndex(text);
  const offsetOf = (line: number, column: number): number => (lines[line - 1]?.start ?? text.length) + column - 1;
  const spans = secrets
    .map(({ line, column, endLine, endColumn, rule }) => ({
      start: offsetOf(line, column),
      end: Math.min(offsetOf(endLine, endColumn), text.length),
      rule,
    }))
    .toSorted((a, b) => a.start - b.start || b.end - a.end);
  const apart: SecretSpan[] = [];
  for (const span of spans) {
    const last = apart.at(-1);
    if (last === undefined || span.start >= last.end) apart.push(span);
    // Two rules that saw parts of one secret: what either saw is hidden.
    else if (span.end > last.end) apart[apart.length - 1] = { ...last, end: span.end };
  }
  return apart;
}

const maskSpans = (text: string, spans: readonly SecretSpan[]): string =>
  applyEdits(
    text,
    spans.map(({ start, end, rule }) => ({ start, end, text: mark(rule) })),
  );
