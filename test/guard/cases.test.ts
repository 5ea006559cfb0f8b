/** Golden cases, one folder per rule: `find-…` must be found by that rule, `ok-…` must not. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createScanner, listRules } from '../../src/guard/index.ts';
import { verifies } from '../support/verifies.ts';

const FOLDER = 'test/guard/cases';
const scanner = createScanner();

interface Case {
  readonly rule: string;
  readonly name: string;
  readonly text: string;
  /** A name such as `find-comment__LOG.md` is judged as that file of a handoff. */
  readonly file: string | undefined;
}

const cases: Case[] = readdirSync(FOLDER).flatMap((rule) =>
  readdirSync(join(FOLDER, rule)).map((name) => {
    const file = name.split('__')[1];
    return {
      rule,
      name,
      text: readFileSync(join(FOLDER, rule, name), 'utf8'),
      file: file === undefined ? undefined : `.ai/handoff/${file}`,
    };
  }),
);

/** The model may see the same place; the phrases must show without it. */
const rulesFound = ({ rule, text, file }: Case, model = rule !== 'inject-seed-phrase'): string[] =>
  scanner
    .scan(text, { model, inlineAllows: true, ...(file === undefined ? {} : { file }) })
    .map((finding) => finding.rule);

test.each(
  cases.filter(({ name }) => name.startsWith('find-')).map((each) => [`${each.rule}/${each.name}`, each] as const),
)('found: %s', (_, each) => expect(rulesFound(each)).toContain(each.rule));

test.each(
  cases.filter(({ name }) => name.startsWith('ok-')).map((each) => [`${each.rule}/${each.name}`, each] as const),
)('silent: %s', (_, each) => expect(rulesFound(each)).not.toContain(each.rule));

/** Rules that need more than a text: a limit, a file that cannot be read, a list with a date. */
const PROVEN_ELSEWHERE = new Set(['structure-limit', 'structure-not-scanned', 'structure-allow-expired']);

verifies(
  ['GRD-001', 'GRD-004'],
  'every rule but the secrets has a case it must find and one it must leave alone',
  () => {
    const ruled = listRules().filter(({ id, kind }) => kind !== 'secret' && !PROVEN_ELSEWHERE.has(id));
    const lacking = ruled.filter(
      ({ id }) =>
        !['find-', 'ok-'].every((start) => cases.some(({ rule, name }) => rule === id && name.startsWith(start))),
    );
    expect(lacking.map(({ id }) => id)).toEqual([]);
  },
);

/** Described in words, because it cannot be shown on a page or is no part of a text. */
const EXAMPLE_IN_WORDS = new Set([...PROVEN_ELSEWHERE, 'structure-hidden-text', 'structure-allow-invalid']);

verifies(
  'GRD-001',
  'every documented example is caught by the very rule it stands for, without the model’s help',
  () => {
    const documented = listRules().filter(
      ({ id, kind }) => (kind === 'injection' || kind === 'structure') && !EXAMPLE_IN_WORDS.has(id),
    );
    expect(documented.length).toBeGreaterThan(20);
    for (const { id, kind, example } of documented) {
      const file = kind === 'structure' ? 'LOG.md' : undefined;
      expect([id, rulesFound({ rule: id, name: '', text: example, file }, id === 'inject-model')]).toEqual([
        id,
        expect.arrayContaining([id]),
      ]);
    }
  },
);

verifies(
  ['GRD-002', 'GRD-003'],
  'hidden, encoded and misplaced text is found, honest text of the same looks is not',
  () => {
    const structural = cases.filter(({ rule }) => rule.startsWith('structure-'));
    expect(structural.filter(({ name }) => name.startsWith('find-')).length).toBeGreaterThan(20);
    for (const each of structural) {
      const isFound = rulesFound(each).includes(each.rule);
      expect([each.name, isFound]).toEqual([each.name, each.name.startsWith('find-')]);
    }
  },
);

verifies('GRD-011', 'personal data is found by its check digits and silent without them', () => {
  for (const each of cases.filter(({ rule }) => rule.startsWith('pii-'))) {
    expect([each.rule, each.name, rulesFound(each).includes(each.rule)]).toEqual([
      each.rule,
      each.name,
      each.name.startsWith('find-'),
    ]);
  }
});
