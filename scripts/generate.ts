/**
 * Writes everything that is derived from code: references in docs/, schemas in schema/, compiled validators.
 * `--check` writes nothing and fails where a file differs from what would be written.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { renderCommandReference } from './generate/commands.ts';
import { renderConfigReference, renderConfigSchemaFile } from './generate/config.ts';
import { renderErrorReference } from './generate/errors.ts';
import { renderRuleReference } from './generate/rules.ts';
import { renderIntegrations } from './generate/integrations.ts';
import { renderEventReference } from './generate/events.ts';
import { renderValidators } from './generate/validators.ts';

export interface GeneratedFile {
  readonly path: string;
  readonly content: string;
}

const files: GeneratedFile[] = [
  { path: 'docs/commands.md', content: await renderCommandReference() },
  { path: 'docs/errors.md', content: renderErrorReference() },
  { path: 'docs/rules.md', content: renderRuleReference() },
  { path: 'docs/config.md', content: renderConfigReference() },
  { path: 'schema/baton-config.schema.json', content: renderConfigSchemaFile() },
  ...renderIntegrations(),
  { path: 'docs/events.md', content: renderEventReference() },
  ...(await renderValidators()),
];

const stale = files.filter(({ path, content }) => !existsSync(path) || readFileSync(path, 'utf8') !== content);
if (process.argv.includes('--check')) {
  for (const { path } of stale) console.error(`${path} is not up to date: run npm run generate`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const { path, content } of stale) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    console.log(`wrote ${path}`);
  }
  console.log(`${files.length} generated files, ${stale.length} changed`);
}
