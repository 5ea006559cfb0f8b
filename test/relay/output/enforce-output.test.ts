import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findOutputStatus, OUTCOMES, responseStatusOf, taskOutcomeOf } from '../../../src/kernel/outcome.ts';
import { toCompletion } from '../../../src/protocols/output/index.ts';
import { enforceOutput } from '../../../src/relay/output/index.ts';
import { block } from '../../protocols/output/support.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';
import { platformIn } from './output-platform.ts';

describe('at the stop of an agent', () => {
  verifies('AOP-045', 'a missing block is refused twice with the reason, then wrapped', async () => {
    const folder = await tempFolder();
    const platform = await platformIn(folder);
    const request = { agentId: 'worker 1', sessionId: 's1', message: 'I did it all.' };
    expect(await enforceOutput(platform, request)).toEqual({
      kind: 'refuse',
      attempt: 1,
      reason: [
        'The answer does not follow the Agent Output Protocol:',
        '- line 1: there is no AOP block; the summary is the last 200 characters; end the answer with an AOP block; baton output prompt prints the instructions',
        'Answer again with the whole block.',
      ].join('\n'),
    });
    expect(await enforceOutput(platform, request)).toMatchObject({ kind: 'refuse', attempt: 2 });
    const third = await enforceOutput(platform, request);
    expect(third).toMatchObject({
      kind: 'wrapped',
      output: { content: { status: 'partial', bullets: ['Last line: I did it all.', 'Output: 1 line, 13 bytes'] } },
    });
    expect(readdirSync(join(folder, '.baton/outputs'))).toHaveLength(2);
    expect(await enforceOutput(platform, request)).toMatchObject({ kind: 'wrapped' });
    expect(await enforceOutput(platform, { ...request, agentId: 'worker 2' })).toMatchObject({
      kind: 'refuse',
      attempt: 1,
    });
  });

  verifies('AOP-045', 'a wrong block is refused with line and reason, a good one passes', async () => {
    const platform = await platformIn(await tempFolder());
    const wrong = await enforceOutput(platform, { agentId: 'a', message: block({ status: 'Completed' }) });
    expect(wrong).toMatchObject({ kind: 'refuse', attempt: 1 });
    expect(wrong.kind === 'refuse' && wrong.reason).toContain('- line 8: "Completed" is not a status');
    expect(await enforceOutput(platform, { agentId: 'a', message: block() })).toEqual({ kind: 'allow' });
    const gone = await enforceOutput(platform, { agentId: 'b', message: block({ details: 'gone.json' }) });
    expect(gone.kind === 'refuse' && gone.reason).toContain('the details file does not exist');
  });

  verifies('AOP-045', 'ten stops at once are still refused at most twice', async () => {
    const folder = await tempFolder();
    const platform = await platformIn(folder);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => enforceOutput(platform, { agentId: 'a', message: 'no' })),
    );
    expect(
      answers
        .filter((answer) => answer.kind === 'refuse')
        .map((answer) => (answer.kind === 'refuse' ? answer.attempt : 0))
        .toSorted(),
    ).toEqual([1, 2]);
    expect(answers.filter((answer) => answer.kind === 'wrapped')).toHaveLength(8);
  });

  test('if nothing can be counted, nobody is held back', async () => {
    const folder = await tempFolder();
    writeFileSync(join(folder, '.baton'), 'a file where the data dir should be');
    chmodSync(join(folder, '.baton'), 0o444);
    expect(await enforceOutput(await platformIn(folder), { agentId: 'a', message: 'no' })).toMatchObject({
      kind: 'wrapped',
    });
  });
});

describe('status across the system', () => {
  verifies('AOP-046', 'one table leads from an answer to a task and to a governed response', () => {
    expect(OUTCOMES.map(({ output }) => [output, taskOutcomeOf(output), responseStatusOf(output)])).toEqual([
      ['success', 'done', 'success'],
      ['partial', 'partial', 'partial'],
      ['failure', 'blocked', 'error'],
    ]);
    expect(findOutputStatus('blocked')).toBe('failure');
    expect(findOutputStatus('needs_review')).toBeUndefined();
  });

  verifies('AOP-046', 'a failure blocks the task with its summary, an unknown status is for review', () => {
    expect(toCompletion({ status: 'failure', summary: '- no database' })).toEqual({
      outcome: 'blocked',
      summary: '- no database',
      blockers: ['- no database'],
    });
    expect(toCompletion({ status: 'success', summary: '- ok' })).toEqual({
      outcome: 'done',
      summary: '- ok',
      blockers: [],
    });
    expect(toCompletion({ status: 'unknown', summary: 'x' })).toMatchObject({ outcome: 'needs_review', blockers: [] });
  });
});
