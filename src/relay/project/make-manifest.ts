import { basename } from 'node:path';
import { renderIsoSeconds } from '../../kernel/index.ts';
import {
  draftManifest,
  finishManifest,
  renderForCount,
  type LastSession,
  type ManifestDraft,
  type ManifestInput,
} from '../../protocols/project/index.ts';
import type { Platform } from '../platform.ts';
import { shortCommit } from './session.ts';

/** The manifest's text, with every token counted. */
export async function makeManifest(platform: Platform, input: Omit<ManifestInput, 'project'>): Promise<string> {
  const { manifest, toCount, known } = draftManifest({ ...input, project: basename(platform.root) || 'project' });
  const budget = known ?? (await countBudget(platform, toCount ?? { core: [], full: [] }));
  const own = await countPieces(platform, renderForCount(manifest, budget));
  return finishManifest(manifest, own, budget, input.previousText);
}

export function describeSession(
  platform: Platform,
  commit: string | undefined,
  session: Omit<LastSession, 'timestamp' | 'commit'>,
): LastSession {
  const { agent, session_id, phase, duration_minutes } = session;
  return {
    agent,
    ...(session_id === undefined ? {} : { session_id }),
    timestamp: renderIsoSeconds(platform.clock.now()),
    commit: shortCommit(commit),
    phase,
    duration_minutes: duration_minutes ?? 0,
  };
}

async function countBudget(
  platform: Platform,
  { core, full }: NonNullable<ManifestDraft['toCount']>,
): Promise<{ core: number; full: number }> {
  const counts = await platform.tokens.countAll([...core, ...full]);
  return { core: sum(counts.slice(0, core.length)), full: sum(counts.slice(core.length)) };
}

async function countPieces({ tokens }: Platform, pieces: readonly string[]): Promise<number> {
  const count = sum(await tokens.countAll(pieces));
  // An estimate is rounded, and the roundings would add up.
  return tokens.method === 'bytes/4' ? tokens.count(pieces.join('')) : count;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
