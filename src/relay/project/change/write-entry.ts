import { BatonError } from '../../../kernel/errors/index.ts';
import { splitLog } from '../../../kernel/markdown/index.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import { draftAmendment, draftEntry, type HandoffLock } from '../../../protocols/project/index.ts';
import { assertHandoffText } from '../checks/check-text.ts';
import { findFileText, type Handoff } from '../folder/read-handoff.ts';
import { readCommit, toProvenance } from '../folder/session.ts';
import { openDraft, writeDraft } from './write-draft.ts';

export interface EntryRequest {
  readonly title: string;
  readonly body: string;
  /** Correct the session's own last entry instead of adding one. */
  readonly amend?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
}

export interface WrittenEntry {
  readonly title: string;
  readonly text: string;
}

/** An entry on top of LOG.md, with the session's provenance. */
export async function writeEntry(
  platform: Pick<
    Platform,
    'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'remark' | 'scanner'
  >,
  handoff: Handoff,
  lock: HandoffLock,
  request: EntryRequest,
): Promise<WrittenEntry> {
  assertTitle(request.title);
  assertHandoffText('LOG.md', findFileText(handoff, 'LOG.md') ?? '');
  const provenance = toProvenance(lock, await readCommit(platform), platform.clock.now());
  const edit = request.amend === true ? draftAmendment : draftEntry;
  const draft = edit(openDraft(handoff, lock), { title: request.title, body: request.body, provenance });
  await writeDraft(platform, handoff, lock, draft, request);
  const entry = splitLog(draft.texts.get('LOG.md') ?? '').entries.find(({ title }) =>
    title.endsWith(words(request.title)),
  );
  return { title: entry?.title ?? '', text: entry?.text ?? '' };
}

const words = (title: string): string => title.replaceAll(/\s+/g, ' ').trim();

export function assertTitle(title: string): void {
  if (title.trim() !== '' && !/[\r\n]/.test(title)) return;
  throw new BatonError('INPUT_INVALID', 'an entry needs a title of one line');
}
