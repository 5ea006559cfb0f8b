import { given, whenGiven } from '../../kernel/given.ts';
import { isBatonError } from '../../kernel/errors/index.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../kernel/json.ts';
import type { TaskStore, Platform } from '../../kernel/ports/index.ts';
import { isHandoffDocument, measureBudget, TOKEN_LIMIT, type HandoffDocument } from '../../protocols/document/index.ts';
import type { HandoffView, TokenBudget } from './types.ts';

const JSON_PATH = 'inputs/handoff.json';
const TEXT_PATH = 'inputs/handoff.md';
/** A document fits into 2,000 tokens; what is much larger is something else. */
const MAX_BYTES = 1024 * 1024;
const MAX_FILES = 20;

/** What this task was handed over with; undefined if nobody handed it over. */
export async function viewHandoff(
  platform: Pick<Platform, 'tokens'>,
  store: TaskStore,
  id: string,
  artifacts: readonly string[],
): Promise<HandoffView | undefined> {
  if (!artifacts.includes(TEXT_PATH) && !artifacts.includes(JSON_PATH)) return undefined;
  const text = (await store.readArtifact(id, TEXT_PATH))?.toString('utf8') ?? '';
  const request = await readObject(store, id, JSON_PATH);
  const document = await findDocument(store, id, artifacts);
  const shown = document?.whole ?? request;
  return {
    path: artifacts.includes(TEXT_PATH) ? TEXT_PATH : JSON_PATH,
    markdown: text,
    ...given({ document: shown }),
    ...given({ tokens: await whenGiven(document, ({ parsed }) => measure(platform, parsed)) }),
  };
}

/** Only a universal handoff document has a budget per section; it may be a file of its own or be inside the request. */
async function findDocument(
  store: TaskStore,
  id: string,
  artifacts: readonly string[],
): Promise<{ readonly whole: JsonObject; readonly parsed: HandoffDocument } | undefined> {
  const paths = artifacts.filter((path) => path.startsWith('inputs/') && path.endsWith('.json'));
  for (const path of paths.slice(0, MAX_FILES)) {
    const value = await readObject(store, id, path);
    for (const whole of value === undefined ? [] : [value, ...Object.values(value)]) {
      const parsed: unknown = whole;
      if (isHandoffDocument(parsed) && isJsonObject(whole)) return { whole, parsed };
    }
  }
  return undefined;
}

async function measure({ tokens }: Pick<Platform, 'tokens'>, document: HandoffDocument): Promise<TokenBudget> {
  const rows = await measureBudget(document, tokens);
  return {
    method: tokens.method,
    total: rows.reduce((sum, row) => sum + row.tokens, 0),
    limit: TOKEN_LIMIT,
    sections: rows.map(({ section, tokens: count, budget }) => ({ name: section, tokens: count, budget })),
  };
}

async function readObject(store: TaskStore, id: string, path: string): Promise<JsonObject | undefined> {
  const bytes = await store.readArtifact(id, path);
  if (bytes === undefined || bytes.length > MAX_BYTES) return undefined;
  try {
    const value = parseJson(bytes.toString('utf8'));
    return isJsonObject(value) ? value : undefined;
  } catch (error) {
    if (isBatonError(error)) return undefined;
    throw error;
  }
}
