import { createUuid } from '../../kernel/ids.ts';
import type { Json } from '../../kernel/json.ts';
import type { TokenCounter, Platform } from '../../kernel/ports/index.ts';
import { renderIsoSeconds } from '../../kernel/time.ts';
import {
  applyFixes,
  checkMeaning,
  checkSchema,
  checkTokens,
  findAt,
  hashMismatch,
  isHandoffDocument,
  listInventions,
  matchPayloadHash,
  measureTokens,
  parseRepairReply,
  renderDocument,
  renderRepairPrompt,
  simplifyPayload,
  WARNINGS,
  withPayloadHash,
  withTokenCount,
  type DocumentIssue,
  type HandoffDocument,
  type RepairChange,
} from '../../protocols/document/index.ts';
import { compressWithOriginal, writeOriginal, writeResult, type CompressRequest } from './compress-document.ts';
import { decodeDocument, type DocumentInput } from './read-document.ts';
import { chooseSessionFolder, planOriginal } from './session-folder.ts';

/** How far a repair may go. */
export interface RepairRequest extends CompressRequest {
  /** A program that gets the repair prompt on standard input and answers with JSON. */
  readonly repairWith?: string;
  readonly repairTimeoutMs?: number;
}

/** One step of a repair, and what it changed. */
export interface RepairAttempt {
  readonly attempt: 1 | 2 | 3 | 'command';
  readonly name: string;
  readonly outcome: 'repaired' | 'failed' | 'not applicable';
  readonly changes: readonly RepairChange[];
  /** What is still wrong, or why the attempt could not be made. */
  readonly errors: readonly DocumentIssue[];
  readonly reason?: string;
}

/** What a repair achieved, step by step. */
export interface RepairOutcome {
  readonly repaired: boolean;
  readonly document: HandoffDocument | null;
  readonly path: string | null;
  readonly attempts: readonly RepairAttempt[];
  /** What is wrong with the document as it came. */
  readonly errors: readonly DocumentIssue[];
  /** What a person has to fix, if it could not be repaired. */
  readonly unresolved: readonly DocumentIssue[];
  readonly warnings: readonly string[];
  /** The prompt for a model, if errors are left that need one. */
  readonly prompt: string | null;
}

type RepairParts = Parameters<typeof compressWithOriginal>[0] & Pick<Platform, 'processes' | 'random'>;
const REPAIR_TIMEOUT_MS = 120_000;

/** Repairs a document in at most three attempts; the input is not changed. */
export async function repairDocument(
  platform: RepairParts,
  input: DocumentInput,
  request: RepairRequest = {},
): Promise<RepairOutcome> {
  const read = decodeDocument(input);
  if (read.kind === 'refused') return refusal([read.issue]);
  const mismatch = matchPayloadHash(read.value, read.text);
  const errors = checkSchema(read.value);
  // Repairing and hashing it again would make a document that was changed on its way look genuine.
  if (mismatch.kind === 'mismatch' && !errors.some(({ path }) => path.endsWith('/payload_hash')))
    return refusal([hashMismatch(mismatch)]);
  return await new Repair(platform, request, read.text, read.value).run();
}

const refusal = (errors: readonly DocumentIssue[]): RepairOutcome => ({
  repaired: false,
  document: null,
  path: null,
  attempts: [],
  errors,
  unresolved: errors,
  warnings: [],
  prompt: null,
});

type Tried = Omit<RepairAttempt, 'outcome'> & { readonly document?: HandoffDocument; readonly applicable?: boolean };

class Repair {
  readonly #platform: RepairParts;
  readonly #request: RepairRequest;
  readonly #text: string;
  readonly #input: Json;
  readonly #counter: TokenCounter;
  readonly #attempts: RepairAttempt[] = [];
  readonly #warnings: string[] = [];
  #prompt: string | null = null;
  /** The document as far as it has been repaired. */
  #value: Json;
  #unresolved: readonly DocumentIssue[] = [];
  #original: Parameters<typeof writeResult>[3] = { written: undefined, isFallback: false };

  constructor(platform: RepairParts, request: RepairRequest, text: string, input: Json) {
    this.#platform = platform;
    this.#request = request;
    this.#text = text;
    this.#input = input;
    this.#counter = request.counter ?? platform.tokens;
    this.#value = input;
  }

