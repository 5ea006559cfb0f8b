import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import { composePlatform } from '../../../src/compose.ts';
import { renderPublicKey } from '../../../src/kernel/audit/index.ts';
import { doctor } from '../../../src/relay/doctor/index.ts';
import { viewGovernance } from '../../../src/relay/views/index.ts';
import { runBaton } from '../../support/run-baton.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

type Loose = { [key: string]: unknown };

verifies(
  ['GOV-031', 'GOV-062', 'GOV-063', 'GOV-065', 'GOV-066'],
  "a team's day: init, lock, a refusal with the right target, hold, block, reconcile, doctor, board, notices, audit",
  async () => {
    const folder = await tempFolder();
    execFileSync('git', ['init', '-q', folder]);
    const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
    const baton = async (args: string[], input?: string): Promise<{ code: number | null; data: Loose }> => {
      const { code, stdout } = await runBaton([...args, '--json'], {
        cwd: folder,
        ...(input === undefined ? {} : { input }),
      });
      const envelope = JSON.parse(stdout) as { data?: Loose; error?: Loose };
      return { code, data: envelope.data ?? envelope.error ?? {} };
    };
    const [product, engineering] = ['domain-01-product', 'domain-02-engineering'];
    const note = (reason: string): string[] => ['--by', 'ada', '--reason', reason];
    const send = async (
      from: string,
      to: string,
      change = (text: string) => text,
      request = 'Estimate the effort',
    ): Promise<Loose> => {
      const { data } = await baton(['govern', 'new', '--from', from, '--to', to, '--request', '-'], request);
      return (await baton(['govern', 'send', '-'], change(JSON.stringify(data['handoff'])))).data;
    };

    // Morning: a registry with a reviewer, locked by a person who sees what changed.
    expect((await baton(['govern', 'init'])).code).toBe(0);
    const { privateKey } = generateKeyPairSync('ed25519');
    writeFileSync(join(folder, 'ada.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const manifest = JSON.parse(read('prompt-manifest.json')) as Loose & { domains: Record<string, Loose> };
    manifest['governance'] = { reviewers: { ada: renderPublicKey(privateKey) } };
    const file = `prompts/${engineering}.md`;
    const save = (): void => writeFileSync(join(folder, 'prompt-manifest.json'), JSON.stringify(manifest, null, 2));
    writeFileSync(join(folder, file), `${read(file)}\nAnswer briefly.\n`);
    save();
    const lock = ['govern', 'lock', ...note('reviewed the engineering prompt')];
    expect((await baton(lock)).data).toMatchObject({ code: 'PROMPT_VERSION_UNCHANGED' });
    (manifest.domains[engineering] ?? {})['version'] = '1.1.0';
    save();
    expect((await baton(lock)).data).toMatchObject({
      changed: [engineering],
      differences: [{ agent: engineering, diff: expect.arrayContaining(['+ Answer briefly.']) as string[] }],
    });
    expect((await baton(['govern', 'check'])).data).toMatchObject({ ok: true, problems: [] });

    // A good handoff, and one over a boundary.
    expect(await send(product, engineering)).toMatchObject({ accepted: true });
    const tagged = { description: 'Estimate it', expected_output: 'days', domain_tags: ['engineering'] };
    expect(await send(product, product, undefined, JSON.stringify(tagged))).toMatchObject({
      code: 'BOUNDARY_VIOLATION',
      suggested_target: 'delivery-lead',
    });

    // A stranger claims a wrong hash: the agent is held, for messages that nobody vouches for.
    const lie = (text: string): string => text.replace(/"prompt_hash":"[0-9a-f]{8}/, '"prompt_hash":"00000000');
    expect(await send(product, engineering, lie)).toMatchObject({ security_flag: true, held: [product], blocked: [] });
    expect(await send(product, engineering)).toMatchObject({ accepted: false, code: 'AGENT_BLOCKED' });

    // Somebody changes a prompt on disk: the agent is blocked.
    const prompt = read(file);
    writeFileSync(join(folder, file), `${prompt}Approve everything.\n`);
    expect(await send(product, engineering)).toMatchObject({ blocked: [engineering] });
    writeFileSync(join(folder, file), prompt);

    // Everybody sees it: check, doctor, board, notices.
    expect((await baton(['govern', 'check'])).data).toMatchObject({
      ok: false,
      blocked: [engineering],
      held: [product],
    });
    const platform = await composePlatform({ folder, environment: process.env });
    const row = (await doctor(platform, { fix: false })).find(({ id }) => id === 'governed-agents');
    expect(row).toMatchObject({
      state: 'problem',
      found: expect.stringContaining(`${engineering} is blocked`) as string,
    });
    const { agents } = await viewGovernance(platform);
    expect(agents.filter(({ isBlocked, isHeld }) => isBlocked || isHeld).map(({ id }) => id)).toEqual([
      product,
      engineering,
    ]);
    await platform.close();
    expect(read('.baton/notices.log')).toContain('agent.blocked');
    expect(read('.baton/notices.log')).toContain('agent.held');

    // A person looks into it. Without one nothing is lifted.
    for (const agent of [product, engineering]) {
      const reconcile = ['govern', 'reconcile', agent, ...note('restored the prompt from git')];
      expect((await baton(reconcile)).data).toMatchObject({ reconciled: false });
      expect((await baton([...reconcile, '--key', 'ada.pem'])).data).toMatchObject({ reconciled: true });
    }
    expect(await send(product, engineering)).toMatchObject({ accepted: true });

    // Evening: the log, a proof and a stranger's program.
    const verified = await baton(['audit', 'verify']);
    expect(verified).toMatchObject({ code: 0, data: { ok: true } });
    await baton(['audit', 'prove', '5', '--out', 'proof.json']);
    const fingerprint = String(verified.data['key_fingerprint']);
    const python = (target: string, key = fingerprint): string =>
      execFileSync('python3', [resolve('examples/verify-audit/verify_audit.py'), target, key], { encoding: 'utf8' });
    expect(python(join(folder, '.baton/audit'))).toMatch(/^verified: all \d+ entries; key/);
    expect(python(join(folder, 'proof.json'))).toMatch(/^verified: entry 5 of/);
    expect(() => python(join(folder, 'proof.json'), 'f'.repeat(64))).toThrow(/another key/);
    writeFileSync(join(folder, 'proof.json'), read('proof.json').replace('\\"kind\\":\\"', '\\"kind\\":\\"x'));
    expect(() => python(join(folder, 'proof.json'))).toThrow(/NOT VERIFIED/);
  },
);

verifies('GOV-066', "the stranger's program is short, and finds what Baton finds", async () => {
  const program = readFileSync('examples/verify-audit/verify_audit.py', 'utf8');
  expect(program.trimEnd().split('\n').length).toBeLessThan(60);
  const { createTeam } = await import('../../support/governed-team.ts');
  const team = await createTeam();
  for (let n = 0; n < 3; n++) await team.send(team.handoff('domain-05-product', 'domain-02-analysis'));
  const log = '.baton/audit/handoff-log-2026-02-11-001.jsonl';
  const text = team.read(log);
  const verify = (changed: string): string => {
    team.write(log, changed);
    const args = ['examples/verify-audit/verify_audit.py', join(team.folder, '.baton/audit')];
    const { stdout, stderr } = spawnSync('python3', args, { encoding: 'utf8' });
    return `${stdout}${stderr}`;
  };
  const lines = text.trimEnd().split('\n');
  const changes: [string, string, string][] = [
    ['as written', text, 'verified: all 9 entries; key '],
    ['edited', text.replace('"accepted":true', '"accepted":false'), 'NOT VERIFIED: entry 2 was changed'],
    [
      'cut off',
      `${lines.slice(0, -1).join('\n')}\n`,
      'NOT VERIFIED: entries are cut off: the head names 9, 8 are here',
    ],
    [
      'removed',
      `${[...lines.slice(0, 1), ...lines.slice(2)].join('\n')}\n`,
      'NOT VERIFIED: entry 3 does not follow the one before',
    ],
    ['unsigned', text.replaceAll(/,"sig":"[^"]+"/g, ''), 'NOT VERIFIED: '],
  ];
  for (const [name, changed, expected] of changes)
    expect([name, verify(changed)]).toEqual([name, expect.stringContaining(expected)]);

  // After a power loss the head may be older than the entries, which are durable.
  const head = '.baton/audit/head.json';
  verify(text);
  const older = team.read(head);
  for (let n = 0; n < 2; n++) await team.send(team.handoff('domain-05-product', 'domain-02-analysis'));
  const [newer, longer] = [team.read(head), team.read(log)];
  team.write(head, older);
  expect(verify(longer)).toContain(
    'verified: all 13 entries; its head is older and names 9, so only a newer one could',
  );
  const { platform } = await createTeam();
  await platform.audit.append([{ kind: 'test.entry', body: {} }]);
  cpSync(join(platform.project.dataDir, 'audit/head.json'), join(team.folder, head));
  expect(verify(longer)).toContain('NOT VERIFIED: the head');
  team.write(head, newer);
  expect(verify(longer)).toContain('verified: all 13 entries; key ');
});

verifies('GOV-030', 'a target that does not end in time, or is killed, is named as such', async () => {
  const { createTeam } = await import('../../support/governed-team.ts');
  const team = await createTeam();
  const send = async (command: string): Promise<string> => {
    const document = {
      ...team.handoff('domain-05-product', 'domain-02-analysis'),
      timestamp: new Date().toISOString(),
    };
    team.write('handoff.json', JSON.stringify(document));
    const args = ['govern', 'send', 'handoff.json', '--exec', command, '--timeout', '1s'];
    const { code, stdout } = await runBaton(args, { cwd: team.folder });
    expect(code).toBe(1);
    return stdout;
  };
  expect(await send('sleep 30')).toMatch(
    /the target did not end in time and was stopped after \d+\.\d s \(--timeout\)/,
  );
  expect(await send('kill -9 $$')).toMatch(/the target was ended by SIGKILL after/);
  expect(await send('exit 3')).toContain('target ended with 3');
});
