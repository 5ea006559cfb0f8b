import { isBatonError, isJsonObject, parseJson, type JsonObject, type TaskStore } from '../../kernel/index.ts';
import { isHandoffDocument, measureBudget, TOKEN_LIMIT } from '../../protocols/document/index.ts';
import type { Platform } from '../platform.ts';
import type { HandoffView, TokenBudget } from './types.ts';

const JSON_PATH = 'inputs/handoff.json';
const TEXT_PATH = 'inputs/handoff.md';

/** What this task was handed over with; undefined where nobody handed it over. */
export async function viewHandoff(platform: Platform, store: TaskStore, id: string): Promise<HandoffView | undefined> {
  const [text, json] = [await store.readArtifact(id, TEXT_PATH), await store.readArtifact(id, JSON_PATH)];
  if (text === undefined && json === undefined) return undefined;
  const document = json === undefined ? undefined : findObject(json.toString('utf8'));
  const tokens = document === undefined ? undefined : await measure(platform, document);
  return {
    path: text === undefined ? JSON_PATH : TEXT_PATH,
    markdown: text?.toString('utf8') ?? '',
    ...(document === undefined ? {} : { document }),
    ...(tokens === undefined ? {} : { tokens }),
  };
}

/** Only a universal handoff document has a budget per section; it may stand alone or inside the request. */
async function measure({ tokens }: Platform, found: JsonObject): Promise<TokenBudget | undefined> {
  const document = [found, found['document'], found['handoffDocument']].find(isHandoffDocument);
  if (document === undefined) return undefined;
  const rows = await measureBudget(document, tokens);
  return {
    method: tokens.method,
    total: rows.reduce((sum, row) => sum + row.tokens, 0),
    limit: TOKEN_LIMIT,
    sections: rows.map(({ section, tokens: count, budget }) => ({ name: section, tokens: count, budget })),
  };
}

function findObject(text: string): JsonObject | undefined {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : undefined;
  } catch (error) {
    if (isBatonError(error)) return undefined;
    throw error;
  }
}
