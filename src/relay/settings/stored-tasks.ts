import { join } from 'node:path';
import { stateRequest } from '../../kernel/authority/index.ts';
import type { ResolvedConfig } from '../../kernel/config/index.ts';
import { BatonError } from '../../kernel/errors/index.ts';
import type { Authority, AuthorityRequest, Files, Platform } from '../../kernel/ports/index.ts';

/**
 * Whether this project has tasks that may be read. Opening a store of files to look would make its folders; a store
 * that is not approved, or not this installation's, is named and left alone.
 */
export async function hasTasks({ files, project }: Pick<Platform, 'files' | 'project'>): Promise<boolean> {
  if (findWithheldStore(project.settings) !== undefined) return false;
  if (project.settings.values.store !== 'files') return true;
  if ((await files.stat(join(project.dataDir, 'tasks'))) === undefined) return false;
  const foreign = await findForeignJournal({ files, dataDir: project.dataDir, authority: project.authority });
  return foreign === undefined || (await project.authority.permit(foreign));
}

/** The setting of the project's file that keeps the store closed, if any. */
export const findWithheldStore = ({ rows }: ResolvedConfig): 'store' | 'storeSchema' | undefined =>
  (['store', 'storeSchema'] as const).find((key) => rows.some((row) => row.key === key && row.withheld !== undefined));

/** Tasks kept in files meanwhile would be two truths, so commands that need tasks fail. */
export const storeNotApproved = (): BatonError =>
  new BatonError('STORE_NOT_APPROVED', 'baton.config.json names a store that nobody approved on this machine', {
    hint: 'run baton approve, or name the store yourself in BATON_STORE',
  });

interface JournalPlace {
  readonly files: Pick<Files, 'list' | 'readText' | 'stat' | 'writeAtomic'>;
  readonly dataDir: string;
  readonly authority: Pick<Authority, 'seals'>;
}

const PURPOSE = 'task journal';
const MARK = /^made-here\.([0-9a-f]{12})$/;

const folderOf = ({ dataDir }: JournalPlace): string => join(dataDir, 'journal');

/**
 * A task journal that this installation did not begin: it came with a clone, an archive or another machine. Undefined
 * if there is none, or if this user has no place to keep a key in, so that it cannot be known.
 */
export async function findForeignJournal(place: JournalPlace): Promise<AuthorityRequest | undefined> {
  const journal = await place.files.stat(join(folderOf(place), 'tasks.jsonl'));
  if (journal === undefined || (journal.kind === 'file' && journal.sizeBytes === 0)) return undefined;
  const identity = await identify(place);
  const own = await findOwnMark(place, identity);
  if (own === undefined || own.isThere) return undefined;
  return stateRequest('journal', 'the task journal', identity);
}

/** Marks a journal that is about to begin, so that it is known again. */
export async function markJournal(place: JournalPlace): Promise<void> {
  const own = await findOwnMark(place, await identify(place));
  if (own === undefined || own.isThere) return;
  await place.files.writeAtomic(join(folderOf(place), own.name), `${own.mark}\n`);
}

export const journalForeign = (dataDir: string): BatonError =>
  new BatonError('STATE_FOREIGN', `the task journal in ${dataDir} was not made by this installation`, {
    dataDir,
    hint: `run baton approve to use it, or remove ${join(dataDir, 'journal')}: the tasks stay`,
  });

/** The folder itself: a copy of it is another one. */
const identify = async (place: JournalPlace): Promise<string> =>
  String((await place.files.stat(folderOf(place)))?.inode ?? '');

interface OwnMark {
  readonly name: string;
  readonly mark: string;
  readonly isThere: boolean;
}

async function findOwnMark(place: JournalPlace, identity: string): Promise<OwnMark | undefined> {
  const { files, authority } = place;
  const id = await authority.seals.seal('installation', '');
  const mark = await authority.seals.seal(PURPOSE, identity);
  if (id === undefined || mark === undefined) return undefined;
  const name = `made-here.${id.slice(0, 12)}`;
  const there = (await files.list(folderOf(place))).find((entry) => entry.name === name && MARK.test(entry.name));
  const text = there?.kind === 'file' ? (await files.readText(join(folderOf(place), name))).trim() : '';
  return { name, mark, isThere: text === mark };
}
