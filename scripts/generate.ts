/**
 * Writes everything that is derived from code.
 * `--check` writes nothing and fails if a file differs from what would be written.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { GeneratedFile } from './generate/generated-file.ts';
import { renderValidators } from './generate/validators.ts';

const isCheck = process.argv.includes('--check');
const validators = await renderValidators();
const changed = update(validators);
// The references are made by code that imports the validators, so these are written first.
const { renderReferences } = await import('./generate/references.ts');
const references = await renderReferences();
const stale = changed + update(references);
if (!isCheck) console.log(`${validators.length + references.length} generated files, ${stale} changed`);
process.exitCode = isCheck && stale > 0 ? 1 : 0;

/** Returns how many are not as they should be. */
function update(files: readonly GeneratedFile[]): number {
  const old = files.filter(({ path, content }) => !existsSync(path) || readFileSync(path, 'utf8') !== content);
  for (const { path, content } of old) {
    if (isCheck) {
      console.error(`${path} is not up to date: run npm run generate`);
      continue;
    }
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    console.log(`wrote ${path}`);
  }
  return old.length;
}
