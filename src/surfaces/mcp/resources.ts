import { ResourceNotFoundError, ResourceTemplate, type McpServer } from '@modelcontextprotocol/server';
import { BatonError } from '../../kernel/errors/index.ts';
import { read, readManifest } from '../../relay/project/index.ts';
import { listTasks, showTask } from '../../relay/tasks/index.ts';
import { readTrace } from '../../relay/trace/index.ts';
import type { UsePlatform } from './call-tool.ts';

const MAX_LISTED = 50;
const NOT_FOUND = 4;

const json = (uri: URL, value: unknown) => ({
  contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(value) }],
});

const one = (value: string | string[] | undefined): string => decodeURIComponent(String(value ?? ''));

/** What is not there gets the answer clients know for it, with its address. */
async function reading<T>(uri: URL, value: Promise<T>): Promise<T> {
  try {
    return await value;
  } catch (error) {
    if (error instanceof BatonError && error.exitCode === NOT_FOUND)
      throw new ResourceNotFoundError(uri.href, error.message);
    throw error;
  }
}

/** What can be read without a tool: the manifest, handoff files (framed as data), tasks and traces. */
export function registerResources(server: McpServer, use: UsePlatform): void {
  server.registerResource(
    'manifest',
    'baton://manifest',
    { title: 'Manifest', description: 'State and checksums of the handoff files', mimeType: 'application/json' },
    async (uri) => json(uri, await reading(uri, use(readManifest))),
  );
  const files = new ResourceTemplate('baton://file/{name}', {
    list: async () => {
      const { files: known } = await use(readManifest).catch(() => ({ files: {} }));
      return {
        resources: Object.keys(known).map((name) => ({ uri: `baton://file/${encodeURIComponent(name)}`, name })),
      };
    },
  });
  server.registerResource(
    'file',
    files,
    { title: 'Handoff file', description: 'A handoff file, framed as data', mimeType: 'text/markdown' },
    async (uri, { name }) => {
      const { text } = await reading(
        uri,
        use((platform) => read(platform, { file: one(name) })),
      );
      return { contents: [{ uri: uri.href, mimeType: 'text/markdown', text }] };
    },
  );
  const tasks = new ResourceTemplate('baton://tasks/{id}', {
    list: async () => {
      const found = await use((platform) => listTasks(platform, { limit: MAX_LISTED })).catch(() => []);
      return { resources: found.map(({ id, title }) => ({ uri: `baton://tasks/${id}`, name: id, title })) };
    },
  });
  server.registerResource(
    'task',
    tasks,
    { title: 'Task', description: 'A task with its run and result', mimeType: 'application/json' },
    async (uri, { id }) => {
      const found = await reading(
        uri,
        use((platform) => showTask(platform, one(id))),
      );
      return json(uri, found.entry);
    },
  );
  server.registerResource(
    'trace',
    new ResourceTemplate('baton://trace/{id}', { list: undefined }),
    {
      title: 'Trace',
      description: 'Everything recorded under one trace, task or handoff',
      mimeType: 'application/json',
    },
    async (uri, { id }) =>
      json(
        uri,
        await reading(
          uri,
          use((platform) => readTrace(platform, one(id))),
        ),
      ),
  );
}
