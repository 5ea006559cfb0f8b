import type { Platform } from '../../kernel/ports/index.ts';
import { cutText, firstSentence } from '../../kernel/text.ts';
import { keepDraft, type WorkDraft } from '../project/index.ts';
import { agentOf, type HookEvent, type HookReply } from './hook-event.ts';
import { takeOnce } from './session-marks.ts';

type Stop = Extract<HookEvent, { verb: 'stop' }>;

const SILENT: HookReply = { kind: 'silent' };

/**
 * Keeps a draft of what the session did, and says nothing. Only after substantial work is the agent asked to write the
 * handoff itself, once per session: an answer costs a turn, and a person sees it as an error.
 */
export async function answerStop(
  platform: Pick<Platform, 'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project'>,
  event: Stop,
): Promise<HookReply> {
  const { handoff: policy } = platform.project.settings.values;
  if (policy === 'off') return SILENT;
  const draft = await keepDraft(platform, { sessionId: event.sessionId, agent: agentOf(event.host) }, event.message);
  if (event.isRetry || !(await isWorthAsking(platform, draft))) return SILENT;
  if (!(await takeOnce(platform, event.sessionId, 'stop-refused'))) return SILENT;
  return { kind: 'block', reason: await renderRequest(platform, event, draft) };
}

async function isWorthAsking(
  platform: Pick<Platform, 'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project'>,
  { work }: WorkDraft,
): Promise<boolean> {
  const { handoff: policy, handoffAskFiles, handoffAskCommits } = platform.project.settings.values;
  const isMuch =
    work !== undefined && (work.files.length >= handoffAskFiles || work.commits.length >= handoffAskCommits);
  if (policy === 'auto' && !isMuch) return false;
  // Work that cannot be handed over because somebody else has the files is not asked for.
  const { findLockHolder } = await import('./lock-holder.ts');
  const holder = await findLockHolder(platform);
  return holder === 'own' || (holder === 'nobody' && work !== undefined);
}

const MAX_DONE = 200;

/** One command that works as it stands; its words are the agent's own last ones. */
async function renderRequest(
  platform: Pick<Platform, 'files' | 'project'>,
  { host }: Stop,
  { work }: WorkDraft,
): Promise<string> {
  const { findProgram } = await import('../setup/index.ts');
  const program = await findProgram(platform, host);
  const said = cutText(firstSentence(work?.answers.at(-1) ?? '').trim(), MAX_DONE, '…');
  const changed = `Changed ${(work?.files ?? []).slice(0, 5).join(', ') || 'the handoff files'}`;
  const command = `${program.join(' ')} handoff --agent ${agentOf(host)} --done ${quoted(said || changed)}`;
  return [
    'Hand this work over before you stop, with one command. Put your own words in --done; --status "what is true now" and --next "what comes next" may be added:',
    command,
    'Then stop; you are not asked again.',
  ].join('\n');
}

/** One word for every shell: quotes, dollars and backticks of the text are replaced, not escaped. */
const quoted = (text: string): string =>
  `"${text
    .replaceAll('"', "'")
    .replaceAll(/[`$\\!]/g, '')
    .replaceAll(/\s+/g, ' ')}"`;
