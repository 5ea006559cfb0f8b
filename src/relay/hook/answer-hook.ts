import { join } from 'node:path';
import { HANDOFF_FOLDER } from '../../protocols/project/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import type { HookEvent, HookReply } from './hook-event.ts';

const SILENT: HookReply = { kind: 'silent' };

/** What the answers together need; each is given a part of it. */
export type HookPlatform = Pick<
  Platform,
  | 'clock'
  | 'disk'
  | 'facts'
  | 'files'
  | 'notifier'
  | 'processes'
  | 'project'
  | 'random'
  | 'remark'
  | 'scanner'
  | 'tasks'
  | 'tokens'
>;

/**
 * What Baton does at each turn of a host's session; nothing if the project keeps no handoff files. Its subagents are held
 * to their summary also without those, if the project was set up for that.
 */
export async function answerHook(platform: HookPlatform, event: HookEvent): Promise<HookReply> {
  const folder = await platform.files.stat(join(platform.project.root, HANDOFF_FOLDER));
  if (folder !== undefined) return await answerInProject(platform, event);
  const isAboutOutput = event.verb === 'subagent-start' || event.verb === 'subagent-stop';
  return isAboutOutput && (await isSetUpForOutput(platform)) ? await answerInProject(platform, event) : SILENT;
}

/** A plugin of the user calls in every folder: only the project's own files say that it wants this. */
async function isSetUpForOutput(platform: Pick<Platform, 'files' | 'project'>): Promise<boolean> {
  const { hasPart } = await import('../setup/index.ts');
  return await hasPart(platform, 'output');
}

/** Each answer is loaded when it is asked for: a hook runs at every turn, and pays for nothing else. */
async function answerInProject(platform: HookPlatform, event: HookEvent): Promise<HookReply> {
  switch (event.verb) {
    case 'session-start':
      return (await import('./session-start.ts')).answerSessionStart(platform, event);
    case 'pre-compact':
      return (await import('./pre-compact.ts')).answerPreCompact(platform, event);
    case 'subagent-start':
      return (await import('./subagent.ts')).answerSubagentStart(platform, event);
    case 'subagent-stop':
      return (await import('./subagent.ts')).answerSubagentStop(platform, event);
    case 'stop':
      return (await import('./stop-gate.ts')).answerStop(platform, event);
    case 'session-end':
      return (await import('./session-end.ts')).answerSessionEnd(platform, event);
  }
}
