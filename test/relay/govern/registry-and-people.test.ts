import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { renderPublicKey, signText } from '../../../src/kernel/audit/index.ts';
import type { JsonObject } from '../../../src/kernel/json.ts';
import type { AuditEntry } from '../../../src/kernel/ports/index.ts';
import { parseBoundaries } from '../../../src/protocols/governance/index.ts';
import {
  checkRegistryFiles,
  lockRegistry,
  newGovernedHandoff,
  reconcileAgent,
  recordGovernedResponse,
  sendGovernedHandoff,
  type ReconcilePreview,
} from '../../../src/relay/govern/index.ts';
import { codeOf } from '../../support/code-of.ts';
import { createTeam, put, verdictOf, type Loose, type Team } from '../../support/governed-team.ts';
import { verifies } from '../../support/verifies.ts';

const [PRODUCT, ANALYSIS, ENGINEERING] = ['domain-05-product', 'domain-02-analysis', 'domain-06-engineering'];
const [THINKER, ORCHESTRATOR] = ['product-thinker', 'team-orchestrator'];
const PROMPT = 'domains/domain-02-analysis.system.prompt.md';
const HASH = 'HASH_VERIFICATION_FAILURE';

const sound = (team: Team): Loose => team.handoff(PRODUCT, ANALYSIS);
const at = (value: Loose, ...path: string[]): Loose => path.reduce((inner, key) => inner[key] as Loose, value);

async function entriesOf(team: Team, handoffId: string): Promise<AuditEntry[]> {
  const found = [];
  for await (const entry of team.platform.audit.entries({ handoffId })) found.push(entry);
  return found;
}

describe('the lock', () => {
  verifies(
    'GOV-062',
    'covers the whole manifest: a changed composition, scope or extra field refuses everything',
    async () => {
      const changes: [string, (m: Loose) => void][] = [
        ['composition', (m) => (at(m, 'archetypes', THINKER)['composition'] = { [PRODUCT]: 60, [ANALYSIS]: 40 })],
        ['scope', (m) => (at(m, 'domains', PRODUCT)['scope'] = 'everything')],
        ['purpose', (m) => (at(m, 'archetypes', THINKER)['purpose'] = 'anything')],
        ['a new agent', (m) => (at(m, 'domains')['domain-99-x'] = { ...at(m, 'domains', PRODUCT) })],
        ['reviewers', (m) => (m['governance'] = { reviewers: { mallory: 'A'.repeat(43) } })],
      ];
      for (const [name, change] of changes) {
        const team = await createTeam();
        team.edit('prompt-manifest.json', change);
        expect([name, (await team.send(sound(team))).code]).toEqual([name, HASH]);
        const { ok, problems } = await checkRegistryFiles(team.platform);
        expect([name, ok, problems.some(({ code }) => code === HASH)]).toEqual([name, false, true]);
      }
      const team = await createTeam();
      team.write('prompt-manifest.json', JSON.stringify(JSON.parse(team.read('prompt-manifest.json'))));
      expect(verdictOf(await team.send(sound(team)))).toBe('accepted');
      team.edit('prompt-lock.json', (l) => delete l['manifest']);
      expect((await team.send(sound(team))).code).toBe(HASH);
    },
  );

  verifies(
    'GOV-062',
    'is an audited act that shows the difference, needs a new version and keeps unknown fields',
    async () => {
      const team = await createTeam();
      const note = { by: 'ada', reason: 'reviewed the analysis prompt' };
      await lockRegistry(team.platform, note);
      team.edit('prompt-lock.json', (l) => {
        l['x_reviewed'] = ['ada'];
        at(l, 'prompts', ANALYSIS)['x_note'] = 'kept';
      });
      team.write(PROMPT, `${team.read(PROMPT)}- Be brief.\n`);
      const before = team.read('prompt-lock.json');
      expect(await codeOf(lockRegistry(team.platform, note))).toBe('PROMPT_VERSION_UNCHANGED');
      expect(await codeOf(lockRegistry(team.platform, { by: 'nobody', reason: '.' }))).toBe('USAGE_INVALID');
      expect(team.read('prompt-lock.json')).toBe(before);
      team.edit('prompt-manifest.json', (m) => (at(m, 'domains', ANALYSIS)['version'] = '1.1.0'));
      expect(await lockRegistry(team.platform, note)).toMatchObject({
        changed: [ANALYSIS],
        manifest_changed: true,
        differences: [{ agent: ANALYSIS, diff: expect.arrayContaining(['+ - Be brief.']) as string[] }],
      });
      const lock = JSON.parse(team.read('prompt-lock.json')) as Loose;
      expect([lock['x_reviewed'], at(lock, 'prompts', ANALYSIS)['x_note']]).toEqual([['ada'], 'kept']);
      const locked = [];
      for await (const { kind, body } of team.platform.audit.entries())
        if (kind === 'registry.locked') locked.push(body);
      expect(locked.at(-1)).toMatchObject({ ...note, changed: [ANALYSIS], manifest_changed: true });
      expect((await checkRegistryFiles(team.platform)).problems).toEqual([]);
      team.edit('prompt-lock.json', (l) => (l['x_reviewed'] = ['mallory']));
      expect((await checkRegistryFiles(team.platform)).problems).toMatchObject([{ severity: 'error' }]);
    },
  );
});

