/** Which events of each host call Baton, and in which words. The plugin files are generated from here too. */
import type { JsonObject } from '../../kernel/json.ts';

export type HookHost = 'claude' | 'codex' | 'gemini';

export interface HookRow {
  /** The host's name of the event. */
  readonly event: string;
  /** Ours, as `baton hook` takes it. */
  readonly verb: string;
  readonly matcher?: string;
  readonly timeoutS: number;
}

export const HOOKS: Readonly<Record<HookHost, readonly HookRow[]>> = {
  claude: [
    { event: 'SessionStart', verb: 'session-start', matcher: 'startup|resume|clear|compact', timeoutS: 10 },
    { event: 'PreCompact', verb: 'pre-compact', timeoutS: 10 },
    { event: 'SubagentStart', verb: 'subagent-start', timeoutS: 5 },
    { event: 'SubagentStop', verb: 'subagent-stop', timeoutS: 10 },
    { event: 'Stop', verb: 'stop', timeoutS: 10 },
    { event: 'SessionEnd', verb: 'session-end', timeoutS: 10 },
  ],
  codex: [
    { event: 'SessionStart', verb: 'session-start', matcher: 'startup|resume|clear|compact', timeoutS: 10 },
    { event: 'PreCompact', verb: 'pre-compact', timeoutS: 10 },
    { event: 'SubagentStart', verb: 'subagent-start', timeoutS: 5 },
    { event: 'SubagentStop', verb: 'subagent-stop', timeoutS: 10 },
    { event: 'Stop', verb: 'stop', timeoutS: 10 },
  ],
  gemini: [
    { event: 'SessionStart', verb: 'session-start', timeoutS: 10 },
    { event: 'PreCompress', verb: 'pre-compact', timeoutS: 10 },
    { event: 'AfterAgent', verb: 'stop', timeoutS: 10 },
    { event: 'SessionEnd', verb: 'session-end', timeoutS: 10 },
  ],
};

/** A hook entry in the host's own form: Claude Code starts a program with arguments, the others a shell line. */
export function renderHook(host: HookHost, row: HookRow, program: readonly string[]): JsonObject {
  const words = [...program, 'hook', row.verb, '--host', host];
  const matcher = row.matcher === undefined ? {} : { matcher: row.matcher };
  if (host === 'claude') {
    const [command = 'baton', ...args] = words;
    return { ...matcher, hooks: [{ type: 'command', command, args, timeout: row.timeoutS }] };
  }
  const command = words.join(' ');
  if (host === 'codex') return { ...matcher, hooks: [{ type: 'command', command, timeout: row.timeoutS }] };
  return { ...matcher, hooks: [{ name: 'baton', type: 'command', command, timeout: row.timeoutS * 1000 }] };
}

/** True for an entry that calls `baton hook`, however the program is started. */
export function isOurHook(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('hooks' in value) || !Array.isArray(value.hooks)) return false;
  return (
    value.hooks.length === 1 && value.hooks.every((hook) => / hook [a-z-]+ --host [a-z]+$/.test(commandLine(hook)))
  );
}

/** How one of our hooks starts Baton. */
export function programOf(value: unknown): readonly string[] {
  const [hook]: unknown[] =
    typeof value === 'object' && value !== null && 'hooks' in value && Array.isArray(value.hooks) ? value.hooks : [];
  return commandLine(hook)
    .replace(/ hook [a-z-]+ --host [a-z]+$/, '')
    .split(' ');
}

function commandLine(hook: unknown): string {
  if (typeof hook !== 'object' || hook === null || !('command' in hook)) return '';
  const args = 'args' in hook && Array.isArray(hook.args) ? hook.args : [];
  return [hook.command, ...args].join(' ');
}
