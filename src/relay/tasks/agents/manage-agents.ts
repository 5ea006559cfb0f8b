import { given } from '../../../kernel/given.ts';
import { createPublicKey } from 'node:crypto';
import { BatonError } from '../../../kernel/errors/index.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../../kernel/json.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import { agentFile, isAgentApproved, readAgents, requestOf, type KnownAgent } from './agents.ts';

export interface AddAgentRequest {
  readonly id: string;
  readonly role?: string;
  readonly team?: string;
  readonly tags: readonly string[];
  readonly executor?: KnownAgent['executor'];
  readonly concurrency?: number;
  /** Ed25519: PEM, or SPKI in base64. */
  readonly publicKey?: string;
  readonly template?: string;
  readonly settings: JsonObject;
  readonly dryRun?: boolean;
}

/** Adds an agent, or changes what is known of it. */
export async function addAgent(
  platform: Pick<Platform, 'files' | 'processes' | 'project' | 'remark'>,
  request: AddAgentRequest,
): Promise<KnownAgent> {
  const { id, role, team, tags, executor, concurrency, publicKey, template, settings, dryRun } = request;
  const preset = template === undefined ? {} : getTemplate(template);
  const kind = executor ?? (template === undefined ? undefined : 'command');
  const earlier = (await readAgents(platform)).agents.find((agent) => agent.id === id);
  await change(platform, dryRun, (rows) => {
    const before = rows.find((row) => row['id'] === id) ?? {};
    const after = {
      ...before,
      id,
      ...given({ role, team }),
      ...(tags.length === 0 ? {} : { tags }),
      ...given({ executor: kind, concurrency }),
      ...(publicKey === undefined ? {} : { publicKey: toSpki(publicKey) }),
      ...preset,
      ...settings,
    };
    return [...rows.filter((row) => row['id'] !== id), after].sort((a, b) =>
      String(a['id']) < String(b['id']) ? -1 : 1,
    );
  });
  if (dryRun === true)
    return { id, tags, executor: kind ?? 'pull', concurrency: concurrency ?? 1, settings: { ...preset, ...settings } };
  const added = (await readAgents(platform)).agents.find((agent) => agent.id === id);
  if (added === undefined) throw new BatonError('INTERNAL', `agent ${id} was written but is missing`);
  await approveOwn(platform, added, earlier);
  await warnOfMissingProgram(platform, added);
  return added;
}

/** The daemon that starts it may have another PATH: nothing is refused. */
async function warnOfMissingProgram(
  { processes, project, remark }: Pick<Platform, 'processes' | 'project' | 'remark'>,
  { id, executor, settings: { command } }: KnownAgent,
): Promise<void> {
  if (executor !== 'command' || typeof command !== 'string') return;
  if (await processes.canStart(command, project.root)) return;
  remark(`${command} cannot be started from here: install it before baton serve has a task for ${id}`);
}

/** Adding it is the approval, but only of what was added: not of settings that came with the repository. */
async function approveOwn(
  platform: Pick<Platform, 'project'>,
  added: KnownAgent,
  before: KnownAgent | undefined,
): Promise<void> {
  const request = requestOf(platform, added);
  const isWhole = before === undefined || (await isAgentApproved(platform, before)) || !asksForMore(before);
  if (isWhole) await platform.project.authority.approve([request], 'agent add');
  else await platform.project.authority.permit(request);
}

const asksForMore = ({ executor, publicKey, settings }: KnownAgent): boolean =>
  executor !== 'pull' || publicKey !== undefined || Object.keys(settings).length > 0;

/** False if there was no such agent. */
export async function removeAgent(
  platform: Pick<Platform, 'files' | 'project'>,
  id: string,
  dryRun: boolean,
): Promise<boolean> {
  const isKnown = (await readAgents(platform)).agents.some((agent) => agent.id === id);
  if (isKnown) await change(platform, dryRun, (rows) => rows.filter((row) => row['id'] !== id));
  return isKnown;
}

/** The agents this project knows, as agents.json lists them. */
export const listAgents = async (platform: Pick<Platform, 'files' | 'project'>): Promise<readonly KnownAgent[]> =>
  (await readAgents(platform)).agents;

async function change(
  platform: Pick<Platform, 'files' | 'project'>,
  dryRun: boolean | undefined,
  edit: (rows: JsonObject[]) => JsonObject[],
): Promise<void> {
  const path = agentFile(platform);
  const run = async (): Promise<void> => {
    const text = await platform.files.findText(path);
    const value = text === undefined ? {} : parseJson(text);
    if (!isJsonObject(value)) throw new BatonError('CONFIG_INVALID', `${path} is not a JSON object`, { path });
    const rows = Array.isArray(value['agents']) ? value['agents'].filter(isJsonObject) : [];
    const changed = { ...value, agents: edit(rows) };
    if (dryRun !== true) await platform.files.writeAtomic(path, `${JSON.stringify(changed, null, 2)}\n`);
  };
  if (dryRun === true) return await run();
  await platform.files.createFolder(platform.project.dataDir);
  const lock = await platform.project.locks.acquire('agents', { owner: 'baton agent', waitMs: 10_000 });
  try {
    await run();
  } finally {
    await lock.release();
  }
}

function getTemplate(name: string): JsonObject {
  const template = AGENT_TEMPLATES[name];
  if (template !== undefined) return template;
  throw new BatonError('INPUT_INVALID', `there is no template ${name}`, {
    hint: `one of ${Object.keys(AGENT_TEMPLATES).join(', ')}`,
  });
}

function toSpki(text: string): string {
  try {
    const key = text.includes('-----BEGIN')
      ? createPublicKey(text)
      : createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    if (key.asymmetricKeyType !== 'ed25519') throw new BatonError('INPUT_INVALID', 'the key is not an Ed25519 key');
    return key.export({ format: 'der', type: 'spki' }).toString('base64');
  } catch (cause) {
    if (cause instanceof BatonError) throw cause;
    throw new BatonError('INPUT_INVALID', 'the key is not a public key in PEM or base64 form', {}, cause);
  }
}

/** How well-known command line agents are started: the brief comes on standard input, or in place of {brief}. */
const AGENT_TEMPLATES: Readonly<Record<string, JsonObject>> = {
  claude: { command: 'claude', args: ['-p', '--permission-mode', 'acceptEdits'] },
  codex: { command: 'codex', args: ['exec', '--full-auto', '-'] },
  gemini: { command: 'gemini', args: ['--yolo', '-p', '{brief}'] },
  shell: { command: 'sh', args: ['./agent.sh'] },
};
