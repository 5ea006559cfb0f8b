import { renderShortRules } from '../../protocols/output/index.ts';
import { enforceOutput } from '../output/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import type { HookEvent, HookReply } from './hook-event.ts';
import { findMark, writeMark } from './session-marks.ts';

const SILENT: HookReply = { kind: 'silent' };

/** The rules for its answer, before it begins. */
export async function answerSubagentStart(
  platform: Pick<Platform, 'clock' | 'files' | 'project'>,
  { agentId, agentType, sessionId }: Extract<HookEvent, { verb: 'subagent-start' }>,
): Promise<HookReply> {
  if (!isHeld(platform, agentType)) return SILENT;
  if (agentId !== '') await writeMark(platform, sessionId, markOf(agentId), { started_ms: platform.clock.now() });
  return { kind: 'context', text: renderShortRules(undefined) };
}

/** Hosts also run helpers of their own: for compaction, for titles. Nobody reads their answers as a report. */
const isSubagent = (agentType: string): boolean => agentType.trim() !== '' && !HELPERS.test(agentType);

const HELPERS = /^(?:compact(?:ion)?|title|titles|summary|statusline(?:-setup)?)$/i;

/** True for a real subagent of a type that the project did not leave out. */
function isHeld({ project }: Pick<Platform, 'project'>, agentType: string): boolean {
  if (!isSubagent(agentType)) return false;
  const named = (project.settings.values['output.agents'] ?? '').split(',');
  const left = new Set(named.map((name) => name.trim().toLowerCase()));
  return !left.has('*') && !left.has(agentType.trim().toLowerCase());
}

const markOf = (agentId: string): string => `agent-${agentId.replaceAll(/[^\w-]/g, '_').slice(0, 80)}`;

/** A long answer is stored and sent back for its summary, then kept for it. */
export async function answerSubagentStop(
  platform: Pick<Platform, 'clock' | 'files' | 'project' | 'scanner'>,
  { agentId, agentType, sessionId, message }: Extract<HookEvent, { verb: 'subagent-stop' }>,
): Promise<HookReply> {
  if (!isHeld(platform, agentType)) return SILENT;
  const started = agentId === '' ? undefined : (await findMark(platform, sessionId, markOf(agentId)))?.['started_ms'];
  const verdict = await enforceOutput(platform, {
    agentId: agentId === '' ? 'subagent' : agentId,
    agentType,
    sessionId,
    startMs: typeof started === 'number' ? started : undefined,
    message,
  });
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
