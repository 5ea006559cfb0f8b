import { join, relative, resolve } from 'node:path';
import {
  agentRequest,
  allowCommentsRequest,
  allowListRequest,
  keyRequest,
  listAllowComments,
  settingRequest,
  sinkRequest,
} from '../../kernel/authority/index.ts';
import { isBatonError } from '../../kernel/errors/index.ts';
import type { AuthorityRequest, Platform } from '../../kernel/ports/index.ts';
import { HANDOFF_FOLDER } from '../../protocols/project/index.ts';
import { CONFIG_FILE, findForeignJournal, findPlaceOutside } from '../settings/index.ts';
import { findForeignPlan } from '../project/index.ts';
import { readAgentFile } from '../tasks/index.ts';
import { readAskedContent } from './asked-files.ts';

export interface Asked {
  /** What nobody approved yet, in the order it is shown. */
  readonly requests: readonly AuthorityRequest[];
  /** Of the files that ask, for BATON_APPROVED. */
  readonly sha256: string;
  /** Files that cannot be read, so that nothing of them can be approved. */
  readonly unread: readonly string[];
}

type AskPlatform = Pick<Platform, 'files' | 'project'>;

const ALLOW_FILES = new Set(['allow.json', 'pii-allowlist.json']);
const MAX_BYTES = 5 * 1024 * 1024;

/** Everything in this project that would have an effect on this machine if a person approved it. */
export async function listAsked(platform: AskPlatform): Promise<Asked> {
  const { files, project } = platform;
  const unread: string[] = [];
  const tolerate = async (path: string, read: () => Promise<readonly AuthorityRequest[]>) => {
    try {
      return await read();
    } catch (error) {
      if (!isBatonError(error)) throw error;
      unread.push(`${relative(project.root, path) || path}: ${error.message}`);
      return [];
    }
  };
  const dataDir = askedDataDir(platform);
  const all = [
    ...listSettings(platform),
    ...(await listPlaces(platform)),
    ...(await tolerate(join(dataDir, 'agents.json'), () => listAgentRequests(platform, dataDir))),
    ...(await tolerate(join(dataDir, 'notify.yaml'), () => listSinks(platform, dataDir))),
    ...(await tolerate(HANDOFF_FOLDER, () => listAllows(platform))),
    ...(await listState(platform)),
  ];
  const requests: AuthorityRequest[] = [];
  for (const request of all) if (!(await project.authority.isApproved(request))) requests.push(request);
  const { sha256 } = await readAskedContent(files, project.root);
  return { requests, sha256, unread };
}

const listSettings = ({ project }: AskPlatform): AuthorityRequest[] =>
  project.settings.rows.flatMap(({ key, withheld }) =>
    withheld === undefined ? [] : [settingRequest(key, withheld, CONFIG_FILE)],
  );

/** The data dir that the project asks for, whether it may be used yet or not. */
function askedDataDir({ project: { root, settings } }: AskPlatform): string {
  const row = settings.rows.find(({ key }) => key === 'dataDir');
  return resolve(root, typeof row?.withheld === 'string' ? row.withheld : settings.values.dataDir);
}

async function listPlaces({ files, project: { root, settings } }: AskPlatform): Promise<AuthorityRequest[]> {
  const { origin } = settings.rows.find(({ key }) => key === 'dataDir') ?? {};
  if (origin !== 'default' && origin !== 'file') return [];
  const place = await findPlaceOutside(files, root, resolve(root, settings.values.dataDir));
  return place === undefined ? [] : [place];
}

/** An agent that only pulls asks for nothing as long as anybody may send messages. */
async function listAgentRequests({ files, project }: AskPlatform, dataDir: string): Promise<AuthorityRequest[]> {
  const path = join(dataDir, 'agents.json');
  const { agents } = await readAgentFile(files, path);
  const isOpen = project.settings.values.messages === 'open';
  return agents
    .filter(({ executor }) => executor !== 'pull' || !isOpen)
    .map((agent) => agentRequest(agent, relative(project.root, path)));
}

async function listSinks({ files, project }: AskPlatform, dataDir: string): Promise<AuthorityRequest[]> {
  const { parseNotifyRules, RULES_FILE } = await import('../../kernel/notify/index.ts');
  const path = join(dataDir, RULES_FILE);
  const text = await files.findText(path, { maxBytes: MAX_BYTES });
  if (text === undefined) return [];
  return parseNotifyRules(text).flatMap((rule) =>
    rule.to.flatMap((sink) => sinkRequest(rule, sink, relative(project.root, path)) ?? []),
  );
}

async function listAllows({ files, project }: AskPlatform): Promise<AuthorityRequest[]> {
  const folder = join(project.root, HANDOFF_FOLDER);
  const requests: AuthorityRequest[] = [];
  for (const { name, kind } of await files.list(folder)) {
    const isList = ALLOW_FILES.has(name);
    if (kind !== 'file' || !(isList || name.endsWith('.md'))) continue;
    const there = await files.stat(join(folder, name));
    if ((there?.sizeBytes ?? 0) > MAX_BYTES) continue;
    const text = await files.readText(join(folder, name), { maxBytes: MAX_BYTES });
    const lines = listAllowComments(text);
    if (isList) requests.push(allowListRequest(`${HANDOFF_FOLDER}/${name}`, text));
    else if (lines.length > 0) requests.push(allowCommentsRequest(`${HANDOFF_FOLDER}/${name}`, lines));
  }
  return requests;
}

async function listState({ files, project }: AskPlatform): Promise<AuthorityRequest[]> {
  const { authority, dataDir } = project;
  const journal = await findForeignJournal({ files, dataDir, authority });
  const pending = await findForeignPlan({ files, project });
  return [
    ...(journal === undefined ? [] : [journal]),
    ...(pending === undefined ? [] : [pending]),
    ...(await listKeys({ files, project })),
  ];
}

async function listKeys({ files, project: { authority, dataDir } }: AskPlatform): Promise<AuthorityRequest[]> {
  const path = join(dataDir, 'keys', 'audit-signing-key.pem');
  const text = (await files.stat(path)) === undefined ? undefined : await files.findText(path, { maxBytes: 4_096 });
  if (text === undefined || (await authority.seals.knows('key', text)) !== false) return [];
  return [keyRequest(path, text)];
}
