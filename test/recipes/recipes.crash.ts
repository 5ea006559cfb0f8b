/** Follows each recipe of CONTRIBUTING.md in a copy of the tree: its list of files is complete, and the change works. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { locateMutant } from '../../scripts/mutants/locate.ts';
import { readWorkTree } from '../../scripts/mutants/work-tree.ts';
import { copyWorkTree } from '../../scripts/support/copy-work-tree.ts';
import { flag } from './flag.ts';
import { guardRule } from './guard-rule.ts';
import { messageType } from './message-type.ts';
import type { Recipe, RecipeEdit } from './recipe.ts';

const REPO = resolve(import.meta.dirname, '../..');
const RECIPES: readonly (readonly [recipe: Recipe, mostFiles: number, mostByHand: number])[] = [
  [guardRule, 6, 5],
  [messageType, 8, 6],
  [flag, 5, 4],
];

/** A copy of the tree is checked and tested four times. */
const LONG_MS = 300_000;

let copy: string;

beforeAll(() => {
  copy = realpathSync(mkdtempSync(join(tmpdir(), 'baton-recipe-')));
  copyWorkTree(REPO, copy);
  git('init', '--quiet');
  writeFileSync(join(copy, '.git/info/exclude'), 'node_modules\n');
  commit();
}, LONG_MS);
afterAll(() => rmSync(copy, { recursive: true, force: true }), LONG_MS);

test.each(RECIPES.map(([recipe, ...limits]) => [recipe.title, recipe, ...limits] as const))(
  '%s touches the files that its recipe lists, and works',
  (_, recipe, mostFiles, mostByHand) => {
    for (const edit of recipe.edits) apply(edit);
    assertRuns('tsx/dist/cli.mjs', 'scripts/generate.ts');
    const touched = git('status', '--porcelain', '--untracked-files=all', '-z')
      .split('\0')
      .filter((row) => row !== '')
      .map((row) => row.slice(3))
      .sort();
    expect(touched).toEqual(listedFiles(recipe.title));
    expect(touched.length).toBeLessThanOrEqual(mostFiles);
    expect(new Set(recipe.edits.map(({ file }) => file)).size).toBeLessThanOrEqual(mostByHand);
    commit();
    assertRuns('vitest/vitest.mjs', 'run', '--project', 'fast', '--maxWorkers=1', ...recipe.tests);
  },
  LONG_MS,
);

test(
  'with all of them the types fit, and no layer is crossed',
  () => {
    assertRuns('typescript/bin/tsc', '-p', '.');
    assertRuns('vitest/vitest.mjs', 'run', '--project', 'fast', '--maxWorkers=1', 'test/architecture');
  },
  LONG_MS,
);

/** The paths in the list of a recipe's section, as `path` at the beginning of an item. */
function listedFiles(title: string): string[] {
  const page = readFileSync(join(REPO, 'CONTRIBUTING.md'), 'utf8');
  const section = page.split(/^### /m).find((part) => part.startsWith(`${title}\n`)) ?? '';
  return [...section.matchAll(/^(?:\d+\.|-) `([^`]+)`/gm)].map((match) => match[1] ?? '').sort();
}

function apply(edit: RecipeEdit): void {
  const path = join(copy, edit.file);
  if ('content' in edit) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, edit.content);
    return;
  }
  const text = readFileSync(path, 'utf8');
  const place = edit.symbol === undefined ? placeOf(text, edit.find) : symbolPlace(edit);
  writeFileSync(path, `${text.slice(0, place.start)}${edit.replace}${text.slice(place.end)}`);
}

function placeOf(text: string, find: string): { start: number; end: number } {
  const start = text.indexOf(find);
  if (start === -1) throw new Error(`not found: ${find}`);
  return { start, end: start + find.length };
}

function symbolPlace(edit: Exclude<RecipeEdit, { content: string }>): { start: number; end: number } {
  const located = locateMutant(readWorkTree(copy), { id: 'recipe', tests: [], why: 'recipe', ...edit });
  if (located.kind === 'lost') throw new Error(located.reason);
  expect(located.location.file).toBe(edit.file);
  return located.location;
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: copy, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}

function commit(): void {
  git('add', '--all');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--no-verify', '--message', 'step');
}

function assertRuns(program: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(copy, 'node_modules', program), ...args], {
    cwd: copy,
    encoding: 'utf8',
    timeout: LONG_MS,
    env: { ...process.env, FORCE_COLOR: undefined },
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
}
