import { inProject } from '../settings/index.ts';
import { join, relative } from 'node:path';
import { DATA_DIR_IGNORE } from '../../kernel/data-dir.ts';
import { isBatonError } from '../../kernel/errors/index.ts';
import { createSessionId } from '../../kernel/ids.ts';
import {
  HANDOFF_FOLDER,
  HANDOFF_GITIGNORE,
  MANIFEST_FILE,
  PUBLIC_TEMPLATES,
  TEMPLATES,
} from '../../protocols/project/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { initRegistry } from '../govern/index.ts';
import { setUpAgentsMd, type SetUpItem, setUpGit } from '../setup/index.ts';
import { withWriter } from './change/change-handoff.ts';
import { keepAside } from './change/pending.ts';
import { describeSession, makeManifest } from './change/make-manifest.ts';
import { findHandoff, readTexts } from './folder/read-handoff.ts';
import { assertMayWrite, readCommit } from './folder/session.ts';

/** How the handoff folder is set up. */
export interface InitRequest {
  /** Where to set up; default the project around the current folder. */
  readonly folder?: string | undefined;
  /** Hooks and merge driver. */
  readonly git: boolean;
  /** The folder of the task plane. */
  readonly tasks?: boolean;
  /** A small registry of agents and boundaries. */
  readonly governance?: boolean;
  /** As the public aahp tool does it: version 3, existing files overwritten with `force` (and kept aside). */
  readonly aahp?: { readonly force: boolean; readonly withAllowList: boolean };
  /** A pointer in AGENTS.md. */
  readonly agentsMd: boolean;
  readonly dryRun?: boolean;
}

/** What `init` created and what it left alone. */
export interface InitResult {
  readonly root: string;
  readonly created: readonly string[];
  readonly kept: readonly string[];
}

const EMPTY_ALLOW_LIST = '{\n  "version": 1,\n  "entries": []\n}\n';

/** Sets up `.ai/handoff/`. What is there stays as it is; doing it again changes nothing. */
export async function init(
  platform: Pick<
    Platform,
    | 'audit'
    | 'clock'
    | 'disk'
    | 'facts'
    | 'files'
    | 'notifier'
    | 'processes'
    | 'project'
    | 'random'
    | 'remark'
    | 'reopen'
    | 'tokens'
  >,
  request: InitRequest,
): Promise<InitResult> {
  if (request.folder !== undefined)
    return await inProject(platform, request.folder, (target) => initHere(target, request));
  return await initHere(platform, request);
}

async function initHere(
  target: Pick<
    Platform,
    | 'audit'
    | 'clock'
    | 'disk'
    | 'facts'
    | 'files'
    | 'notifier'
    | 'processes'
    | 'project'
    | 'random'
    | 'remark'
    | 'tokens'
  >,
  request: InitRequest,
): Promise<InitResult> {
  const isForced = request.aahp?.force === true && request.dryRun !== true;
  if (!isForced || (await findHandoff(target)) === undefined) return setUp(target, request);
  // Files that somebody may be writing are about to be replaced.
  return withWriter(target, 'baton init', async (handoff) => {
    await assertMayWrite(target, handoff, {});
    return setUp(target, request);
  });
}

async function setUp(
  target: Pick<
    Platform,
    'audit' | 'clock' | 'disk' | 'facts' | 'files' | 'notifier' | 'project' | 'random' | 'remark' | 'tokens'
  >,
  request: InitRequest,
): Promise<InitResult> {
  const { root } = target.project;
  const folder = await findPlace(target);
  const result = { created: new Array<string>(), kept: new Array<string>() };
  const force = request.aahp?.force === true;
  const isNew = async (path: string): Promise<boolean> => {
    const exists = !force && (await target.files.stat(join(root, path))) !== undefined;
    (exists ? result.kept : result.created).push(path);
    return !exists;
  };
  if (request.dryRun !== true) await target.files.createFolder(folder);
  if (force && request.dryRun !== true) await moveAside(target, folder);
  for (const [name, text] of listFiles(request)) {
    if ((await isNew(`${HANDOFF_FOLDER}/${name}`)) && request.dryRun !== true)
      await createFile(target, join(folder, name), text);
  }
  if ((await isNew(`${HANDOFF_FOLDER}/${MANIFEST_FILE}`)) && request.dryRun !== true)
    await createManifest(target, folder, request.aahp === undefined ? undefined : '3.0');
  const dryRun = request.dryRun === true;
  const registry = request.governance === true ? await initRegistry(target, { dryRun }) : { created: [], kept: [] };
  result.created.push(...registry.created);
  result.kept.push(...registry.kept);
  const more = [
    ...(request.tasks === true ? await setUpTasks(target, dryRun) : []),
    ...(request.git ? await setUpGit(target, { dryRun: request.dryRun === true }) : []),
    ...(request.agentsMd ? await setUpAgentsMd(target, { dryRun: request.dryRun === true }) : []),
  ];
  for (const { name, isCreated } of more) (isCreated ? result.created : result.kept).push(name);
  return { root, ...result };
}

