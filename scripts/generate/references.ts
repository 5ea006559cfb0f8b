import { renderCommandReference } from './commands.ts';
import { renderConfigReference, renderConfigSchemaFile } from './config.ts';
import { renderDecisionList } from './decisions.ts';
import { renderErrorReference } from './errors.ts';
import { renderRuleReference } from './rules.ts';
import { renderIntegrations } from './integrations.ts';
import { renderEventReference } from './events.ts';
import type { GeneratedFile } from './generated-file.ts';

/** References in docs/, schemas in schema/, texts of the integrations: all that is made by the code itself. */
export const renderReferences = async (): Promise<GeneratedFile[]> => [
  { path: 'docs/commands.md', content: await renderCommandReference() },
  { path: 'docs/errors.md', content: renderErrorReference() },
  { path: 'docs/rules.md', content: renderRuleReference() },
  { path: 'docs/config.md', content: renderConfigReference() },
  { path: 'schema/baton-config.schema.json', content: renderConfigSchemaFile() },
  ...renderIntegrations(),
  { path: 'docs/adr/README.md', content: renderDecisionList() },
  { path: 'docs/events.md', content: renderEventReference() },
];