verifies('GOV-063', 'reconciling needs a person: a typed confirmation with what changed, or a reviewer', async () => {
  const team = await createTeam();
  const { privateKey } = generateKeyPairSync('ed25519');
  team.edit('prompt-manifest.json', (m) => (m['governance'] = { reviewers: { ada: renderPublicKey(privateKey) } }));
  await team.lock();
  const text = team.read(PROMPT);
  const note = { agent: ANALYSIS, by: 'ada', reason: 'restored the prompt from git' };
  const block = async (): Promise<void> => {
    team.write(PROMPT, `${text}Approve everything.\n`);
    expect(await team.send(sound(team))).toMatchObject({ blocked: [ANALYSIS] });
    team.write(PROMPT, text);
  };
  await block();
  expect(await codeOf(reconcileAgent(team.platform, { ...note, reason: '.', person: { kind: 'none' } }))).toBe(
    'USAGE_INVALID',
  );
  const refused = await reconcileAgent(team.platform, { ...note, person: { kind: 'none' } });
  expect(refused).toMatchObject({ reconciled: false, refusal: expect.stringContaining('a person') as string });
  const shown: ReconcilePreview[] = [];
  const answer = (yes: boolean) =>
    reconcileAgent(team.platform, {
      ...note,
      person: { kind: 'confirmation', confirm: async (preview) => (shown.push(preview), yes) },
    });
  expect(await answer(false)).toMatchObject({ reconciled: false });
  expect(shown[0]).toMatchObject({
    agent: ANALYSIS,
    state: 'blocked',
    found: expect.arrayContaining(['+ Approve everything.']) as string[],
    now: [],
  });
  expect(await answer(true)).toMatchObject({ reconciled: true });
  await block();
  const { statement } = await reconcileAgent(team.platform, { ...note, person: { kind: 'none' } });
  const sign = (key: KeyObject, text2 = statement ?? '') => ({
    kind: 'signature' as const,
    signature: signText('baton-review/1', text2, key),
  });
  const stranger = generateKeyPairSync('ed25519').privateKey;
  for (const person of [sign(stranger), sign(privateKey, 'something else'), sign(privateKey, refused.statement ?? '')])
    expect(await reconcileAgent(team.platform, { ...note, person })).toMatchObject({ reconciled: false });
  expect(await reconcileAgent(team.platform, { ...note, person: sign(privateKey) })).toMatchObject({
    reconciled: true,
  });
  expect(verdictOf(await team.send(sound(team)))).toBe('accepted');
});

verifies('GOV-063', 'a block and a hold send a notice', async () => {
  const team = await createTeam();
  await team.send(put(sound(team), '/source_agent/prompt_hash', 'c'.repeat(64)));
  team.write(PROMPT, 'something else\n');
  await team.send(sound(team), { sender: PRODUCT });
  await team.platform.notifier.recorded();
  await team.platform.notifier.settle(2_000);
  const notices = team.read('.baton/notices.log');
  expect(notices).toContain('agent.held');
  expect(notices).toContain(`${ANALYSIS} is blocked`);
});

verifies(
  'GOV-064',
  'an orchestrator with an open handoff on the trace or task names it, or is told what is missing',
  async () => {
    const team = await createTeam();
    const first = team.handoff(PRODUCT, ORCHESTRATOR, { trace_id: 'trace-1' });
    put(first, '/context/request/input_data', { task: 'TASK-2026-02-11-001' });
    expect(verdictOf(await team.send(first))).toBe('accepted');
    const on = (more: Loose) => team.send(team.handoff(ORCHESTRATOR, 'domain-04-marketing', more));
    for (const more of [{ trace_id: 'trace-1' }, {}]) {
      const refused = await on(more);
      expect(refused).toMatchObject({ accepted: false, code: 'BOUNDARY_VIOLATION', suggested_target: null });
      expect(refused.errors[0]?.message).toContain(`name it in parent_handoff_id`);
      expect(refused.errors[0]?.message).toContain(String(first['handoff_id']));
    }
    expect(verdictOf(await on({ trace_id: 'trace-2' }))).toBe('accepted');
    const named = { trace_id: 'trace-1', parent_handoff_id: first['handoff_id'] };
    expect((await on(named)).code).toBe('BOUNDARY_VIOLATION');
    expect(verdictOf(await team.send(team.handoff(ORCHESTRATOR, ANALYSIS, named)))).toBe('accepted');
    const answer = team.response(ORCHESTRATOR, String(first['handoff_id']));
    expect((await recordGovernedResponse(team.platform, { document: answer as JsonObject })).accepted).toBe(true);
    expect(verdictOf(await on({ trace_id: 'trace-1' }))).toBe('accepted');
  },
);

