import { join } from 'node:path';
import { renderPrompt } from '../../protocols/output/index.ts';
import { HANDOFF_FOLDER } from '../../protocols/project/index.ts';
import { enforceOutput } from '../output/enforce-output.ts';
import type { Platform } from '../platform.ts';
import type { HookEvent, HookReply } from './hook-event.ts';
import { answerSessionEnd } from './session-end.ts';
import { answerSessionStart } from './session-start.ts';
import { takeSnapshot } from './snapshot.ts';
import { answerStop } from './stop-gate.ts';

const SILENT: HookReply = { kind: 'silent' };

/** What Baton does at each turn of a host's session; nothing where the project keeps no handoff files. */
export async function answerHook(platform: Platform, event: HookEvent): Promise<HookReply> {
  const folder = await platform.files.stat(join(platform.root, HANDOFF_FOLDER));
  return folder === undefined ? SILENT : answerInProject(platform, event);
}

async function answerInProject(platform: Platform, event: HookEvent): Promise<HookReply> {
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
  switch (verdict.kind) {
    case 'allow':
      return SILENT;
    case 'refuse':
      return { kind: 'block', reason: verdict.reason };
    case 'wrapped': {
      const { detailsFile } = verdict.output.content;
      return { kind: 'message', text: `baton: an answer without a proper summary was kept in ${detailsFile}` };
    }
  }
}
