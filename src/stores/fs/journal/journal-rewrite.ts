import { dirname, join } from 'node:path';
import type { Disk, JournalLine, JournalOptions, Random } from '../../../kernel/ports/index.ts';
import { unlessGone } from '../errno.ts';
import { randomName } from '../random-name.ts';

/** Puts a journal with these drafts in the place of the one that is there. Under the journal's lock only. */
export async function writeJournal<Draft>(
  { disk, random }: { readonly disk: Disk; readonly random: Random },
  { path, seal }: Pick<JournalOptions<Draft>, 'path' | 'seal'>,
  drafts: readonly Draft[],
): Promise<void> {
  const temp = join(dirname(path), `.baton-${randomName(random)}.tmp`);
  const file = await disk.open(temp, 'wx');
  try {
    let previous: JournalLine | undefined;
    for (const draft of drafts) {
      const text = seal(draft, previous);
      const bytes = Buffer.from(`${text}\n`, 'utf8');
      const position = previous?.end ?? 0;
      previous = { text, position, end: position + bytes.length };
      await file.write(bytes);
    }
    await file.sync();
  } catch (error) {
    await unlessGone(disk.unlink(temp));
    throw error;
  } finally {
    await file.close();
  }
  await disk.rename(temp, path);
  await disk.syncFolder(dirname(path));
}