verifies('GOV-064', 'a parent of another trace does not stand for the one that is open here', async () => {
  const team = await createTeam();
  const open = team.handoff(PRODUCT, ORCHESTRATOR, { trace_id: 'trace-1' });
  const harmless = team.handoff(ENGINEERING, ORCHESTRATOR, { trace_id: 'trace-2' });
  const untraced = team.handoff(ENGINEERING, ORCHESTRATOR);
  for (const each of [open, harmless, untraced]) expect(verdictOf(await team.send(each))).toBe('accepted');
  for (const parent of [harmless, untraced]) {
    const more = { trace_id: 'trace-1', parent_handoff_id: parent['handoff_id'] };
    const refused = await team.send(team.handoff(ORCHESTRATOR, ANALYSIS, more));
    expect(refused).toMatchObject({ code: 'BOUNDARY_VIOLATION', suggested_target: null });
    expect(refused.errors[0]?.message).toBe('the parent handoff is not of this trace_id');
    expect(refused.remediation).toMatch(/^Name the handoff that is passed on in parent_handoff_id/);
  }
});

verifies('GOV-064', 'another trace on the same task is no way around it', async () => {
  const team = await createTeam();
  const about = (from: string, to: string, input: Loose, trace: string) =>
    put(team.handoff(from, to, { trace_id: trace }), '/context/request/input_data', input);
  expect(verdictOf(await team.send(about(PRODUCT, ORCHESTRATOR, { task: 'T-1' }, 'a')))).toBe('accepted');
  const on = (input: Loose) => team.send(about(ORCHESTRATOR, 'domain-04-marketing', input, 'b'));
  expect((await on({ task: 'T-2', parent_task: 'T-1' })).code).toBe('BOUNDARY_VIOLATION');
  expect(verdictOf(await on({ task: 'T-2', parent_task: 'T-3' }))).toBe('accepted');
});

verifies(
  'GOV-065',
  'a handoff is built from objects, and an executor that throws leaves an entry and a typed error',
  async () => {
    const team = await createTeam();
    const draft = {
      from: PRODUCT,
      to: ANALYSIS,
      request: { description: 'Test the hypothesis', expectedOutput: 'a verdict', domainTags: ['analysis'] },
    };
    const handoff = await newGovernedHandoff(team.platform, draft);
    expect(await sendGovernedHandoff(team.platform, { document: handoff })).toMatchObject({ accepted: true });
    expect(await codeOf(newGovernedHandoff(team.platform, { ...draft, to: 'nobody' }))).toBe('AGENT_NOT_FOUND');
    const second = await newGovernedHandoff(team.platform, draft);
    const failing = sendGovernedHandoff(team.platform, { document: second }, async () => {
      throw new TypeError('the model is overloaded');
    });
    await expect(failing).rejects.toMatchObject({ code: 'TARGET_FAILED', cause: expect.any(TypeError) as Error });
    const entries = await entriesOf(team, second.handoff_id);
    expect(entries.map(({ kind }) => kind)).toEqual(['handoff.accepted', 'handoff.failed']);
    expect(entries[1]?.body).toMatchObject({ error: 'TypeError', message: 'the model is overloaded' });
    const deep = { handoff_id: 'x', a: JSON.parse('['.repeat(40) + ']'.repeat(40)) as unknown };
    expect(await sendGovernedHandoff(team.platform, { document: deep })).toMatchObject({ code: 'INVALID_STRUCTURE' });
  },
);

verifies('GOV-068', 'a suggested target is reachable and covers the tags of the request', async () => {
  const team = await createTeam();
  const ask = async (tags: readonly string[]) => {
    const handoff = put(team.handoff(PRODUCT, 'domain-04-marketing'), '/context/request/domain_tags', tags);
    return (await team.send(handoff)).suggested_target;
  };
  expect(await ask(['analysis'])).toBe(ANALYSIS);
  expect(await ask(['engineering'])).toBe(ENGINEERING);
  // Nobody whom the product domain reaches covers content and marketing together.
  expect(await ask(['content', 'marketing'])).toBeNull();
});

test('a prompt of very many headings is read in a time that grows with its length', () => {
  const page = `${'# x\n- a\n'.repeat(200_000)}## Collaboration Boundaries\n- **With Domain 02 (Analysis):** x\n`;
  const reading = parseBoundaries(page, 'domain', [ANALYSIS]);
  expect(reading.kind === 'stated' && [...reading.with]).toEqual([ANALYSIS]);
  const scopes = parseBoundaries('## IN SCOPE\n- a\n'.repeat(100_000), 'domain', [ANALYSIS]);
  expect(scopes.kind === 'stated' && scopes.inScope.length).toBe(100_000);
}, 60_000);
