import type { Platform } from '../../../kernel/ports/index.ts';
import { isInFullRead, type WorkKind } from '../../../protocols/project/index.ts';

/** The seed's own table: what each kind of work costs of a full read. */
const SHARES: Readonly<Record<WorkKind, number>> = { fix: 0.13, feature: 0.32, debug: 0.43, first: 1 };
/** From here on a project is mature, and the seed's table holds; a smaller one may cost what reading it plainly does. */
const MATURE_TOKENS = 2_800;
/** Below this an answer would be little but frame: the frame, its sentence and the names of files take 100 to 150. */
const LEAST_TOKENS = 300;

/**
 * What is configured holds. Without that a project gets its share of the seed's table, never more than the default, and
 * never more than reading the files plainly would cost. Only `first` asks for everything.
 */
export async function decideBudget(
  { project, tokens }: Pick<Platform, 'project' | 'tokens'>,
  kind: WorkKind,
  texts: ReadonlyMap<string, string>,
): Promise<number | undefined> {
  if (kind === 'first') return undefined;
  const { rows, values } = project.settings;
  if (rows.some(({ key, origin }) => key === 'budget' && origin !== 'default')) return values.budget;
  const counts = await tokens.countAll([...texts].filter(([name]) => isInFullRead(name)).map(([, text]) => text));
  const full = counts.reduce((sum, count) => sum + count, 0);
  return Math.min(values.budget, full < MATURE_TOKENS ? Math.max(full, LEAST_TOKENS) : Math.floor(full * SHARES[kind]));
}
