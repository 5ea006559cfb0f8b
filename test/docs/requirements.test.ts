import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { PAGES } from '../../scripts/conformance/pages.ts';
import { readRequirements } from '../../scripts/conformance/requirements.ts';

const { pages, problems } = readRequirements(process.cwd());
const SPEC_FOLDER = resolve('../shared/spec');

test('the requirement files are well formed, sorted and free of doubles', () => {
  expect(problems).toEqual([]);
  expect(pages.every(({ requirements }) => requirements.length > 0)).toBe(true);
});

test('they hold exactly the numbers of the specification pages', ({ skip }) => {
  skip(!existsSync(SPEC_FOLDER), 'the specification pages are not beside this checkout');
  const prefixes = PAGES.map(({ prefix }) => prefix).join('|');
  const numbers = readdirSync(SPEC_FOLDER)
    .filter((name) => name.endsWith('.md'))
    .flatMap(
      (name) =>
        readFileSync(join(SPEC_FOLDER, name), 'utf8').match(new RegExp(`\\b(?:${prefixes})-\\d{3}\\b`, 'g')) ?? [],
    );
  const held = pages.flatMap(({ requirements }) => requirements.map(({ id }) => id));
  expect(held.sort()).toEqual([...new Set(numbers)].sort());
});
