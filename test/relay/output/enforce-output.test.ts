import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findOutputStatus, OUTCOMES, responseStatusOf, taskOutcomeOf } from '../../../src/kernel/outcome.ts';
import { toCompletion } from '../../../src/protocols/output/index.ts';
import { enforceOutput } from '../../../src/relay/output/index.ts';
import { block } from '../../protocols/output/support.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';
import { platformIn } from './output-platform.ts';

const LONG = `It is in many places. ${'One more place with what stands there. '.repeat(40)}`;

describe('at the stop of an agent', () => {
  verifies(['AOP-045', 'AOP-054'], 'a long answer is stored and asked for its bullets once, then wrapped', async () => {
    const folder = await tempFolder();
    const platform = await platformIn(folder);
    const request = { agentId: 'worker 1', agentType: 'Explore', sessionId: 's1', message: LONG };
    const first = await enforceOutput(platform, request);
    expect(first).toMatchObject({ kind: 'refuse', attempt: 1 });
    const reason = first.kind === 'refuse' ? first.reason : '';
    const stored = readdirSync(join(folder, '.baton/outputs'));
    expect(stored).toHaveLength(1);
    expect(reason).toContain(`.baton/outputs/${stored[0]}`);
    const record: unknown = JSON.parse(readFileSync(join(folder, '.baton/outputs', stored[0] ?? ''), 'utf8'));
    expect(record).toMatchObject({ agent_id: 'worker 1', results: { answer: LONG, status: 'refused' } });
    // An agent that only replaces the bullets is let go.
    const asked = /\[AOP:START\][^]*$/.exec(reason)?.[0] ?? '';
    const answer = asked.replace('- your first finding\n- your second finding', '- Forty places, all alike');
    expect(answer).not.toBe(asked);
    expect(await enforceOutput(platform, { ...request, message: answer })).toEqual({ kind: 'allow' });
    // One that does not has its answer wrapped.
    expect(await enforceOutput(platform, request)).toMatchObject({ kind: 'wrapped' });
    expect(await enforceOutput(platform, { ...request, agentId: 'worker 2' })).toMatchObject({ kind: 'refuse' });
  });

  verifies('AOP-055', 'a short answer passes without a block and is recorded with status unknown', async () => {
    const folder = await tempFolder();
    const platform = await platformIn(folder);
    expect(await enforceOutput(platform, { agentId: 'a', message: 'Three callers, all in src/cli.' })).toEqual({
      kind: 'allow',
    });
    const [name = ''] = readdirSync(join(folder, '.baton/outputs'));
    expect(JSON.parse(readFileSync(join(folder, '.baton/outputs', name), 'utf8'))).toMatchObject({
      results: { answer: 'Three callers, all in src/cli.', status: 'unknown' },
    });
    expect((await enforceOutput(platform, { agentId: 'a', message: 'x'.repeat(501) })).kind).toBe('refuse');
  });

  verifies('AOP-045', 'a wrong block is refused with its reason, a good one passes', async () => {
    const platform = await platformIn(await tempFolder());
    const wrong = await enforceOutput(platform, { agentId: 'a', message: block({ status: 'Completed' }) });
    expect(wrong).toMatchObject({ kind: 'refuse', attempt: 1 });
    expect(wrong.kind === 'refuse' && wrong.reason).toContain('"Completed" is not a status');
    expect(await enforceOutput(platform, { agentId: 'a', message: block() })).toEqual({ kind: 'allow' });
    const gone = await enforceOutput(platform, { agentId: 'b', message: block({ details: 'gone.json' }) });
    expect(gone.kind).toBe('refuse');
  });

  verifies(['AOP-045', 'AOP-055'], 'ten stops at once are refused once, and twice on request', async () => {
    for (const most of [1, 2]) {
      const platform = await platformIn(await tempFolder(), undefined, { BATON_OUTPUT_REFUSALS: String(most) });
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => enforceOutput(platform, { agentId: 'a', message: LONG })),
      );
      expect(answers.filter((answer) => answer.kind === 'refuse')).toHaveLength(most);
      expect(answers.filter((answer) => answer.kind === 'wrapped')).toHaveLength(10 - most);
    }
  });

  test('where nothing can be counted, nobody is held back', async () => {
    const folder = await tempFolder();
    writeFileSync(join(folder, '.baton'), 'a file where the data dir should be');
    chmodSync(join(folder, '.baton'), 0o444);
    expect(await enforceOutput(await platformIn(folder), { agentId: 'a', message: LONG })).toMatchObject({
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
