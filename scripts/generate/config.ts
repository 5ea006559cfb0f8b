import {
  describeAllowed,
  environmentName,
  getSetting,
  renderConfigSchema,
  SETTING_KEYS,
} from '../../src/kernel/config/index.ts';
import { renderMarkdownTable } from './markdown-table.ts';

export const renderConfigSchemaFile = (): string => `${JSON.stringify(renderConfigSchema(), null, 2)}\n`;

export function renderConfigReference(): string {
  const rows = SETTING_KEYS.map((key) => {
    const setting = getSetting(key);
    const standard = setting.default === null ? 'not set' : `\`${String(setting.default)}\``;
    return [`\`${key}\``, describeAllowed(setting), standard, `\`${environmentName(key)}\``, setting.about];
  });
  return [
    '# Configuration',
    '',
    'Generated from `src/kernel/config/settings.ts`. A value comes from, strongest first: a flag, the environment,',
    '`baton.config.json` at the root of the project, the default. `baton config` shows each value and its origin.',
    '',
    '```json',
    JSON.stringify({ $schema: './node_modules/agent-baton/schema/baton-config.schema.json', budget: 2000 }, null, 2),
    '```',
    '',
    renderMarkdownTable(['setting', 'allowed', 'default', 'variable', 'meaning'], rows),
    '',
    'Other variables: `BATON_CACHE_DIR` (where token counts, compiled code and answers are kept), `BATON_DEBUG` (stack traces on',
    'standard error), `NODE_DISABLE_COMPILE_CACHE` (keeps neither compiled code nor answers),',
    '`BATON_PAGER` or `PAGER` (the pager for text that is longer than the terminal, `cat` for none; default `less`),',
    '`NO_COLOR`, `FORCE_COLOR`.',
    '',
  ].join('\n');
}
