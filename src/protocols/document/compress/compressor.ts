import type { Json } from '../../../kernel/json.ts';
import type { TokenCounter } from '../../../kernel/ports/index.ts';
import { withPayloadHash } from '../checks/payload-hash.ts';
import { findAt } from '../pointer.ts';
import { renderDocument } from '../render.ts';
import { reportTokens, withTokenCount } from '../checks/tokens.ts';
import type { HandoffDocument } from '../types.ts';
import { COUNT_MARGIN, type Compression, type CompressionStep } from './compression.ts';
import { extractsOf, listLargest, textField, type ExtractField, type Field } from './fields.ts';
import { FieldFiller } from './fill-fields.ts';
import { collapseMembers, moveLargest, type Moved } from './move-members.ts';
import { withOriginal, type OriginalFile } from '../original.ts';
import type { ScanText } from '../checks/scan-strings.ts';
import {
  bareChain,
  leaveOutDerived,
  moveSession,
  removeOptional,
  sizeOf,
  summarize,
  tightenChain,
  trimReferences,
  WORKING,
  type Change,
  type Changed,
} from './strategies.ts';

/** No text has this many bytes per token on average: what is longer need not be counted to know it does not fit. */
const MAX_TOKEN_BYTES = 24;

/** Leaves out and shortens, one strategy after the other, until the document fits. */
export class Compressor {
  readonly #original: HandoffDocument;
  readonly #counter: TokenCounter;
  readonly #limit: number;
  readonly #before: number;
  readonly #steps: CompressionStep[] = [];
  #current: HandoffDocument;
  readonly #extractField: ExtractField;
  #fields: Field[] = [];

  constructor(document: HandoffDocument, file: OriginalFile, counter: TokenCounter, limit: number, before: number) {
    this.#original = document;
    this.#counter = counter;
    this.#limit = limit;
    this.#before = before;
    this.#extractField = extractsOf(document);
    this.#current = withOriginal(document, file);
  }

  async run(loadScan: (() => Promise<ScanText>) | undefined): Promise<Compression> {
    const isDone =
      (await this.#apply('1 remove optional fields', removeOptional)) ||
      (await this.#apply('2 move session to references', moveSession)) ||
      (await this.#apply('3 summarize long text', (document) => summarize(document, this.#counter, this.#limit))) ||
      (await this.#apply('4 move references to the file, the least relevant first', trimReferences)) ||
      (await this.#move('4 move members to the file, largest first', (document) =>
        moveLargest(document, this.#original, this.#extractField, (next) => this.#fits(next)),
      )) ||
      (await this.#apply('shorten the chain', tightenChain)) ||
      (await this.#move('describe the remaining members together', (document) =>
        collapseMembers({ document, changes: [], fields: this.#fields }, this.#original, (next) => this.#fits(next)),
      )) ||
      (await this.#apply('shorten the chain to its ends', bareChain)) ||
      (await this.#apply('leave out what can be derived', leaveOutDerived));
    const document = isDone ? await this.#fill(loadScan) : await this.#settle(this.#current);
    const fits = document.handoff.meta.token_count <= this.#limit;
    return {
      document,
      tokens: reportTokens(document, this.#counter),
      before: this.#before,
      limit: this.#limit,
      fits,
      needsOriginal: true,
      steps: this.#reportSteps(document),
      largest: fits ? [] : await listLargest(document, this.#counter),
    };
  }

  async #apply(strategy: string, run: (document: HandoffDocument) => Changed | Promise<Changed>): Promise<boolean> {
    const { document, changes } = await run(this.#current);
    this.#remember(changes);
    return await this.#record(strategy, document, changes);
  }

  async #move(strategy: string, run: (document: HandoffDocument) => Promise<Moved>): Promise<boolean> {
    const { document, changes, fields } = await run(this.#current);
    const paths = new Set(fields.map(({ path }) => path));
    // A member that moved as a whole takes its shortened texts with it.
    const isInside = ({ path }: Field): boolean =>
      [...paths].some((moved) => path === moved || path.startsWith(`${moved}/`));
    const isGone = ({ path }: Field): boolean => path.startsWith(`${WORKING}/`) && findAt(document, path) === undefined;
    this.#fields = [...this.#fields.filter((field) => !isInside(field) && !isGone(field)), ...fields];
    return await this.#record(strategy, document, changes);
  }

  /** What was taken away is shown as an extract, if there is room in the end. */
  #remember(changes: readonly Change[]): void {
    for (const { kind, path } of changes) {
      const value = findAt(this.#original, path) as Json | undefined;
      if (value === undefined) continue;
      if (kind !== 'shortened') this.#fields.push(this.#extractField(path, value));
      else if (path.startsWith(`${WORKING}/`)) this.#fields.push(textField(path, String(value)));
      else if (typeof value === 'string') this.#fields.push(this.#extractField(path, value));
    }
  }

  async #record(strategy: string, document: HandoffDocument, changes: readonly Change[]): Promise<boolean> {
    if (changes.length === 0) return false;
    this.#current = document;
    const counted = await this.#measure(document);
    this.#steps.push({ strategy, tokens: counted, changes });
    return counted <= this.#limit;
  }

  async #measure(document: HandoffDocument): Promise<number> {
    const roughly = await this.#counter.count(renderDocument(withPayloadHash(document)));
    if (roughly > this.#limit + COUNT_MARGIN) return roughly;
    return (await this.#settle(document)).handoff.meta.token_count;
  }

  async #fits(document: HandoffDocument): Promise<boolean> {
    const text = renderDocument(document);
    if (text.length > this.#limit * MAX_TOKEN_BYTES) return false;
    return (await this.#measure(document)) <= this.#limit;
  }

  #settle(document: HandoffDocument): Promise<HandoffDocument> {
    return withTokenCount(withPayloadHash(document), this.#counter);
  }

  async #fill(loadScan: (() => Promise<ScanText>) | undefined): Promise<HandoffDocument> {
    const filler = new FieldFiller(this.#current, this.#fields, this.#limit, (next) => this.#settle(next));
    const filled = await filler.fill();
    return loadScan === undefined ? filled : await filler.quieten(filled, this.#original, await loadScan());
  }

  /** How long the extracts came out in the end. */
  #reportSteps(document: HandoffDocument): CompressionStep[] {
    const places = new Map(this.#fields.map(({ path }) => [path, sizeOf(findAt(document, path) ?? '')]));
    return this.#steps.map((step) => ({
      ...step,
      changes: step.changes.map((change) => {
        const shown = places.get(change.path);
        return shown === undefined ? change : { ...change, bytesAfter: shown };
      }),
    }));
  }
}
