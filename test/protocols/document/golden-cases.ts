import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface GoldenCase {
  readonly name: string;
  readonly input: Buffer;
  readonly expected: {
    readonly valid: boolean;
    readonly errors: readonly { readonly path: string; readonly rule: string; readonly repair: string }[];
    readonly warnings: readonly { readonly path: string; readonly rule: string }[];
  };
}

const FOLDER = fileURLToPath(new URL('../../../conformance/cases/document', import.meta.url));

/** Every folder of golden cases: the bytes of a document and what must be said about them. */
export const goldenCases = (): GoldenCase[] =>
  readdirSync(FOLDER).map((name) => ({
    name,
    input: readFileSync(`${FOLDER}${name}/input.json`),
    expected: JSON.parse(readFileSync(`${FOLDER}${name}/expected.json`, 'utf8')) as GoldenCase['expected'],
  }));
