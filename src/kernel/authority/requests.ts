import { canonicalJson } from '../canonical-json.ts';
import { getSetting, maskSetting, type SettingKey, type SettingValue } from '../config/index.ts';
import { given } from '../given.ts';
import { sha256Hex } from '../hash.ts';
import type { JsonObject } from '../json.ts';
import type { NotifyRule } from '../notify/index.ts';
import type { AuthorityKind, AuthorityRequest, Seals } from '../ports/index.ts';
import { splitLines } from '../text.ts';

/** The hash covers the kind and everything that decides what happens, not the words for the person. */
const request = (kind: AuthorityKind, source: string, asks: string, content: JsonObject): AuthorityRequest => ({
  kind,
  source: showText(source),
  asks: showText(asks),
  sha256: sha256Hex(canonicalJson({ kind, content })),
});

const MAX_SHOWN = 2_000;

/** Nothing a repository wrote may move the cursor, hide itself or begin a line of its own on the screen it is judged on. */
function showText(text: string): string {
  const shown = text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16) ?? ''}}`);
  return shown.length <= MAX_SHOWN
    ? shown
    : `${shown.slice(0, MAX_SHOWN)}… and ${shown.length - MAX_SHOWN} more characters`;
}

interface AskingAgent {
  readonly id: string;
  readonly executor: string;
  readonly publicKey?: string;
  readonly settings: JsonObject;
}

/** One agent of agents.json: what it would start, where it would connect, whose messages would count as its own. */
export function agentRequest(agent: AskingAgent, source: string): AuthorityRequest {
  const { id, executor, publicKey, settings } = agent;
  const kind = executor === 'pull' ? 'identity' : executor === 'command' ? 'program' : 'connection';
  const content = { id, executor, settings, ...given({ publicKey }) };
  return request(kind, source, `agent ${id} ${describeAgent(agent)}`, content);
}

function describeAgent({ executor, publicKey, settings }: AskingAgent): string {
  const signs = publicKey === undefined ? '' : `, with the key ${publicKey.slice(-12)}`;
  if (executor === 'pull') return `counts as known${signs}`;
  if (executor !== 'command') {
    const { gateway, card, tokenEnv } = settings;
    // Every address that is named: which of them the executor uses is not for the reader to know.
    const place =
      [findText(gateway), findText(card)].filter((each) => each !== undefined).join(' and ') || 'its usual gateway';
    return `is started through ${place} with the token in ${findText(tokenEnv) ?? 'its usual variable'}${signs}`;
  }
  const args = Array.isArray(settings['args']) ? settings['args'].map(showValue) : [];
  const more = ['cwd', 'env'].flatMap((key) =>
    settings[key] === undefined ? [] : [`${key} ${JSON.stringify(settings[key])}`],
  );
  return `runs ${[findText(settings['command']) ?? '(no command)', ...args].join(' ')}${more.length === 0 ? '' : `, ${more.join(', ')}`}${signs}`;
}

const showValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const findText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Undefined for a sink that stays on this machine: the terminal, or a file of the data dir. */
export function sinkRequest(
  rule: NotifyRule,
  sink: NotifyRule['to'][number],
  source: string,
): AuthorityRequest | undefined {
  const content = JSON.parse(JSON.stringify({ rule, sink })) as JsonObject;
  switch (sink.kind) {
    case 'command':
      return request(
        'program',
        source,
        `notices "${rule.name}" run ${[sink.command, ...sink.args].join(' ')}`,
        content,
      );
    case 'webhook':
      return request('connection', source, `notices "${rule.name}" are sent to ${sink.url}`, content);
    default:
      return undefined;
  }
}

const SETTING_KINDS: Partial<Record<SettingKey, AuthorityKind>> = {
  store: 'connection',
  storeSchema: 'connection',
  traceEndpoint: 'connection',
  'a2a.push': 'connection',
  dataDir: 'place',
  'output.cacheDir': 'place',
};

export function settingRequest(key: SettingKey, value: SettingValue, source: string): AuthorityRequest {
  const shown = String(maskSetting(getSetting(key), value));
  const kind = SETTING_KINDS[key] ?? 'setting';
  return request(kind, source, `setting ${key} is ${shown}`, { key, value });
}

/** A folder of the project that leads out of it. */
export const placeRequest = (name: string, leadsTo: string): AuthorityRequest =>
  request('place', name, `${name} leads out of the project, to ${leadsTo}`, { name, leadsTo });

/** A reviewed list of what the guard lets pass, whole. */
export const allowListRequest = (file: string, content: string): AuthorityRequest =>
  request('allow', file, `${file} lets agents see what the guard would mark`, { file, content });

/** The comments of one file that allow something, with the lines they speak for. */
export const allowCommentsRequest = (file: string, lines: readonly string[]): AuthorityRequest =>
  request('allow', file, `${lines.length} lines around baton-allow comments let agents see what the guard would mark`, {
    file,
    lines,
  });

/** Runtime state that another installation made, named by what identifies it. */
export const stateRequest = (name: string, what: string, identity: string): AuthorityRequest =>
  request('state', name, `${what} was not made by this installation`, { name, identity });

/** A private key that this installation did not make. */
export const keyRequest = (path: string, content: string): AuthorityRequest =>
  request('state', path, `the signing key ${path} was not made by this installation`, { key: sha256Hex(content) });

/**
 * Whether this installation wrote a record of runtime state. A user without a folder for the key of marks has none: then git
 * says whether the file came with the repository.
 */
export async function isOwnRecord(
  seals: Pick<Seals, 'seal' | 'isOurs' | 'isTracked'>,
  record: { readonly purpose: string; readonly content: string; readonly mark: unknown; readonly path: string },
): Promise<boolean> {
  const { purpose, content, mark, path } = record;
  if ((await seals.seal(purpose, content)) === undefined) return !(await seals.isTracked(path));
  return typeof mark === 'string' && (await seals.isOurs(purpose, content, mark));
}

const MARK = 'baton-allow';

/** The lines of a text with a `baton-allow` comment, each with the one below it that it speaks for. */
export function listAllowComments(text: string): readonly string[] {
  if (!text.includes(MARK)) return [];
  const lines = splitLines(text).map(({ start, end }) => text.slice(start, end));
  return lines.flatMap((line, index) => (line.includes(MARK) ? [line, lines[index + 1] ?? ''] : []));
}
