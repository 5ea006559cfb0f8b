import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { UsePlatform } from './call-tool.ts';
import { createBatonServer } from './server.ts';

/** Serves the client at the other end of standard input and output until it closes them. */
export async function serveOnStdio(
  use: UsePlatform,
  { input, remark }: { readonly input: Readable; remark(text: string): void },
): Promise<void> {
  const handle = serveStdio(() => createBatonServer(use), { onerror: (error) => remark(`mcp: ${error.message}`) });
  if (!input.readableEnded) await Promise.race([once(input, 'end'), once(input, 'close')]);
  await handle.close();
}
