/** Which events of each host call Baton, and in which words. The plugin files are generated from here too. */
import type { JsonObject } from '../../kernel/json.ts';

export const HOOK_HOSTS = ['claude', 'codex', 'gemini', 'cursor', 'copilot', 'opencode'] as const;
export type HookHost = (typeof HOOK_HOSTS)[number];

export interface HookRow {
  /** The host's name of the event. */
  readonly event: string;
  /** Ours, as `baton hook` takes it. */
  readonly verb: string;
  readonly matcher?: string;
  readonly timeoutS: number;
}

/** A part of what Baton does for a tool, by itself: `output` holds subagents to their block, and nothing else. */
export const SETUP_PARTS = ['output'] as const;
export type SetupPart = (typeof SETUP_PARTS)[number];

/** The events of one part, or all. */
export const rowsOf = (host: HookHost, only: SetupPart | undefined): readonly HookRow[] =>
  HOOKS[host].filter(({ verb }) => only === undefined || verb.startsWith('subagent-'));

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
    // Codex allows no more, and says so in every session.
    { event: 'SessionEnd', verb: 'session-end', timeoutS: 3 },
  ],
  gemini: [
    { event: 'SessionStart', verb: 'session-start', timeoutS: 10 },
    { event: 'PreCompress', verb: 'pre-compact', timeoutS: 10 },
    { event: 'AfterAgent', verb: 'stop', timeoutS: 10 },
    { event: 'SessionEnd', verb: 'session-end', timeoutS: 10 },
  ],
  cursor: [
    { event: 'sessionStart', verb: 'session-start', timeoutS: 10 },
    { event: 'preCompact', verb: 'pre-compact', timeoutS: 10 },
    { event: 'stop', verb: 'stop', timeoutS: 10 },
    { event: 'sessionEnd', verb: 'session-end', timeoutS: 10 },
  ],
  copilot: [
    { event: 'sessionStart', verb: 'session-start', timeoutS: 10 },
    { event: 'agentStop', verb: 'stop', timeoutS: 10 },
    { event: 'sessionEnd', verb: 'session-end', timeoutS: 10 },
  ],
  opencode: [
    { event: 'experimental.chat.system.transform', verb: 'session-start', timeoutS: 10 },
    { event: 'experimental.session.compacting', verb: 'pre-compact', timeoutS: 10 },
    { event: 'session.idle', verb: 'stop', timeoutS: 10 },
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
  if (host === 'cursor') return { command, timeout: row.timeoutS, ...(row.verb === 'stop' ? { loop_limit: 1 } : {}) };
  if (host === 'codex') return { ...matcher, hooks: [{ type: 'command', command, timeout: row.timeoutS }] };
  // Gemini CLI takes every exit code above 1 for a block, also that of a program that is not there.
  const safe = `${command}; exit 0`;
  return { ...matcher, hooks: [{ name: 'baton', type: 'command', command: safe, timeout: row.timeoutS * 1000 }] };
}

const OUR_CALL = / hook [a-z-]+ --host [a-z]+(?:; exit 0)?$/;

/** True for an entry that calls `baton hook`, however the program is started. */
export function isOurHook(value: unknown): boolean {
  const calls = callsOf(value);
  return calls.length === 1 && calls.every((call) => OUR_CALL.test(commandLine(call)));
}

/** How one of our hooks starts Baton. */
export const programOf = (value: unknown): readonly string[] =>
  commandLine(callsOf(value)[0]).replace(OUR_CALL, '').split(' ');

/** Most hosts group calls under a matcher; Cursor lists them flat. */
function callsOf(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('hooks' in value) return Array.isArray(value.hooks) ? value.hooks : [];
  return [value];
}

function commandLine(hook: unknown): string {
  if (typeof hook !== 'object' || hook === null || !('command' in hook)) return '';
  const args = 'args' in hook && Array.isArray(hook.args) ? hook.args : [];
  return [hook.command, ...args].join(' ');
}

/** `.github/hooks/baton.json` as Copilot reads it: one shell line per event, for each kind of shell. */
export function renderCopilotHooks(program: readonly string[]): string {
  const hooks = Object.fromEntries(
    HOOKS.copilot.map(({ event, verb, timeoutS }) => {
      const line = [...program, 'hook', verb, '--host', 'copilot'].join(' ');
      return [event, [{ type: 'command', bash: line, powershell: line, timeoutSec: timeoutS }]];
    }),
  );
  return `${JSON.stringify({ version: 1, hooks }, null, 2)}\n`;
}
