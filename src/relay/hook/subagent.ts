import { renderPrompt } from '../../protocols/output/index.ts';
import { enforceOutput } from '../output/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import type { HookEvent, HookReply } from './hook-event.ts';

/** The rules for its answer, before it begins. */
export const answerSubagentStart = (
  platform: Pick<Platform, 'project'>,
  { agentId }: Extract<HookEvent, { verb: 'subagent-start' }>,
): HookReply => ({
  kind: 'context',
  text: renderPrompt({
    type: undefined,
    cacheDir: platform.project.settings.values['output.cacheDir'],
    agentId: agentId === '' ? undefined : agentId,
  }),
});

/** Hosts also run helpers of their own: for compaction, for titles. Nobody reads their answers as a report. */
const isSubagent = (agentType: string): boolean => agentType.trim() !== '' && !HELPERS.test(agentType);

const HELPERS = /^(?:compact(?:ion)?|title|titles|summary|statusline(?:-setup)?)$/i;

/** Refused at most twice, then kept for it. */
export async function answerSubagentStop(
  platform: Pick<Platform, 'clock' | 'files' | 'project' | 'scanner'>,
  { agentId, agentType, sessionId, message }: Extract<HookEvent, { verb: 'subagent-stop' }>,
): Promise<HookReply> {
  if (!isSubagent(agentType)) return { kind: 'silent' };
  const verdict = await enforceOutput(platform, { agentId: agentId === '' ? 'subagent' : agentId, sessionId, message });
  switch (verdict.kind) {
    case 'allow':
      return { kind: 'silent' };
    case 'refuse':
      return { kind: 'block', reason: verdict.reason };
    case 'wrapped': {
      const { detailsFile } = verdict.output.content;
      return { kind: 'message', text: `baton: an answer without a proper summary was kept in ${detailsFile}` };
    }
  }
}