  async run(): Promise<RepairOutcome> {
    const errors = await this.#findErrors(this.#input, this.#text);
    const steps = [() => this.#fix(), () => this.#compress(), () => this.#ask(), () => this.#simplify()];
    for (const step of steps) {
      const tried = await step();
      if (tried === undefined) continue;
      const { document, applicable, ...attempt } = tried;
      const outcome = document !== undefined ? 'repaired' : applicable === false ? 'not applicable' : 'failed';
      this.#attempts.push({ ...attempt, outcome });
      if (document !== undefined) return await this.#finish(document, errors);
    }
    return {
      ...refusal(errors),
      attempts: this.#attempts,
      unresolved: this.#unresolved,
      warnings: this.#warnings,
      prompt: this.#prompt,
    };
  }

  async #fix(): Promise<Tried> {
    const { clock, random } = this.#platform;
    const fresh = { traceId: createUuid(random), timestamp: renderIsoSeconds(clock.now()) };
    const { value, changes } = applyFixes(this.#input, fresh);
    if (changes.some(({ path, rule }) => path === '/handoff/trace_id' && rule === 'required'))
      this.#warnings.push(WARNINGS.legacyTraceId);
    this.#value = value;
    return await this.#judge({ attempt: 1, name: 'default values', changes });
  }

  async #compress(): Promise<Tried> {
    const tried = { attempt: 2, name: 'compression', changes: [], errors: this.#unresolved } as const;
    if (!isHandoffDocument(this.#value))
      return { ...tried, applicable: false, reason: 'only a document that passes the schema can be compressed' };
    // Expanding returns the whole document as repaired, not as received.
    const whole = this.#value === this.#input ? this.#text : renderDocument(this.#value);
    const { compression, ...original } = await compressWithOriginal(this.#platform, this.#value, whole, this.#request);
    this.#original = original;
    if (!compression.needsOriginal) return { ...tried, applicable: false, reason: 'the document is small enough' };
    const changes = compression.steps.flatMap(({ strategy, changes: made }) =>
      made.map(({ path, kind, bytesBefore, bytesAfter }) => ({
        path,
        rule: 'token-limit',
        what: `${kind} by "${strategy}": ${bytesBefore} to ${bytesAfter} bytes`,
      })),
    );
    const errors = await this.#findErrors(compression.document as unknown as Json);
    if (errors.length === 0) return { ...tried, changes, errors, document: compression.document };
    if (original.written !== undefined) await this.#platform.files.remove(original.written);
    return { ...tried, changes, errors };
  }

  async #ask(): Promise<Tried | undefined> {
    this.#prompt = renderRepairPrompt(this.#value, this.#unresolved);
    const { repairWith } = this.#request;
    if (repairWith === undefined) return undefined;
    const tried = { attempt: 'command', name: repairWith, changes: [], errors: this.#unresolved } as const;
    const { code, stdout, timedOut } = await this.#platform.processes.run({
      command: repairWith,
      args: [],
      shell: true,
      cwd: this.#platform.project.folder,
      input: this.#prompt,
      timeoutMs: this.#request.repairTimeoutMs ?? REPAIR_TIMEOUT_MS,
    });
    if (code !== 0)
      return { ...tried, reason: timedOut ? 'the command took too long' : `the command ended with ${code}` };
    const reply = parseRepairReply(stdout.toString('utf8'));
    if (reply === undefined) return { ...tried, reason: 'the reply has no JSON object' };
    const faulty = this.#unresolved.map(({ path }) => path);
    const inventions = listInventions(this.#value, reply, faulty);
    if (inventions.length > 0) return { ...tried, reason: `the reply invents ${inventions.join(', ')}` };
    const judged = await this.#judgeValue(reply);
    return { ...tried, ...judged };
  }

  async #simplify(): Promise<Tried> {
    const tried = { attempt: 3, name: 'working context only', changes: [], errors: this.#unresolved } as const;
    const traceId = findAt(this.#value, '/handoff/trace_id');
    const sessionPath = findAt(this.#value, '/handoff/source/session_path');
    const skill = findAt(this.#value, '/handoff/source/skill');
    if (typeof traceId !== 'string' || typeof sessionPath !== 'string') {
      return { ...tried, applicable: false, reason: 'the original needs trace_id and session_path' };
    }
    const folder = await chooseSessionFolder(this.#platform, {
      named: this.#request.sessionPath,
      inDocument: sessionPath,
      skill: typeof skill === 'string' ? skill : 'unknown',
      traceId,
    });
    const original = await planOriginal(this.#platform, folder, { sessionPath, text: this.#text });
    const value = simplifyPayload(this.#value, original);
    if (value === undefined) return { ...tried, applicable: false, reason: 'there is no working context to keep' };
    const changes = [
      { path: '/handoff/payload', rule: 'simplify', what: `kept working only; the rest is in ${original.path}` },
    ];
    const judged = await this.#judgeValue(value);
    if (judged.document === undefined) return { ...tried, changes: [], ...judged };
    if (this.#request.dryRun !== true && !(await writeOriginal(this.#platform, original))) {
      return { ...tried, changes, reason: `${original.file} was taken by another process` };
    }
    this.#original = { written: original.isWritten ? undefined : original.file, isFallback: false };
    return { ...tried, changes, ...judged };
  }

  async #judge(tried: Omit<Tried, 'errors'>): Promise<Tried> {
    const judged = await this.#judgeValue(this.#value);
    this.#unresolved = judged.errors;
    return { ...tried, ...judged };
  }

  async #judgeValue(value: Json): Promise<{ errors: readonly DocumentIssue[]; document?: HandoffDocument }> {
    if (!isHandoffDocument(value)) return { errors: checkSchema(value) };
    const document = await this.#settle(value);
    const errors = await this.#findErrors(document as unknown as Json);
    return errors.length > 0 ? { errors } : { errors, document };
  }

  /** Count and hash of what is there now; a hash is kept up, not added. */
  #settle(document: HandoffDocument): Promise<HandoffDocument> {
    const isHashed = document.handoff.meta.payload_hash !== undefined;
    return withTokenCount(isHashed ? withPayloadHash(document) : document, this.#counter);
  }

  async #findErrors(value: Json, text?: string): Promise<readonly DocumentIssue[]> {
    if (!isHandoffDocument(value)) return checkSchema(value);
    const tokens = await measureTokens(text ?? renderDocument(value), this.#counter);
    return [...checkTokens(value, tokens).errors, ...checkMeaning(value, this.#platform.clock.now()).errors];
  }

  async #finish(document: HandoffDocument, errors: readonly DocumentIssue[]): Promise<RepairOutcome> {
    const done = { repaired: true, document, attempts: this.#attempts, errors, unresolved: [], prompt: null };
    if (this.#request.dryRun === true) return { ...done, path: null, warnings: this.#warnings };
    const { path, warning } = await writeResult(this.#platform, document, this.#request, this.#original);
    return { ...done, path, warnings: warning === undefined ? this.#warnings : [...this.#warnings, warning] };
  }
}
