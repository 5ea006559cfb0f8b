import { expect } from 'vitest';
import { createScanner } from '../../src/guard/index.ts';

const scanner = createScanner();

/** What the rules for secrets find, without the others and the model. */
export const secretsIn = (text: string) => scanner.scan(text, { kinds: ['secret'], model: false });

export const silent = (texts: readonly string[]): void => {
  for (const text of texts) expect([text, secretsIn(text).map(({ rule }) => rule)]).toEqual([text, []]);
};

/** By the name of the rule; words after it tell texts of one rule apart. */
export const found = (texts: Readonly<Record<string, string>>): void => {
  for (const [id, text] of Object.entries(texts))
    expect([text, secretsIn(text).map(({ rule }) => rule)]).toEqual([text, [`secret-${id.replace(/ .*/, '')}`]]);
};
