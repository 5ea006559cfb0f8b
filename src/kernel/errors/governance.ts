import type { ErrorRow } from './baton-error.ts';

/** Errors of the governance commands. A handoff that is refused is no error: it is an answer with exit code 1. */
export const governanceErrors = {
  REGISTRY_INVALID: {
    exit: 1,
    meaning: 'A registry file (manifest, lock or boundaries) cannot be read or has the wrong form.',
    hint: 'run baton govern check: it names every problem',
  },
  REGISTRY_NOT_FOUND: {
    exit: 4,
    meaning: 'No prompt-manifest.json was found at the root, in versions/ or in .baton/governance/.',
    hint: 'run baton govern init, or name the file with --manifest',
  },
  AGENT_NOT_FOUND: {
    exit: 4,
    meaning: 'The registry has no agent with this id.',
    hint: 'run baton govern graph for the list of agents',
  },
  PROMPT_VERSION_UNCHANGED: {
    exit: 1,
    meaning: 'A prompt was changed while the manifest still has the version that was locked for it.',
    hint: 'raise the version of the agent in prompt-manifest.json, then run baton govern lock again',
  },
  TARGET_FAILED: {
    exit: 1,
    meaning: 'The target of an accepted handoff threw an error; the audit log has it.',
    hint: 'look at the cause, then send a new handoff',
  },
  GOVERNANCE_OFF: {
    exit: 1,
    meaning: 'The configuration says that no governed handoffs are made.',
    hint: 'set governance to advisory or required in baton.config.json',
  },
} as const satisfies Record<string, ErrorRow>;
