import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { testImportClosure } from '../support/import-closure.ts';
import { DEFAULT_PROJECT } from '../test/vitest-arguments.ts';

/** A vitest project: a name and which files belong to it. */
export interface Suite {
  readonly name: string;
  readonly include: readonly string[];
}

/** The suites that some script of package.json runs. */
export async function readSuitesRun(root: string): Promise<Suite[]> {
  const config: unknown = await import(pathToFileURL(join(root, 'vitest.config.ts')).href);
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const commands = Object.values(recordAt(manifest, 'scripts')).filter((command) => typeof command === 'string');
  return suitesOf(config).filter(({ name }) => commands.some((command) => runsSuite(command, name)));
}

/** True if a package script starts vitest, itself or through scripts/test.ts, on this suite. */
export function runsSuite(command: string, suite: string): boolean {
  const words = command.split(/\s+/);
  const own = words.some((word) => word.endsWith('scripts/test.ts'));
  if (!own && !words.includes('vitest')) return false;
  const named = words.flatMap((word, at) => {
    if (word === '--project') return [words[at + 1] ?? ''];
    return word.startsWith('--project=') ? [word.slice('--project='.length)] : [];
  });
  if (named.length > 0) return named.includes(suite);
  return own ? suite === DEFAULT_PROJECT : true;
}

/** Test files of the suites, and every file they import: a contract suite runs in every file that imports it. */
export function filesRun(root: string, testFiles: readonly string[], suites: readonly Suite[]): Set<string> {
  const patterns = suites.flatMap(({ include }) => include.map(globPattern));
  const own = testFiles.filter((file) => patterns.some((pattern) => pattern.test(file)));
  return testImportClosure(root, own);
}

/** `**` for any folders, `*` for anything but a slash, `{a,b}` for a choice: what include patterns use. */
export function globPattern(glob: string): RegExp {
  const source = glob.replaceAll(/\*\*\/|\*|\{[^{}]*\}|[.+?^$()|[\]\\]/g, (part) => {
    if (part === '**/') return '(?:[^/]+/)*';
    if (part === '*') return '[^/]*';
    if (part.startsWith('{')) return `(?:${part.slice(1, -1).split(',').join('|')})`;
    return `\\${part}`;
  });
  return new RegExp(`^${source}$`);
}

function suitesOf(config: unknown): Suite[] {
  const projects = recordAt(recordAt(config, 'default'), 'test')['projects'];
  return (Array.isArray(projects) ? projects : []).map((project) => {
    const { name, include } = recordAt(project, 'test');
    if (typeof name !== 'string' || !Array.isArray(include))
      throw new Error('vitest.config.ts: a project without name or include');
    return { name, include: include.filter((glob) => typeof glob === 'string') };
  });
}

function recordAt(value: unknown, key: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return {};
  const found: unknown = Reflect.get(value, key);
  return typeof found === 'object' && found !== null ? { ...found } : {};
}
