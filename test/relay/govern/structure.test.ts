import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createTeam, put, START, verdictOf, type Loose, type Team } from '../../support/governed-team.ts';
import { verifies } from '../../support/verifies.ts';

const ROUTE = ['domain-05-product', 'domain-02-analysis'] as const;

/** Each row: a place, what is put there (undefined removes it), and the verdict. */
type Row = readonly [path: string, value: unknown, verdict: string];

/** Sends the sound handoff with one change per row, and looks at all verdicts at once. */
async function expectVerdicts(rows: readonly Row[], base: (team: Team) => Loose = (team) => team.handoff(...ROUTE)) {
  const team = await createTeam();
  const found: Row[] = [];
  for (const [path, value] of rows) {
    const before = team.calls.length;
    const outcome = await team.send(put(base(team), path, value));
    expect(team.calls.length - before, `calls of the target with ${path}`).toBe(outcome.accepted ? 1 : 0);
    expect(outcome.audit_ref).toMatch(/^handoff-log-2026-02-11-001\.jsonl#\d+$/);
    found.push([path, value, verdictOf(outcome)]);
  }
  expect(found).toEqual(rows);
}

const structure = (path: string): string => `INVALID_STRUCTURE ${path}`;

describe('structure', () => {
  verifies('GOV-001', 'each missing root field is reported by its path, all at once', async () => {
    const fields = [
      'handoff_id',
      'timestamp',
      'protocol_version',
      'source_agent',
      'target_agent',
      'context',
      'governance',
    ];
    await expectVerdicts([
      ['/trace_id', 'trace-1', 'accepted'],
      ...fields.map((field): Row => [`/${field}`, undefined, structure(`/${field}`)]),
    ]);
    const team = await createTeam();
    const empty = await team.send({});
    expect(empty.errors.map(({ path }) => path)).toEqual(fields.map((field) => `/${field}`));
    expect(empty.errors.every(({ message }) => message.endsWith('is missing'))).toBe(true);
  });

  verifies('GOV-002', 'the handoff id is a UUID of version 4', async () => {
    const bad = ['', 'x', '550e8400-e29b-11d4-a716-446655440000', '550e8400e29b41d4a716446655440000', 7, null];
    await expectVerdicts([
      ['/handoff_id', '550e8400-e29b-41d4-a716-446655440000', 'accepted'],
      ['/handoff_id', '650E8400-E29B-41D4-A716-446655440000', 'accepted'],
      ...bad.map((id): Row => ['/handoff_id', id, structure('/handoff_id')]),
    ]);
  });

  verifies('GOV-003', 'the timestamp is ISO 8601 and a day that exists', async () => {
    const bad = [
      '2026-02-30T00:00:00Z',
      '2026-02-11',
      'yesterday',
      '2026-02-11T25:00:00Z',
      '2026-02-11T00:45:02',
      1770770702,
      null,
    ];
    await expectVerdicts([
      ['/timestamp', '2026-02-11T00:45:02Z', 'accepted'],
      ['/timestamp', '2026-02-11T01:45:02+01:00', 'accepted'],
      ['/timestamp', '2026-02-11T00:45:02.123Z', 'accepted'],
      ...bad.map((time): Row => ['/timestamp', time, structure('/timestamp')]),
    ]);
  });

  verifies('GOV-004', 'only version 1.0.0 of the protocol is accepted, and a refusal names it', async () => {
    await expectVerdicts([
      ['/protocol_version', '1.0.0', 'accepted'],
      ...['1.0', '2.0.0', 'v1.0.0', 1, null].map((version): Row => [
        '/protocol_version',
        version,
        structure('/protocol_version'),
      ]),
    ]);
    const team = await createTeam();
    const { errors } = await team.send(team.handoff(...ROUTE, { protocol_version: '2.0.0' }));
    expect(errors[0]?.message).toContain('1.0.0');
  });

  verifies(
    'GOV-005',
    'each agent has a known type, an id, a three-part version and a hash of 64 lower-case digits',
    async () => {
      const rows = ['source_agent', 'target_agent'].flatMap((agent): Row[] => {
        const bad = (field: string, value: unknown): Row => [
          `/${agent}/${field}`,
          value,
          structure(`/${agent}/${field}`),
        ];
        return [
          bad('agent_type', 'Domain'),
          bad('agent_type', 'human'),
          bad('agent_type', undefined),
          bad('agent_id', ''),
          bad('agent_id', undefined),
          bad('agent_version', '1.0'),
          bad('agent_version', 'v1.0.0'),
          bad('agent_version', '1.0.0.0'),
          bad('prompt_hash', 'A'.repeat(64)),
          bad('prompt_hash', 'a'.repeat(63)),
          bad('prompt_hash', `sha256:${'a'.repeat(64)}`),
          bad('prompt_hash', undefined),
          [`/${agent}`, 'domain-05-product', structure(`/${agent}`)],
        ];
      });
      await expectVerdicts([['/source_agent/nickname', 'pm', 'accepted'], ...rows]);
    },
  );

  verifies('GOV-006', 'request and state of the context have the documented types', async () => {
    const bad = (field: string, value: unknown): Row => [`/context/${field}`, value, structure(`/context/${field}`)];
    await expectVerdicts([
      ['/context/request/type', 'query', 'accepted'],
      ['/context/request/type', 'task', 'accepted'],
      ['/context/request/type', 'decision', 'accepted'],
      ['/context/request/input_data', 'text', 'accepted'],
      bad('request/type', 'order'),
      bad('request/description', 7),
      bad('request/expected_output', null),
      bad('request/input_data', ['a']),
      bad('request/constraints', 'none'),
      ['/context/request/constraints', ['a', 1], structure('/context/request/constraints/1')],
      bad('request', undefined),
      bad('state', undefined),
      ['/context/state/conversation_history', ['hello'], structure('/context/state/conversation_history/0')],
      bad('state/accumulated_context', []),
      bad('state/decisions_made', {}),
    ]);
  });

  verifies('GOV-007', 'the governance block holds four booleans and a reference', async () => {
    const flags = ['source_agent_verified', 'target_agent_verified', 'composition_valid', 'boundaries_respected'];
    await expectVerdicts([
      ['/governance/audit_trail', '', 'accepted'],
      ['/governance/audit_trail', 7, structure('/governance/audit_trail')],
      ['/governance/audit_trail', undefined, structure('/governance/audit_trail')],
      ...flags.map((flag): Row => [`/governance/${flag}`, 'true', structure(`/governance/${flag}`)]),
      ...flags.map((flag): Row => [`/governance/${flag}`, undefined, structure(`/governance/${flag}`)]),
    ]);
  });

  verifies('GOV-008', 'the published example is accepted once its hashes are those of the registry', async () => {
    const seed = readFileSync(new URL('../../fixtures/governance/published-example.json', import.meta.url), 'utf8');
    const example = JSON.parse(seed) as Loose;
    const team = await createTeam();
    expect(team.nowMs).toBe(START);
    const ours = team.handoff('domain-05-product', 'domain-02-analysis');
    const outcome = await team.send({
      ...example,
      source_agent: ours['source_agent'],
      target_agent: ours['target_agent'],
    });
    expect(verdictOf(outcome)).toBe('accepted');
    expect(verdictOf(await (await createTeam()).send(example))).toContain('HASH_VERIFICATION_FAILURE');
  });

  verifies('GOV-008', 'other keys at the root are refused, apart from the trace and the parent', async () => {
    await expectVerdicts([
      ['/trace_id', 'trace-7', 'accepted'],
      ['/parent_handoff_id', '550e8400-e29b-41d4-a716-446655440000', 'accepted'],
      ['/priority', 'high', structure('/priority')],
      ['/composition', { 'domain-01-content': 100 }, structure('/composition')],
    ]);
  });

  test('a name that means something to JavaScript is a name like any other', async () => {
    const team = await createTeam();
    const text = JSON.stringify(team.handoff(...ROUTE)).replace('{', '{"__proto__":{"accepted":true},');
    expect(verdictOf(await team.send(Buffer.from(text)))).toBe('INVALID_STRUCTURE');
    expect(team.calls).toEqual([]);
  });
});
