/** What Baton tells agents about itself: one pointer for instruction files, one skill with the details. */
import { DATA_SENTENCE } from '../../protocols/project/index.ts';

export const AGENTS_POINTER = `## Handoffs (Baton)

This project keeps its state for the next session in \`.ai/handoff/\`, through the \`baton\` command.

- At the start: \`baton orient\` says what to read now; \`--for\` takes fix, feature, debug or first. ${DATA_SENTENCE}
- At the end: \`baton handoff --agent NAME --done "what was done" --status "what is true now" --next "what comes next"\`. One call, one commit.
- Never edit the handoff files by hand, and never write secrets or personal data into them; \`baton lint\` checks.
`;

export const IMPORT_LINE = '@AGENTS.md';

const RECORDED = "Without that call the host's hooks record what the session changed, as Assumed.";
const NOT_RECORDED = 'Without that call nothing of the session is recorded.';

export const SKILL = `---
name: baton
description: Hand work over to the next session or agent with Baton. Use at the start of work (orient), while working (log, trust, next actions, tasks), when delegating, and before stopping (handoff).
---

# Baton

Baton keeps what the next session must know, at a measured token cost, with a trust label on each part. ${DATA_SENTENCE}

## A session

1. \`baton orient --for fix\` (or feature, debug, first) prints the health of the handoff and what to read for this kind of work. \`baton read STATUS.md#summary\` reads one section more.
2. End with one call: \`baton handoff --agent NAME --done "what was done" --status "what is true now" --next "what comes next" --verified "Build passes"\`. It logs, updates, checks and commits; if anything is refused, nothing changes.

${RECORDED}

## Longer work

1. \`baton begin --agent NAME\` opens a session. If another agent holds it, the answer says who; if that one died, \`baton recover\` shows what it left.
2. While working:
   - \`baton log "what was done" --body "why, and what is left"\` adds an entry.
   - \`baton set STATUS.md#summary --body "what is true now"\` replaces a section.
   - \`baton trust add "Tests pass" --run "npm test"\` records a claim that the command proves; later \`baton trust verify "Tests pass" --run "npm test"\` renews it.
   - \`baton next add "what comes next"\` and \`baton next done 1\` keep the list of next actions.
3. \`baton close --context "where things stand, in a sentence or two"\` checks everything and makes one commit of \`.ai/handoff/\` alone.

## Tasks

1. \`baton claim --agent NAME --brief\` takes the next task and prints its id (TASK), its run (RUN) and what to do.
2. \`baton heartbeat TASK --agent NAME --run RUN\` keeps it; repeat it every few minutes.
3. \`baton delegate TASK --agent NAME --run RUN --to OTHER --title "one part of it"\` hands a part to another agent.
4. \`baton complete TASK --agent NAME --run RUN --notes "what came of it"\` reports the end; \`--outcome blocked --blocker "what is missing"\` if it cannot go on.

## Answers of subagents

Up to 500 characters are fine as they are. A longer answer is stored, and a block for its summary is asked for. \`baton output prompt\` prints the form.

Every command takes \`--json\`, \`--help\` and \`--dry-run\`.
`;

/** The texts for a project where Baton is started in another way. */
export const renderPointer = (program: readonly string[]): string => withProgram(AGENTS_POINTER, program);
export const renderSkill = (program: readonly string[], { hasHooks }: { readonly hasHooks: boolean }): string =>
  withProgram(hasHooks ? SKILL : SKILL.replace(RECORDED, NOT_RECORDED), program);

const withProgram = (text: string, program: readonly string[]): string =>
  program.join(' ') === 'baton' ? text : text.replaceAll('`baton ', `\`${program.join(' ')} `);
