import { inProject } from '../settings/index.ts';
import { isInFullRead, WORK_KINDS, type WorkKind } from '../../protocols/project/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { getHandoff, readTexts } from './folder/read-handoff.ts';
import { composeOrientation } from './reading/compose-orientation.ts';

/** One way to read a project, with its cost in tokens. */
export interface Scenario {
  readonly name: WorkKind;
  /** Tokens of every file but the archive. */
  readonly full: number;
  /** Tokens of everything `orient` prints. */
  readonly layered: number;
  /** Percent, rounded down; below zero where layers cost more. */
  readonly savings: number;
}

export interface Savings {
  readonly method: string;
  readonly scenarios: readonly Scenario[];
}

/** What reading in layers saves in this project, measured. */
export async function savings(
  here: Pick<
    Platform,
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
    | 'scanner'
    | 'tokens'
  >,
  folder?: string,
): Promise<Savings> {
  return folder === undefined ? await measure(here) : await inProject(here, folder, measure);
}

async function measure(
  platform: Pick<
    Platform,
    | 'clock'
    | 'disk'
    | 'facts'
    | 'files'
    | 'notifier'
    | 'processes'
    | 'project'
    | 'random'
    | 'remark'
    | 'scanner'
    | 'tokens'
  >,
): Promise<Savings> {
  const handoff = await getHandoff(platform);
  const texts = readTexts(handoff);
  const counts = await platform.tokens.countAll(
    [...texts].filter(([name]) => isInFullRead(name)).map(([, text]) => text),
  );
  const full = counts.reduce((sum, count) => sum + count, 0);
  const scenarios: Scenario[] = [];
  for (const name of WORK_KINDS) {
    const { text } = await composeOrientation(platform, handoff, { kind: name });
    const layered = await platform.tokens.count(`${text}\n`);
    scenarios.push({ name, full, layered, savings: full === 0 ? 0 : Math.floor((1 - layered / full) * 100) });
  }
  return { method: platform.tokens.method, scenarios };
}
