import { Client } from 'pg';

/** One statement as an operator would send it. */
export async function query(url: string, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const result = await client.query<Record<string, unknown>>(text, values);
    return result.rows;
  } finally {
    await client.end();
  }
}
