import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { BATON, openProject, openTaskStage } from './commands/stages.ts';
import { defineBenchmark, type Case } from './frame/index.ts';

const CALLS = 30;
const ROUNDS = 5;
const LIMIT_MS = 10;

interface Call {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** What an agent waits for at a tool of a server that has been running for a while. */
export const benchmark = defineBenchmark({
  about: 'calls of MCP tools at a running server, in a usual project and beside many tasks, beside a call of its list',
  async prepare({ folder, quick }) {
    const large = quick ? 1_000 : 10_000;
    const env = { BATON_CACHE_DIR: join(folder, 'cache') };
    const project = await connect(openProject(join(folder, 'project'), env), env);
    const stage = await openTaskStage(join(folder, 'many'), large, 1);
    const tasks = await connect(stage.folder, env);
    const { id, run } = stage.kept;
    const many = `${large.toLocaleString('en-US')} tasks`;
    const cases = [
      toCase('baton_orient', project, { name: 'baton_orient', arguments: {} }),
      toCase(`baton_task list, ${many}`, tasks, { name: 'baton_task', arguments: { action: 'list', status: 'ready' } }),
      toCase(`baton_task show, ${many}`, tasks, { name: 'baton_task', arguments: { action: 'show', id } }),
      toCase(`baton_heartbeat, ${many}`, tasks, {
        name: 'baton_heartbeat',
        arguments: { id, run_id: run, agent: 'bench' },
      }),
    ];
    return { cases, cleanUp: async () => void (await Promise.all([project.close(), tasks.close()])) };
  },
});

async function connect(cwd: string, env: Readonly<Record<string, string>>): Promise<Client> {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  const own = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...env };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [BATON, 'mcp'], cwd, env: own }));
  return client;
}

/** Median of several calls, one after the other. The floor is what the way there and back costs. */
function toCase(title: string, client: Client, call: Call): Case {
  const median = async (work: () => Promise<unknown>): Promise<number> => {
    const times: number[] = [];
    for (let n = 0; n < CALLS; n++) {
      const began = performance.now();
      await work();
      times.push(performance.now() - began);
    }
    return times.toSorted((a, b) => a - b)[CALLS >> 1] ?? 0;
  };
  const callTool = async (): Promise<void> => {
    const { isError, content } = await client.callTool({ name: call.name, arguments: { ...call.arguments } });
    if (isError === true) throw new Error(`${call.name}: ${JSON.stringify(content)}`);
  };
  return {
    title,
    unit: 'ms',
    rounds: ROUNDS,
    ours: { name: call.name, measure: () => median(callTool) },
    floor: { name: 'ping', measure: () => median(() => client.ping()) },
    target: { limit: LIMIT_MS },
  };
}
