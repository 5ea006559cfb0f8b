import { renderPrompt } from '../../protocols/output/index.ts';
import { enforceOutput } from '../output/enforce-output.ts';
import type { Platform } from '../platform.ts';
import type { HookEvent, HookReply } from './hook-event.ts';
import { answerSessionEnd } from './session-end.ts';
import { answerSessionStart } from './session-start.ts';
import { takeSnapshot } from './snapshot.ts';
import { answerStop } from './stop-gate.ts';

const SILENT: HookReply = { kind: 'silent' };

/** What Baton does at each turn of a host's session. Only called inside a project. */
export async function answerHook(platform: Platform, event: HookEvent): Promise<HookReply> {
  switch (event.verb) {
    case 'session-start':
      return answerSessionStart(platform, event);
    case 'pre-compact':
      await takeSnapshot(platform, event.sessionId);
      return SILENT;
    case 'subagent-start': {
      const agentId = event.agentId === '' ? undefined : event.agentId;
      return {
        kind: 'context',
        text: renderPrompt({ type: undefined, cacheDir: platform.config.values['output.cacheDir'], agentId }),
      };
    }
    case 'subagent-stop':
      return answerSubagentStop(platform, event);
    case 'stop':
      return answerStop(platform, event);
    case 'session-end':
      return answerSessionEnd(platform);
  }
}

async function answerSubagentStop(
  platform: Platform,
  { agentId, sessionId, message }: Extract<HookEvent, { verb: 'subagent-stop' }>,
): Promise<HookReply> {
  const verdict = await enforceOutput(platform, { agentId: agentId === '' ? 'subagent' : agentId, sessionId, message });
  return verdict.kind === 'refuse' ? { kind: 'block', reason: verdict.reason } : SILENT;
}
