import { BatonError } from '../../kernel/errors/index.ts';
import { renderIsoTime } from '../../kernel/time.ts';
import {
  findManifestFaults,
  isIndexed,
  MANIFEST_FILE,
  TASK_STATUSES,
  TRUST_FILE,
  type Manifest,
} from '../../protocols/project/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { findHandoff, getHandoff, type Handoff } from './folder/read-handoff.ts';

/** The summary the public tool prints from the manifest alone, line by line. */
export async function aahpStatus(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project'>,
): Promise<readonly string[]> {
  const { manifest, manifestFault } = await getHandoff(platform);
  if (manifestFault !== undefined) throw manifestFault;
  if (manifest === undefined)
    throw new BatonError('FILE_NOT_FOUND', `${MANIFEST_FILE} not found`, { file: MANIFEST_FILE });
  const { last_session: session } = manifest;
  return [
    `Project: ${manifest.project}`,
    `Path: ${platform.project.root}`,
    `Phase: ${session.phase}`,
    `Agent: ${session.agent}`,
    `Session: ${session.timestamp}`,
    `Session ID: ${session.session_id ?? '(unknown)'}`,
    `Commit: ${session.commit ?? '(none)'}`,
    `Next actions lines: ${manifest.files['NEXT_ACTIONS.md']?.lines ?? '?'}`,
    `Task counts: ${countTasks(manifest)}`,
    `Quick context: ${manifest.quick_context.trim() || '(no quick_context)'}`,
    'Open ready/in_progress tasks:',
    ...listOpen(manifest),
  ];
}

function countTasks({ tasks = {} }: Manifest): string {
  const counts = TASK_STATUSES.map(
    (status) => [status, Object.values(tasks).filter((task) => task.status === status).length] as const,
  );
  return (
    counts
      .filter(([, count]) => count > 0)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', ') || 'none'
  );
}

function listOpen({ tasks = {} }: Manifest): string[] {
  const open = Object.entries(tasks)
    .filter(([, { status }]) => status === 'ready' || status === 'in_progress')
    .slice(0, 5);
  return open.length === 0
    ? ['  (no ready or in_progress tasks)']
    : open.map(([id, { title, status }]) => `  ${id}: ${title} (${status})`);
}

export type GateStatus = 'pass' | 'fail' | 'missing' | 'skip' | 'self';

export interface ConformanceRecord {
  readonly schemaVersion: 1;
  readonly mode?: 'governance';
  readonly repo: string;
  readonly aahpVersion: string;
  readonly gates: Readonly<Record<string, GateStatus>>;
  readonly checkedAt: string;
}

/** Version of the public tool whose command line and exit codes are kept. */
export const AAHP_TOOL_VERSION = '3.8.0';

/** The public tool's conformance record. Its release gates (pin, changelog, version sites) belong to its own package. */
export async function aahpDoctor(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project'>,
  governance: boolean,
): Promise<ConformanceRecord> {
  const handoff = await findHandoff(platform);
  return {
    schemaVersion: 1,
    ...(governance ? { mode: 'governance' as const } : {}),
    repo: await readRepoName(platform),
    aahpVersion: AAHP_TOOL_VERSION,
    gates: {
      'handoff-set': governance ? 'skip' : checkSet(handoff),
      'manifest-schema': governance ? 'skip' : checkSchema(handoff),
      grounding: governance ? 'skip' : checkGrounding(handoff),
      'pinned-dep': 'skip',
      'changelog-format': 'skip',
      'version-sync': 'skip',
    },
    checkedAt: renderIsoTime(platform.clock.now()),
  };
}

const checkSet = (handoff: Handoff | undefined): GateStatus =>
  handoff?.manifest !== undefined &&
  Object.keys(handoff.manifest.files).every((name) => handoff.files.has(name) && isIndexed(name))
    ? 'pass'
    : 'fail';

const checkSchema = (handoff: Handoff | undefined): GateStatus =>
  handoff?.manifestText !== undefined && findManifestFaults(handoff.manifestText).length === 0 ? 'pass' : 'fail';

function checkGrounding(handoff: Handoff | undefined): GateStatus {
  const trust = handoff?.files.get(TRUST_FILE)?.text ?? '';
  return handoff?.files.has('GROUNDING.md') === true && /^\|[^\n]*\bProvenance\b[^\n]*\|/im.test(trust)
    ? 'pass'
    : 'fail';
}

async function readRepoName(platform: Pick<Platform, 'project'>): Promise<string> {
  const repo = await platform.project.findRepo();
  const url =
    repo === undefined
      ? ''
      : (await repo.run(['config', '--get', 'remote.origin.url'], { okCodes: [1] })).stdout.toString().trim();
  return /github\.com[/:]([^/]+\/[^/.]+?)(?:\.git)?$/.exec(url)?.[1] ?? 'unknown';
}
