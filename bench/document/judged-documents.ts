/** Documents of different kinds with the facts that the next agent must still find after compression. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { HandoffDocument } from '../../src/protocols/document/index.ts';

export interface Fact {
  /** Fragments that must occur close to each other. */
  readonly fact: readonly string[];
  /** The limits in tokens at which it must survive. */
  readonly at: readonly number[];
}

export interface JudgedDocument {
  readonly name: string;
  readonly document: HandoffDocument;
  readonly facts: readonly Fact[];
}

const FOLDER = fileURLToPath(new URL('../../conformance/cases/document-facts/', import.meta.url));

const readCase = (name: string, file: string): unknown => JSON.parse(readFileSync(`${FOLDER}${name}/${file}`, 'utf8'));

export const judgedDocuments = (): JudgedDocument[] =>
  readdirSync(FOLDER).map((name) => ({
    name,
    document: readCase(name, 'input.json') as HandoffDocument,
    facts: readCase(name, 'facts.json') as Fact[],
  }));

/** Fragments of one fact further apart than this no longer belong to one statement. */
const WINDOW = 400;

/** The facts for a limit that a text does not have. Whether it is JSON, cut JSON or prose makes no difference. */
export function findLostFacts(text: string, facts: readonly Fact[], limit: number): Fact[] {
  const plain = plainText(text);
  return facts.filter(({ at, fact }) => at.includes(limit) && !holdsFact(plain, fact.map(plainText)));
}

export const countFacts = (facts: readonly Fact[], limit: number): number =>
  facts.filter(({ at }) => at.includes(limit)).length;

/** As a reader sees it: escapes resolved, quotes and white space without meaning. */
const plainText = (text: string): string =>
  text
    .replaceAll(/\\[nrt]/g, ' ')
    .replaceAll(/\\?"/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();

function holdsFact(text: string, [first = '', ...others]: readonly string[]): boolean {
  for (let at = text.indexOf(first); at !== -1; at = text.indexOf(first, at + 1)) {
    const start = Math.max(0, at - WINDOW);
    const around = text.slice(start, at + first.length + WINDOW);
    if (others.every((other) => around.indexOf(other) !== -1)) return true;
  }
  return false;
}
