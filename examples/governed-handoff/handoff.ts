/** Builds a governed handoff from the registry of this folder, sends it, and runs the target if it was accepted. */
import { composePlatform, initRegistry, newGovernedHandoff, sendGovernedHandoff } from 'agent-baton';

const platform = await composePlatform({ folder: '.', environment: process.env });
await initRegistry(platform);

const handoff = await newGovernedHandoff(platform, {
  from: 'domain-01-product',
  to: 'domain-02-engineering',
  request: {
    type: 'analysis',
    description: 'Estimate the effort for exporting reports',
    expectedOutput: 'Effort in days, with the largest risk',
    constraints: ['No new dependencies'],
  },
});

const outcome = await sendGovernedHandoff(platform, { document: handoff }, async ({ handoff: accepted, prompt }) => {
  // Reached only for a handoff that was accepted and recorded. What is returned is recorded too.
  console.log(`${accepted.target_agent.agent_id} starts with a prompt of ${prompt.length} characters`);
  return { exit_code: 0 };
});

console.log(outcome.accepted ? `accepted, ${outcome.audit_ref ?? ''}` : `refused: ${outcome.code ?? ''}`);
await platform.close();
