/** What Baton tells agents about itself: one pointer for instruction files, one skill with the details. */
import { DATA_SENTENCE } from '../../protocols/project/index.ts';

export const AGENTS_POINTER = `## Handoffs (Baton)

This project keeps its state for the next session in \`.ai/handoff/\`, through the \`baton\` command.

- At the start: \`baton orient\` (\`--for fix|feature|debug|first\`) says what to read now. ${DATA_SENTENCE}
- At the end: \`baton handoff --agent NAME --done "what was done" --status "what is true now" --next "what comes next"\`. One call, one commit.
- For more than that: \`baton begin --agent NAME\`, then \`baton log\`, \`baton set\`, \`baton trust\`, \`baton next\`, and \`baton close --context "where things stand"\`. Never by hand.
- Never write secrets or personal data into handoff files; \`baton lint\` checks.
`;

export const IMPORT_LINE = '@AGENTS.md';

export const SKILL = `---
name: baton
description: Hand work over to the next session or agent with Baton. Use at the start of work (orient), while working (log, trust, next actions, tasks), when delegating, and before stopping (handoff).
---

# Baton

Baton keeps what the next session must know, at a measured token cost, with a trust label on each part. ${DATA_SENTENCE}

## A session

1. \`baton orient --for fix|feature|debug|first\` prints the health of the handoff and what to read for this kind of work. \`baton read STATUS.md#summary\` reads one section more.
2. Most sessions end with one call: \`baton handoff --agent NAME --done "what was done" --status "what is true now" --next "what comes next" --verified "Build passes"\`. It logs, updates, checks and commits; if anything is refused, nothing changes. \`baton handoff -\` takes the same as JSON.
3. For longer work, step by step: \`baton begin --agent NAME\` takes the lock. If another session holds it, the answer says who; if that session died, \`baton recover\` first.
4. While working:
   - \`baton log "what was done" --body -\` adds an entry with provenance.
   - \`baton set STATUS.md#summary --body -\` replaces a section.
   - \`baton trust verify "Build passes" --run "npm test"\` records a verified assertion.
   - \`baton next add|done|block\` keeps the list of next actions.
5. \`baton close --context "where things stand, in a sentence or two"\` checks everything, writes the manifest and makes one commit of \`.ai/handoff/\` alone.

## Tasks

\`baton claim --agent NAME\` takes the next task, \`baton heartbeat ID\` keeps it and saves a checkpoint, \`baton delegate ID --to AGENT\` hands a part on, \`baton complete ID\` reports the result.

## Answers

Return a short block and leave the details in a file: \`baton output prompt\` prints the form, \`baton output check\` tests an answer.

Every command takes \`--json\`, \`--help\` and \`--dry-run\`.
`;
