/** What a host tells Baton, in one form for all hosts, and what Baton answers. */
import type { HookHost } from '../setup/index.ts';

export const HOOK_VERBS = [
  'session-start',
  'pre-compact',
  'subagent-start',
  'subagent-stop',
  'stop',
  'session-end',
] as const;

export type HookVerb = (typeof HOOK_VERBS)[number];

interface Common {
  readonly host: HookHost;
  readonly sessionId: string;
  /** Where the agent works. */
  readonly folder: string;
}

export type HookEvent = Common &
  (
    | { readonly verb: 'session-start'; readonly source: string }
    | { readonly verb: 'pre-compact'; readonly trigger: string }
    | { readonly verb: 'subagent-start'; readonly agentId: string; readonly agentType: string }
    | {
        readonly verb: 'subagent-stop';
        readonly agentId: string;
        readonly agentType: string;
        readonly message: string;
        /** The agent continues because a stop hook asked it to. */
        readonly isRetry: boolean;
      }
    | { readonly verb: 'stop'; readonly message: string; readonly isRetry: boolean }
    | { readonly verb: 'session-end'; readonly reason: string }
  );

/** How the log and the lock name an agent of this host. */
export const agentOf = (host: HookHost): string => AGENTS[host];

const AGENTS: Readonly<Record<HookHost, string>> = {
  claude: 'claude-code',
  codex: 'codex',
  gemini: 'gemini-cli',
  cursor: 'cursor',
  copilot: 'copilot',
  opencode: 'opencode',
};

const isHost = (name: string): name is HookHost => Object.hasOwn(AGENTS, name);

export const HOOK_HOSTS: readonly HookHost[] = Object.keys(AGENTS).filter(isHost);

export type HookReply =
  | { readonly kind: 'silent' }
  /** Put before the agent. */
  | { readonly kind: 'context'; readonly text: string }
  /** The agent must go on, for this reason. */
  | { readonly kind: 'block'; readonly reason: string }
  /** Shown to the person. */
  | { readonly kind: 'message'; readonly text: string };
