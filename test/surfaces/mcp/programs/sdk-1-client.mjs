// A client of SDK 1.x, as hosts still have it: node sdk-1-client.mjs SDK_FOLDER COMMAND ARGS… prints what it was told.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [sdk, command, ...args] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(join(sdk, 'dist', 'esm', 'client', path)).href);
const [{ Client }, { StdioClientTransport }] = await Promise.all([load('index.js'), load('stdio.js')]);

const client = new Client({ name: 'sdk-1', version: '1.0.0' });
await client.connect(new StdioClientTransport({ command, args, stderr: 'inherit' }));
const call = (name, input) => client.callTool({ name, arguments: input });
const { tools } = await client.listTools();
const made = await call('baton_task', { action: 'new', title: 'From an older client', agent: 'older' });
const listed = await call('baton_task', { action: 'list' });
const wrong = await call('baton_read', { file: 'NOTHING.md' });
const orient = await call('baton_orient', { budget: 1000 });
const { resources } = await client.listResources();
const { prompts } = await client.listPrompts();
console.log(
  JSON.stringify({
    protocol: client.getServerVersion(),
    tools: tools.map(({ name }) => name),
    made: made.structuredContent,
    listed: listed.structuredContent,
    wrong: wrong.isError,
    orient: typeof orient.structuredContent,
    resources: resources.length,
    prompts: prompts.map(({ name }) => name),
  }),
);
await client.close();
