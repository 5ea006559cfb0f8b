import { given } from '../../../../kernel/given.ts';
import type { TokenCounter } from '../../../../kernel/ports/index.ts';
import { composePlatform } from '../../../../compose.ts';
import { KeptTasks } from '../../../../relay/settings/index.ts';
import { serveOnStdio, type UsePlatform } from '../../../mcp/index.ts';
import { defineCommand } from '../../command.ts';

export const mcp = defineCommand({
  operands: '',
  takes: [0, 0],
  about:
    'Serves the tools, resources and prompts of Baton to an MCP client on standard input and output, until the client ends it. baton setup cursor and copilot write the call.',
  isLong: true,
  flags: {},
  examples: [
    { run: 'baton mcp', does: 'as an MCP client starts it' },
    { run: 'baton mcp -C /path/to/project', does: 'for a project elsewhere' },
  ],
  async run({ globals, io }) {
    // A platform of its own for every call: what changes on disk between two calls is seen by the second. A count never
    // changes, and a task store looks for what others wrote at each question.
    const keptTasks = new KeptTasks();
    let tokens: TokenCounter | undefined;
    const use: UsePlatform = async (work) => {
      const platform = await composePlatform({
        folder: globals.folder ?? process.cwd(),
        environment: io.environment,
        // One client, which waits for its answer.
        isBrief: true,
        flags: globals.dataDir === undefined ? {} : { dataDir: globals.dataDir },
        remark: (text) => io.remark(text),
        keptTasks,
        ...given({ tokens }),
      });
      tokens ??= platform.tokens;
      try {
        return await work(platform);
      } catch (error) {
        await keptTasks.drop();
        throw error;
      } finally {
        await platform.close();
      }
    };
    await serveOnStdio(use, { input: process.stdin, remark: (text) => io.remark(text) });
    await keptTasks.drop();
    return { kind: 'value', data: null, text: () => '' };
  },
});
