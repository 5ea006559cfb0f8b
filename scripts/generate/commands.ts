import { COMMANDS } from '../../src/surfaces/cli/commands.ts';
import type { Command, CommandEntry, FlagTable } from '../../src/surfaces/cli/command.ts';
import { renderFlag } from '../../src/surfaces/cli/help.ts';
import { GLOBAL_FLAGS } from '../../src/surfaces/cli/parse-call.ts';
import { renderMarkdownTable } from './markdown-table.ts';

export async function renderCommandReference(): Promise<string> {
  const sections: string[] = [];
  for (const entry of COMMANDS) sections.push(renderSection(entry, await entry.load()));
  return [
    '# Commands',
    '',
    'Generated from `src/surfaces/cli/`. Every command takes these flags:',
    '',
    renderFlags(GLOBAL_FLAGS),
    '',
    'Exit codes: 0 fine, 1 findings or refusal, 2 wrong usage, 3 conflict or held lock, 4 not found, 70 internal error.',
    'With `--json` the answer is `{"schema_version":1,"data":…}` or `{"schema_version":1,"error":{"code","message","hint"}}`.',
    '',
    ...sections,
  ].join('\n');
}

function renderSection(entry: CommandEntry, command: Command): string {
  const flags = Object.keys(command.flags).length === 0 ? [] : [renderFlags(command.flags), ''];
  return [
    `## baton ${entry.path}`,
    '',
    command.about,
    '',
    '```',
    ['baton', entry.path, command.operands].filter((part) => part !== '').join(' '),
    '```',
    '',
    ...flags,
    ...command.examples.map((example) => `- \`${example.run}\`: ${example.does}`),
    '',
  ].join('\n');
}

const renderFlags = (table: FlagTable): string =>
  renderMarkdownTable(
    ['flag', 'meaning'],
    Object.entries(table).map(([name, flag]) => [`\`${renderFlag(name, flag)}\``, flag.about]),
  );
