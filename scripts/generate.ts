/**
 * Writes everything that is derived from code.
 * `--check` writes nothing and fails where a file differs from what would be written.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { GENERATED } from './generate/generated-files.ts';

const stale = GENERATED.filter(({ path, content }) => !existsSync(path) || readFileSync(path, 'utf8') !== content);
if (process.argv.includes('--check')) {
  for (const { path } of stale) console.error(`${path} is not up to date: run npm run generate`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const { path, content } of stale) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    console.log(`wrote ${path}`);
  }
  console.log(`${GENERATED.length} generated files, ${stale.length} changed`);
}
