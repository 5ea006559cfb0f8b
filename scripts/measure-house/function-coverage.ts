import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A function of `src` that ran, with how often. */
export interface FunctionRun {
  readonly file: string;
  readonly name: string;
  readonly calls: number;
}

/** What the transpiler adds to a module, and what V8 calls the initializers of a class. */
const ADDED = new Set(['__name', '__export', '__copyProps', '<static_initializer>', '<instance_members_initializer>']);

/**
 * Reads the reports that NODE_V8_COVERAGE left in a folder. Named functions of written code count: a callback without a
 * name is part of the function around it, and nobody reads generated validators.
 */
export function readFunctionRuns(root: string, folder: string): FunctionRun[] {
  const src = pathToFileURL(join(root, 'src')).href;
  const runs = new Map<string, FunctionRun>();
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.json'))) {
    for (const { url, functions } of parseReport(readFileSync(join(folder, name), 'utf8'))) {
      if (!url.startsWith(`${src}/`) || url.includes('.gen.')) continue;
      const file = url.slice(src.length - 'src'.length).replace(/\?.*$/, '');
      for (const { functionName, ranges } of functions) {
        const [whole] = ranges;
        if (whole === undefined || whole.count === 0 || functionName === '' || ADDED.has(functionName)) continue;
        const key = `${file}:${whole.startOffset}:${whole.endOffset}`;
        const calls = (runs.get(key)?.calls ?? 0) + whole.count;
        runs.set(key, { file, name: functionName, calls });
      }
    }
  }
  return [...runs.values()];
}

interface ScriptReport {
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[];
  }[];
}

const parseReport = (text: string): readonly ScriptReport[] =>
  (JSON.parse(text) as { readonly result: readonly ScriptReport[] }).result;
