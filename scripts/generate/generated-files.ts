import { renderCommandReference } from './commands.ts';
import { renderConfigReference, renderConfigSchemaFile } from './config.ts';
import { renderErrorReference } from './errors.ts';
import { renderRuleReference } from './rules.ts';
import { renderIntegrations } from './integrations.ts';
import { renderEventReference } from './events.ts';
import { renderValidators } from './validators.ts';

export interface GeneratedFile {
  readonly path: string;
  readonly content: string;
}

/** Everything that is derived from code: references in docs/, schemas in schema/, compiled validators. */
export const GENERATED: readonly GeneratedFile[] = [
  { path: 'docs/commands.md', content: await renderCommandReference() },
  { path: 'docs/errors.md', content: renderErrorReference() },
  { path: 'docs/rules.md', content: renderRuleReference() },
  { path: 'docs/config.md', content: renderConfigReference() },
  { path: 'schema/baton-config.schema.json', content: renderConfigSchemaFile() },
  ...renderIntegrations(),
  { path: 'docs/events.md', content: renderEventReference() },
  ...(await renderValidators()),
];
