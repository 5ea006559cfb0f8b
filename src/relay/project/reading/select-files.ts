import type { Platform } from '../../../kernel/ports/index.ts';
import { cutText } from '../../../kernel/text.ts';
import { isInFullRead, regenerateStatus, type WorkKind } from '../../../protocols/project/index.ts';
import { planDigest } from '../../../protocols/project/digest/index.ts';
import { scanFilesCached } from '../checks/scan-files.ts';
import type { Examination } from '../folder/examine.ts';
import { readRecentCommits } from '../git/read-git.ts';
import type { ReadingPlan } from './compose-reading.ts';

/** What matters first stands first: the list of what to do, then what is true, then the rest. */
const SHOWN_FIRST = ['NEXT_ACTIONS.md', 'STATUS.md'];

export async function selectFiles(
  platform: Pick<Platform, 'clock' | 'facts' | 'files' | 'project' | 'scanner'>,
  seen: Examination,
  kind: WorkKind,
  isWhole: boolean,
): Promise<Pick<ReadingPlan, 'files' | 'parts' | 'others' | 'findings'>> {
  const texts = new Map(seen.texts);
  const isLost = seen.corrupt.has('STATUS.md') || !texts.has('STATUS.md');
  if (isLost) texts.set('STATUS.md', await regenerate(platform, seen));
  const wanted =
    isLost && !seen.facts.reading.includes('STATUS.md') ? ['STATUS.md', ...seen.facts.reading] : seen.facts.reading;
  const names = [
    ...SHOWN_FIRST.filter((name) => wanted.includes(name)),
    ...wanted.filter((name) => !SHOWN_FIRST.includes(name)),
  ];
  const parts = planDigest(kind, names, texts, isWhole);
  const shown = [...new Set([...names, ...parts.map(({ file }) => file)])];
  const files = shown.map((name) => ({
    name,
    label: name === 'STATUS.md' && isLost ? ('Assumed' as const) : seen.labelOf(name),
    note: describeParts(seen, name),
    text: texts.get(name) ?? '',
  }));
  const others = [...texts]
    .filter(([name]) => isInFullRead(name) && !shown.includes(name))
    .map(([name, text]) => ({ name, text }));
  const scanned = files.map(({ name, text }) => ({ name, text }));
  return { files, parts, others, findings: await scanFilesCached(platform, scanned, seen.texts) };
}

const listFew = (names: readonly string[]): string =>
  names.length <= 2 ? names.join(', ') : `in ${names.length} sections`;

/** Sections with another label than the file. */
function describeParts({ trustOf }: Examination, name: string): string | undefined {
  const { sections = {} } = trustOf(name);
  const isPartly = Object.keys(sections).length > 0;
  const of = (trust: string): string[] =>
    Object.entries(sections).flatMap(([part, label]) =>
      label.trust === trust ? [part === '' ? 'top' : cutText(part, 40, '…')] : [],
    );
  const [assumed, unknown] = [of('assumed'), of('unknown')];
  const notes = [
    ...(assumed.length === 0 ? [] : [`Assumed ${listFew(assumed)}`]),
    ...(unknown.length === 0 ? [] : [`Unknown ${listFew(unknown)}`]),
    ...(isPartly ? ['the rest Verified'] : []),
  ];
  return notes.length === 0 ? undefined : notes.join('; ');
}

async function regenerate(platform: Pick<Platform, 'project'>, seen: Examination): Promise<string> {
  return regenerateStatus(seen.texts.get('LOG.md') ?? '', await readRecentCommits(platform));
}

/** One line for all of them: which files hold words nobody known wrote, and which session found them. */
export function describeAdopted({ trustOf }: Examination, files: readonly { readonly name: string }[]): string[] {
  const found = files.flatMap(({ name }) => {
    const { adopted_by, sections = {} } = trustOf(name);
    const by = adopted_by ?? Object.values(sections).find((part) => part.adopted_by !== undefined)?.adopted_by;
    return by === undefined ? [] : [{ name, by }];
  });
  const sessions = [...new Set(found.map(({ by }) => by))];
  return sessions.map((by) => {
    const names = found.filter((each) => each.by === by).map(({ name }) => name);
    return `Changed outside, adopted by ${by}: ${names.length > 3 ? `${names.length} files` : names.join(', ')}.`;
  });
}
