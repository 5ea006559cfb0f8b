import { fromJsonSchema, type McpServer } from '@modelcontextprotocol/server';
import { WORK_KINDS } from '../../protocols/project/index.ts';
import { lint, orient } from '../../relay/project/index.ts';
import type { UsePlatform } from './call-tool.ts';
import { hintForTools } from './hint-for-tools.ts';
import { Arguments, oneOf, takes } from './tool.ts';

const say = (text: string) => ({ messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] });

/** What a person picks from a list: begin where the last session ended, and end this one well. */
export function registerPrompts(server: McpServer, use: UsePlatform): void {
  server.registerPrompt(
    'resume',
    {
      title: 'Resume',
      description: 'Begin where the last session ended',
      argsSchema: fromJsonSchema(takes({ for: { ...oneOf(...WORK_KINDS), description: 'kind of work; default fix' } })),
    },
    async (args) => {
      const kind = new Arguments(args).choose('for', WORK_KINDS) ?? 'fix';
      const { text } = await use((platform) =>
        orient(platform, { kind, readOnly: true, door: { reword: hintForTools } }),
      );
      return say(`Continue the work on this project. This is what the last session left:\n\n${text}`);
    },
  );
  server.registerPrompt('close', { title: 'Close', description: 'Hand over to the next session' }, async () => {
    const { findings } = await use(lint);
    const state =
      findings.length === 0
        ? 'The handoff files are clean.'
        : `baton_check finds ${findings.length} things to fix first.`;
    return say(
      `Hand this session over. ${state} Call baton_handoff with what was done, what is true now and what comes next.`,
    );
  });
}
