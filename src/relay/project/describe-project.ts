import { given } from '../../kernel/given.ts';
import { checkHealth, MANIFEST_FILE, type HealthStep, type TrustLabel } from '../../protocols/project/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { examine } from './folder/examine.ts';
import { readSections } from './read.ts';
import { findHandoff, readTexts, type Handoff } from './folder/read-handoff.ts';
import { readLockState } from './folder/session.ts';

export interface ProjectDescription {
  readonly name: string;
  readonly context: string;
  readonly mode: string;
  readonly lock?: { readonly agent: string; readonly started: string; readonly isAlive: boolean };
  readonly health: readonly HealthStep[];
  readonly files: readonly ProjectFile[];
}

export interface ProjectFile {
  readonly name: string;
  readonly trust: TrustLabel;
  readonly tokens: number;
  /** As the manifest says; undefined where it does not list the file. */
  readonly updated?: string;
  readonly summary: string;
  readonly sections: readonly { readonly name: string; readonly tokens: number }[];
}

/** The project state as people look at it: every file with its label, size and parts. Reads only. */
export async function describeProject(
  platform: Pick<Platform, 'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'tokens'>,
): Promise<ProjectDescription | undefined> {
  const handoff = await findHandoff(platform);
  if (handoff === undefined) return undefined;
  const { facts, mode, labelOf } = await examine(platform, handoff, { kind: 'first' });
  const lock = await readLockState(platform, handoff);
  return {
    name: handoff.manifest?.project ?? '',
    context: handoff.manifest?.quick_context ?? '',
    mode,
    ...(lock.kind === 'free'
      ? {}
      : { lock: { agent: lock.lock.agent, started: lock.lock.started, isAlive: lock.kind === 'held' } }),
    health: checkHealth(facts),
    files: await describeFiles(platform, handoff, labelOf),
  };
}

async function describeFiles(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project' | 'tokens'>,
  handoff: Handoff,
  labelOf: (name: string) => TrustLabel,
): Promise<ProjectFile[]> {
  const texts = [...readTexts(handoff)].filter(([name]) => name !== MANIFEST_FILE);
  const counts = await platform.tokens.countAll(texts.map(([, text]) => text));
  const files: ProjectFile[] = [];
  for (const [index, [name]] of texts.entries()) {
    const listed = handoff.manifest?.files[name];
    const { sections } = await readSections(platform, name);
    files.push({
      name,
      trust: labelOf(name),
      tokens: counts[index] ?? 0,
      ...given({ updated: listed?.updated }),
      summary: listed?.summary ?? '',
      sections: sections
        .filter(({ kind }) => kind === 'section')
        .map(({ name: part, tokens }) => ({ name: part, tokens })),
    });
  }
  return files;
}