const listFiles = ({ aahp }: InitRequest): (readonly [string, string])[] => [
  ...TEMPLATES,
  ...(aahp === undefined ? [] : PUBLIC_TEMPLATES),
  ...(aahp?.withAllowList === true ? [['pii-allowlist.json', EMPTY_ALLOW_LIST] as const] : []),
  ['.gitignore', HANDOFF_GITIGNORE],
];

/** A symlink on the way must not lead out of the project: nothing is written before this is known. */
async function findPlace({ files, project: { root } }: Pick<Platform, 'files' | 'project'>): Promise<string> {
  const folder = join(root, ...HANDOFF_FOLDER.split('/'));
  return (await files.stat(root)) === undefined ? folder : files.resolveInside(root, folder);
}

async function setUpTasks(platform: Pick<Platform, 'files' | 'project'>, dryRun: boolean): Promise<SetUpItem[]> {
  const folder = join(platform.project.dataDir, 'tasks');
  const isCreated = (await platform.files.stat(folder)) === undefined;
  if (isCreated && !dryRun) await platform.files.createFolder(folder);
  const ignore = join(platform.project.dataDir, '.gitignore');
  const isIgnored = (await platform.files.stat(ignore)) !== undefined;
  if (!isIgnored && !dryRun) await createFile(platform, ignore, DATA_DIR_IGNORE);
  return [
    { name: relative(platform.project.root, folder), isCreated },
    { name: relative(platform.project.root, ignore), isCreated: !isIgnored },
  ];
}

/** Two at once is fine: the second keeps what the first one wrote. */
async function createFile(platform: Pick<Platform, 'files'>, path: string, text: string): Promise<void> {
  try {
    await platform.files.writeAtomic(path, text, { exclusive: true });
  } catch (error) {
    if (!isBatonError(error, 'FILE_EXISTS')) throw error;
  }
}

/** Everything that is about to be overwritten. */
async function moveAside(
  platform: Pick<Platform, 'clock' | 'files' | 'project' | 'random'>,
  folder: string,
): Promise<void> {
  const names = [...TEMPLATES.keys(), ...PUBLIC_TEMPLATES.keys(), MANIFEST_FILE];
  const contents = new Map<string, Uint8Array>();
  for (const name of names) {
    if ((await platform.files.stat(join(folder, name))) !== undefined)
      contents.set(name, await platform.files.readBytes(join(folder, name)));
  }
  await keepAside(platform, 'init', contents);
  for (const name of contents.keys()) await platform.files.remove(join(folder, name));
}

async function createManifest(
  platform: Pick<
    Platform,
    'audit' | 'clock' | 'disk' | 'facts' | 'files' | 'notifier' | 'project' | 'random' | 'remark' | 'tokens'
  >,
  folder: string,
  version: string | undefined,
): Promise<void> {
  const handoff = await findHandoff(platform);
  if (handoff === undefined) return;
  const { text } = await makeManifest(platform, {
    files: readTexts(handoff),
    previous: undefined,
    session: describeSession(platform, await readCommit(platform), {
      agent: 'baton',
      session_id: createSessionId(platform.random),
      phase: 'idle',
    }),
    version,
  });
  await createFile(platform, join(folder, MANIFEST_FILE), text);
}
