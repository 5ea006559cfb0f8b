/** Labels for a manifest that is made without anybody vouching for the files. Pure. */

import { basename } from 'node:path';
import { given } from '../../../kernel/given.ts';
import { fileChecksum } from '../../../kernel/hash.ts';
import type { Platform, SummedText } from '../../../kernel/ports/index.ts';
import { cutText } from '../../../kernel/text.ts';
import { renderIsoSeconds } from '../../../kernel/time.ts';
import { decideLabels, recordChange } from '../../../protocols/project/labels/index.ts';
import {
  draftManifest,
  finishManifest,
  parseManifest,
  renderForCount,
  type ManifestDraft,
  type ManifestInput,
} from '../../../protocols/project/manifest/index.ts';
import {
  isIndexed,
  MANIFEST_FILE,
  type FileTrust,
  type HandoffLock,
  type LastSession,
  type Manifest,
} from '../../../protocols/project/index.ts';
import type { Handoff } from '../folder/read-handoff.ts';
import { shortCommit } from '../folder/session.ts';
import { keepAside } from './pending.ts';

export interface MakeManifestInput extends Omit<ManifestInput, 'project'> {
  /** Files whose given checksum is the SHA-256 of their text: what was counted before is found without the text. */
  readonly plain?: ReadonlySet<string>;
}

interface MadeManifest {
  readonly text: string;
  readonly manifest: Manifest;
}

/** The manifest with every token counted, checked against its schema. */
export async function makeManifest(
  platform: Pick<Platform, 'project' | 'tokens'>,
  input: MakeManifestInput,
): Promise<MadeManifest> {
  const { manifest, toCount } = draftManifest({
    ...input,
    project: cutText(basename(platform.project.root), 200) || 'project',
  });
  const budget = await countBudget(platform, toCount, input);
  const own = await countPieces(platform, renderForCount(manifest, budget));
  const text = finishManifest(manifest, own, budget, input.previousText);
  // Before anything is written: a manifest that breaks its schema would keep every later command from its work.
  return { text, manifest: parseManifest(text) };
}

export function describeSession(
  platform: Pick<Platform, 'clock'>,
  commit: string | undefined,
  session: Omit<LastSession, 'timestamp' | 'commit'>,
): LastSession {
  const { agent, session_id, phase, duration_minutes } = session;
  return {
    agent,
    ...given({ session_id }),
    timestamp: renderIsoSeconds(platform.clock.now()),
    commit: shortCommit(commit),
    phase,
    duration_minutes: duration_minutes ?? 0,
  };
}

async function countBudget(
  platform: Pick<Platform, 'tokens'>,
  { core, full }: ManifestDraft['toCount'],
  input: MakeManifestInput,
): Promise<{ core: number; full: number }> {
  const counts = await platform.tokens.countAll([...core, ...full].map((name) => toCounted(name, input)));
  return { core: sum(counts.slice(0, core.length)), full: sum(counts.slice(core.length)) };
}

function toCounted(name: string, { files, checksums, plain }: MakeManifestInput): string | SummedText {
  const checksum = plain?.has(name) === true ? checksums?.get(name) : undefined;
  if (checksum === undefined) return files.get(name) ?? '';
  return {
    sha256: checksum.slice(checksum.indexOf(':') + 1),
    get text() {
      return files.get(name) ?? '';
    },
  };
}

async function countPieces({ tokens }: Pick<Platform, 'tokens'>, pieces: readonly string[]): Promise<number> {
  const count = sum(await tokens.countAll(pieces));
  // An estimate is rounded, and the roundings would add up.
  return tokens.method === 'bytes/4' ? tokens.count(pieces.join('')) : count;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Before a manifest of another shape is replaced: its text may hold what nobody could read. */
export async function keepBrokenManifest(
  platform: Pick<Platform, 'clock' | 'files' | 'project' | 'random' | 'remark'>,
  { repaired, manifestText = '' }: Pick<Handoff, 'repaired' | 'manifestText'>,
): Promise<void> {
  if (repaired === undefined || repaired.lost.length === 0 || manifestText === '') return;
  const kept = await keepAside(platform, 'manifest', new Map([[MANIFEST_FILE, Buffer.from(manifestText, 'utf8')]]));
  platform.remark(`the old ${MANIFEST_FILE} is kept in ${kept.join(', ')}: ${repaired.lost.join('; ')}`);
}

type Texts = ReadonlyMap<string, string>;

/** Names of texts that are not what the manifest lists. */
export function listUnlisted({ files, manifest }: Pick<Handoff, 'files' | 'manifest'>, texts: Texts): string[] {
  const listed = manifest?.files ?? {};
  const checksumOf = (name: string): string => {
    const file = files.get(name);
    return file !== undefined && file.text === texts.get(name) ? file.checksum : fileChecksum(texts.get(name) ?? '');
  };
  return [...texts.keys()].filter((name) => isIndexed(name) && listed[name]?.checksum !== checksumOf(name));
}

/**
 * What changed since the last handoff is Assumed, part by part, but for what an open session or this very command wrote.
 * `committed` are the same files at HEAD.
 */
export function decideTrust(
  handoff: Pick<Handoff, 'files' | 'manifest'>,
  texts: Texts,
  committed: Texts,
  own: HandoffLock | undefined,
): ReadonlyMap<string, FileTrust> {
  const { files, manifest } = handoff;
  return new Map(
    listUnlisted(handoff, texts).map((name) => {
      const text = texts.get(name) ?? '';
      const before = files.get(name)?.text ?? '';
      const base = committed.get(name);
      const old = manifest?.files[name];
      const isBase = base !== undefined && old !== undefined && fileChecksum(base) === old.checksum;
      const wasIntact = old !== undefined && files.get(name)?.checksum === old.checksum;
      const { trust } = decideLabels({
        text,
        base: wasIntact ? before : isBase ? base : undefined,
        listStood: () => own?.stood ?? [],
        old,
        ledger: [...(own?.wrote ?? []), ...recordChange(before, text, () => false)],
        isDeclared: false,
        session: own?.session_id ?? 'no session',
      });
      return [name, trust];
    }),
  );
}
