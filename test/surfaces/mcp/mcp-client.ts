import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';
import { CLI } from '../../support/run-baton.ts';

export type Era = '2026-07-28' | '2025';
export const ERAS: readonly Era[] = ['2026-07-28', '2025'];

export interface Answer {
  readonly isError: boolean;
  readonly data: Record<string, unknown>;
}

/** A client of this era, at the other end of `baton mcp` in this folder. */
export async function connect(
  folder: string,
  era: Era,
  args: readonly string[] = ['mcp'],
  environment: Readonly<Record<string, string>> = {},
) {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation: { mode: era === '2025' ? 'legacy' : { pin: era } } },
  );
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, ...args],
    cwd: folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      BATON_CACHE_DIR: join(tmpdir(), 'baton-test-cache'),
      ...environment,
    },
    stderr: 'pipe',
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const call = async (name: string, values: Record<string, unknown> = {}): Promise<Answer> => {
    const result = await client.callTool({ name, arguments: values });
    const [first] = result.content as { type: string; text: string }[];
    const data = JSON.parse(first?.text ?? '') as Record<string, unknown>;
    // The text says the same as the structured content.
    if (result.isError !== true && JSON.stringify(result.structuredContent) !== first?.text)
      throw new Error(`${name}: text and structured content differ`);
    return { isError: result.isError === true, data };
  };
  return { client, call };
}

/** A client without a shell can run no command: it has tools, or asks a person. */
export const namesCommand = (text: string): boolean =>
  /(?<![-\w])baton [a-z]/.test(text.replaceAll(/person to run `[^`]*`|`[^`]*` \(a person must run it\)/g, ''));
