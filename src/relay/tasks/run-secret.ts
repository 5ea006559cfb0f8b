import { dirname, join } from 'node:path';
import { BatonError } from '../../kernel/errors/index.ts';
import { sha256Hex } from '../../kernel/hash.ts';
import { isJsonObject, parseJson } from '../../kernel/json.ts';
import type { Platform, ProcessIdentity } from '../../kernel/ports/index.ts';
import type { TaskEntry } from '../../kernel/tasks.ts';
import { findAgentProcess } from '../../protocols/project/session/index.ts';

const PURPOSE = 'run';
const OWNER_ONLY = 0o600;

/** What only the claimer of a task knows. Undefined if nothing can be sealed for this user. */
export const secretOfRun = async (platform: Pick<Platform, 'project'>, runId: string): Promise<string | undefined> =>
  await platform.project.authority.seals.seal(PURPOSE, runId);

/** If anybody may act for a holder and no handoff is governed, nothing asks for a proof. */
export function givesSecrets({ project }: Pick<Platform, 'project'>): boolean {
  const { messages, governance } = project.settings.values;
  return messages !== 'open' || governance === 'required' || governance === 'advisory';
}

/** Whether a caller proved that it is the run which holds the task. */
export async function isProven(
  { project }: Pick<Platform, 'project'>,
  runId: string | undefined,
  secret: string | undefined,
): Promise<boolean> {
  if (runId === undefined || secret === undefined) return false;
  return await project.authority.seals.isOurs(PURPOSE, runId, secret);
}

/** With `open` anybody may act for a holder; otherwise only the holder. What would have been accepted is not told. */
export async function assertProven(
  platform: Pick<Platform, 'project'>,
  entry: TaskEntry | undefined,
  secret: string | undefined,
): Promise<void> {
  if (platform.project.settings.values.messages === 'open' || entry === undefined) return;
  if (await isProven(platform, entry.task.lease?.runId, secret)) return;
  throw new BatonError('LEASE_NOT_YOURS', `nothing proves that this caller holds ${entry.task.id}`, {
    id: entry.task.id,
    hint: 'act as the process that claimed the task, with BATON_RUN_SECRET set, or send a signed message',
  });
}

type KeepPlatform = Pick<Platform, 'facts' | 'files' | 'processes' | 'project'>;

/**
 * Keeps the secret of a run for the agent whose command claimed it: its next command is another process. The file names
 * that agent's process, and serves nobody who was not started by it.
 */
export async function keepRunSecret(platform: KeepPlatform, { task, run }: TaskEntry): Promise<string | undefined> {
  const { project, processes, files } = platform;
  if (!givesSecrets(platform) || run === undefined) return undefined;
  const secret = await secretOfRun(platform, run.runId);
  const claimer = await findClaimer(platform);
  const identity = claimer === undefined ? undefined : await processes.identify(claimer);
  if (secret === undefined || identity === undefined || project.authority.isRun) return secret;
  const path = pathOf(platform, task.id);
  await files.createFolder(dirname(path));
  await files.remove(path);
  await files.writeAtomic(path, `${JSON.stringify({ runId: run.runId, secret, claimer: identity })}\n`, {
    mode: OWNER_ONLY,
  });
  return secret;
}

/** The secret this process may act with: given to it, or kept for the agent that started it. */
export async function findRunSecret(
  platform: KeepPlatform,
  environment: Readonly<Record<string, string | undefined>>,
  taskId: string,
): Promise<string | undefined> {
  const given = environment['BATON_RUN_SECRET'];
  if (given !== undefined && given !== '') return given;
  // A run has its own secret in its environment; those of others are not lent to it.
  if (!givesSecrets(platform) || platform.project.authority.isRun) return undefined;
  const kept = parseKept(await platform.files.findText(pathOf(platform, taskId), { maxBytes: 4_096 }));
  if (kept === undefined) return undefined;
  const ancestors = await platform.processes.ancestors();
  if (!ancestors.some(({ pid }) => pid === kept.claimer.pid)) return undefined;
  const now = await platform.processes.identify(kept.claimer.pid);
  return now?.started === kept.claimer.started && now?.host === kept.claimer.host ? kept.secret : undefined;
}

/** The agent itself if it can be told, otherwise the shell that the command was typed into. */
async function findClaimer({ processes }: Pick<Platform, 'processes'>): Promise<number | undefined> {
  const ancestors = await processes.ancestors();
  return findAgentProcess(ancestors) ?? ancestors[0]?.pid;
}

const pathOf = ({ facts, project }: Pick<Platform, 'facts' | 'project'>, taskId: string): string =>
  join(facts.stateFolder, 'runs', sha256Hex(`${project.root}\0${taskId}`));

interface Kept {
  readonly secret: string;
  readonly claimer: ProcessIdentity;
}

function parseKept(text: string | undefined): Kept | undefined {
  const value = text === undefined ? undefined : parseJson(text);
  if (!isJsonObject(value) || !isJsonObject(value['claimer'])) return undefined;
  const { secret } = value;
  const { pid, host, started } = value['claimer'];
  if (typeof secret !== 'string' || typeof pid !== 'number' || typeof host !== 'string') return undefined;
  return { secret, claimer: { pid, host, ...(typeof started === 'string' ? { started } : {}) } };
}
