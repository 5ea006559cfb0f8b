import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { renderPublicKey } from '../../../src/kernel/audit/index.ts';
import { checkRegistryFiles } from '../../../src/relay/govern/index.ts';
import { createTeam, openTeam, put, type Loose, type Team } from '../../support/governed-team.ts';
import { runBaton } from '../../support/run-baton.ts';
import { runOnTerminal } from '../../support/run-on-terminal.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

const [PRODUCT, ANALYSIS] = ['domain-05-product', 'domain-02-analysis'];

interface Answer {
  readonly code: number | null;
  readonly data: Loose;
  readonly error: Loose | undefined;
}

async function baton(cwd: string, args: readonly string[], input?: string): Promise<Answer> {
  const { code, stdout, stderr } = await runBaton([...args, '--json'], {
    cwd,
    ...(input === undefined ? {} : { input }),
  });
  const envelope = JSON.parse(stdout === '' ? '{}' : stdout) as { data?: Loose; error?: Loose };
  expect(stderr).not.toContain('Error:');
  return { code, data: envelope.data ?? {}, error: envelope.error };
}

/** The command line has the real clock. */
async function teamNow(): Promise<Team> {
  const team = await createTeam();
  team.nowMs = Date.now();
  return team;
}

const write = (team: Team, document: unknown): string => {
  team.write('handoff.json', JSON.stringify(document));
  return 'handoff.json';
};

/** Every file below a folder with its hash, to see that nothing changed. */
function snapshot(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    names.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path, createHash('sha256').update(readFileSync(path)).digest('hex')];
    }),
  );
}

describe('baton govern send', () => {
  verifies(['GOV-030', 'GOV-040'], 'runs the target only for a handoff that was accepted and recorded', async () => {
    const team = await teamNow();
    const exec = [
      '--exec',
      'cat > received.json; cp "$BATON_PROMPT_FILE" prompt-used.md; env | grep ^BATON_ > environment',
    ];
    const refused = await baton(team.folder, [
      'govern',
      'send',
      write(team, team.handoff(PRODUCT, 'domain-04-marketing')),
      ...exec,
    ]);
    expect(refused).toMatchObject({
      code: 1,
      data: { accepted: false, code: 'BOUNDARY_VIOLATION', security_flag: false },
    });
    expect(existsSync(join(team.folder, 'received.json'))).toBe(false);
    const handoff = team.handoff(PRODUCT, ANALYSIS);
    const accepted = await baton(team.folder, ['govern', 'send', write(team, handoff), ...exec]);
    expect(accepted).toMatchObject({
      code: 0,
      data: { accepted: true, code: null, errors: [], execution: { exit_code: 0 } },
    });
    expect(JSON.parse(team.read('received.json'))).toEqual(handoff);
    expect(team.read('prompt-used.md')).toBe(team.read('domains/domain-02-analysis.system.prompt.md'));
    expect(team.read('environment')).toContain(`BATON_AUDIT_REF=${String(accepted.data['audit_ref'])}`);
    const shown = await baton(team.folder, ['audit', 'show', String(handoff['handoff_id'])]);
    expect((shown.data['entries'] as Loose[]).map(({ kind }) => kind)).toEqual([
      'handoff.accepted',
      'handoff.executed',
    ]);
  });

  verifies(
    'GOV-031',
    'a changed prompt blocks, check shows it, and reconcile needs person, reason and the right prompt',
    async () => {
      const team = await teamNow();
      const { privateKey } = generateKeyPairSync('ed25519');
      team.write('ada.pem', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
      team.edit('prompt-manifest.json', (m) => (m['governance'] = { reviewers: { ada: renderPublicKey(privateKey) } }));
      await baton(team.folder, ['govern', 'lock', '--by', 'ada', '--reason', 'listed the first reviewer']);
      const prompt = 'domains/domain-02-analysis.system.prompt.md';
      const text = team.read(prompt);
      team.write(prompt, `${text}!`);
      const send = async () =>
        (await baton(team.folder, ['govern', 'send', write(team, team.handoff(PRODUCT, ANALYSIS))])).data;
      expect(await send()).toMatchObject({
        code: 'HASH_VERIFICATION_FAILURE',
        security_flag: true,
        blocked: [ANALYSIS],
      });
      expect(await baton(team.folder, ['govern', 'check'])).toMatchObject({
        code: 1,
        data: { ok: false, blocked: [ANALYSIS] },
      });
      const note = ['--by', 'ada', '--reason', 'restored the prompt from git'];
      const unsigned = ['govern', 'reconcile', ANALYSIS, ...note];
      const reconcile = [...unsigned, '--key', 'ada.pem'];
      expect(await baton(team.folder, reconcile)).toMatchObject({ code: 1, data: { reconciled: false } });
      team.write(prompt, text);
      expect(await send()).toMatchObject({ code: 'AGENT_BLOCKED' });
      expect(await baton(team.folder, ['govern', 'reconcile', ANALYSIS])).toMatchObject({ code: 2 });
      const short = ['govern', 'reconcile', ANALYSIS, '--by', 'nobody', '--reason', '.'];
      expect(await baton(team.folder, short)).toMatchObject({ code: 2 });
      // Nobody at a terminal, and no reviewer's key.
      expect(await baton(team.folder, unsigned)).toMatchObject({ code: 1, data: { reconciled: false } });
      expect(await baton(team.folder, reconcile)).toMatchObject({ code: 0, data: { reconciled: true } });
      expect(await send()).toMatchObject({ accepted: true });
      expect(await baton(team.folder, reconcile)).toMatchObject({
        code: 1,
        data: { reconciled: false, was_blocked: false },
      });
      expect(await baton(team.folder, ['govern', 'reconcile', 'nobody', ...note])).toMatchObject({
        code: 4,
      });
    },
  );

  verifies('GOV-017', 'two processes with the same handoff: one is accepted, and still so in a third', async () => {
    const team = await teamNow();
    const args = ['govern', 'send', write(team, team.handoff(PRODUCT, ANALYSIS)), '--exec', 'echo run >> runs'];
    const both = await Promise.all([baton(team.folder, args), baton(team.folder, args)]);
    expect(both.map(({ data }) => data['code']).sort()).toEqual(['REPLAY_DETECTED', null]);
    expect((await baton(team.folder, args)).data['code']).toBe('REPLAY_DETECTED');
    expect(team.read('runs')).toBe('run\n');
  });

  verifies('GOV-035', 'a response is taken from a file and from what the target prints', async () => {
    const team = await teamNow();
    const handoff = team.handoff(PRODUCT, ANALYSIS);
    team.write('answer.json', JSON.stringify(team.response(ANALYSIS, String(handoff['handoff_id']))));
    const sent = await baton(team.folder, ['govern', 'send', write(team, handoff), '--exec', 'cat answer.json']);
    expect(sent.data['execution']).toMatchObject({ response: { accepted: true } });
    const second = team.response(ANALYSIS, String(handoff['handoff_id']), {
      status: 'refused',
      code: 'AMBIGUOUS_REQUEST',
    });
    expect(await baton(team.folder, ['govern', 'send', '-'], JSON.stringify(second))).toMatchObject({
      code: 0,
      data: { accepted: true },
    });
    const { data } = await baton(team.folder, ['audit', 'show', String(handoff['handoff_id'])]);
    expect((data['entries'] as Loose[]).map(({ kind }) => kind)).toEqual([
      'handoff.accepted',
      'handoff.executed',
      'response.accepted',
      'response.accepted',
    ]);
  });

  test('--dry-run verifies and writes nothing, and neither do the commands that read', async () => {
    const team = await teamNow();
    await baton(team.folder, ['govern', 'send', write(team, team.handoff(PRODUCT, ANALYSIS))]);
    const name = write(team, team.handoff(PRODUCT, ANALYSIS));
    const before = snapshot(team.folder);
    expect((await baton(team.folder, ['govern', 'send', name, '--dry-run', '--exec', 'touch ran'])).data).toMatchObject(
      { accepted: true, audit_ref: null },
    );
    for (const args of ['govern check', 'govern graph', 'audit verify', 'audit prove 1', 'govern lock --dry-run']) {
      expect([args, (await baton(team.folder, args.split(' '))).code]).toEqual([args, 0]);
    }
    expect(snapshot(team.folder)).toEqual(before);
  });

  test('governance off and input that is not there are errors, not answers', async () => {
    const team = await teamNow();
    expect(await baton(team.folder, ['govern', 'send', 'nothing.json'])).toMatchObject({
      code: 4,
      error: { code: 'FILE_NOT_FOUND' },
    });
    await baton(team.folder, ['config', 'set', 'governance', 'off']);
    const off = await baton(team.folder, ['govern', 'send', write(team, team.handoff(PRODUCT, ANALYSIS))]);
    expect(off).toMatchObject({ code: 1, error: { code: 'GOVERNANCE_OFF' } });
  });
});

describe('the registry', () => {
  verifies(
    'GOV-052',
    'manifest and lock are found at the root, in versions, in .baton/governance, or at a named path',
    async () => {
      for (const folder of ['.', 'versions', '.baton/governance', 'elsewhere']) {
        const team = await teamNow();
        const handoff = write(team, team.handoff(PRODUCT, ANALYSIS));
        mkdirSync(join(team.folder, folder), { recursive: true });
        for (const name of ['prompt-manifest.json', 'prompt-lock.json'])
          renameSync(join(team.folder, name), join(team.folder, folder, name));
        const named =
          folder === 'elsewhere'
            ? ['--manifest', 'elsewhere/prompt-manifest.json', '--lock', 'elsewhere/prompt-lock.json']
            : [];
        expect([folder, (await baton(team.folder, ['govern', 'send', handoff, ...named])).data['accepted']]).toEqual([
          folder,
          true,
        ]);
        if (folder !== 'elsewhere') continue;
        const work = await tempFolder();
        const elsewhere = [
          '--root',
          team.folder,
          '--data-dir',
          join(work, 'data'),
          ...named.map((word) => (word.startsWith('--') ? word : join(team.folder, word))),
        ];
        expect([folder, (await baton(work, ['govern', 'check', ...elsewhere])).code]).toEqual([folder, 0]);
      }
      const empty = await tempFolder();
      expect(await baton(empty, ['govern', 'check'])).toMatchObject({ code: 4, error: { code: 'REGISTRY_NOT_FOUND' } });
    },
  );

  verifies(
    'GOV-053',
    'a registry is created, checked, changed and locked again; creating it twice changes nothing',
    async () => {
      const folder = await tempFolder();
      const first = await baton(folder, ['govern', 'init']);
      expect(first.data['created']).toContain('prompt-lock.json');
      expect(first.data['kept']).toEqual([]);
      const before = snapshot(folder);
      expect((await baton(folder, ['govern', 'init'])).data).toEqual({
        created: [],
        kept: ['prompt-manifest.json', 'prompt-lock.json'],
      });
      expect(snapshot(folder)).toEqual(before);
      expect(await baton(folder, ['govern', 'check'])).toMatchObject({
        code: 0,
        data: { ok: true, agents: 4, problems: [] },
      });
      writeFileSync(
        join(folder, 'prompts/domain-01-product.md'),
        '# Product\n\n## Collaboration Boundaries\n- **With Domain 02 (E):** x\n',
      );
      expect((await baton(folder, ['govern', 'check'])).data['problems']).toMatchObject([
        { agent: 'domain-01-product', code: 'IMMUTABILITY_VIOLATION' },
      ]);
      expect((await baton(folder, ['govern', 'lock', '--dry-run'])).error).toMatchObject({
        code: 'PROMPT_VERSION_UNCHANGED',
      });
      const manifest = JSON.parse(readFileSync(join(folder, 'prompt-manifest.json'), 'utf8')) as {
        domains: Record<string, Loose>;
      };
      (manifest.domains['domain-01-product'] ?? {})['version'] = '1.1.0';
      writeFileSync(join(folder, 'prompt-manifest.json'), JSON.stringify(manifest));
      expect((await baton(folder, ['govern', 'lock', '--dry-run'])).data).toMatchObject({
        changed: ['domain-01-product'],
        locked: 4,
      });
      expect((await baton(folder, ['govern', 'check'])).code).toBe(1);
      expect(await baton(folder, ['govern', 'lock'])).toMatchObject({ code: 2 });
      const note = ['--by', 'ada', '--reason', 'reviewed the product prompt'];
      expect((await baton(folder, ['govern', 'lock', ...note])).data).toMatchObject({
        changed: ['domain-01-product'],
        added: [],
        removed: [],
      });
      expect((await baton(folder, ['govern', 'check'])).code).toBe(0);
    },
  );

  verifies(
    'GOV-053',
    'the graph is drawn as text, Mermaid and SVG, and no name can break out of the drawing',
    async () => {
      const team = await teamNow();
      team.edit('prompt-manifest.json', (manifest) => {
        const domains = manifest['domains'] as Record<string, Loose>;
        (domains[ANALYSIS] ?? {})['name'] = 'A"]; <script>alert(1)</script> & co';
      });
      const draw = async (format: string): Promise<string> =>
        String((await baton(team.folder, ['govern', 'graph', '--format', format])).data['drawing']);
      const text = await draw('text');
      expect(text).toContain('team-orchestrator (orchestrator)');
      expect(text).toContain('product-thinker (archetype)  Product Thinker\n  ↔ domain-05-product  50 %');
      expect(text).toContain('domain-05-product (domain)  Product\n  → domain-02-analysis');
      const mermaid = await draw('mermaid');
      expect(mermaid.startsWith('flowchart TB\n')).toBe(true);
      expect(mermaid).not.toContain('<script>');
      expect(mermaid.match(/-->/g)).toHaveLength(2 + 2 + 2 + 2 + 3 + 2 + 1 + 2 + 6);
      const svg = await draw('svg');
      expect(svg).not.toContain('<script>');
      expect(svg).toContain('&lt;script&gt;');
      expect(svg.match(/<rect class="(?:domain|archetype|orchestrator)/g)).toHaveLength(9);
    },
  );

  verifies('GOV-054', 'a manifest needs its blocks in their form, and keeps the optional ones', async () => {
    const team = await teamNow();
    const faults: [string, (manifest: Loose) => void][] = [
      ['version', (m) => (m['version'] = '1.2')],
      ['domains', (m) => delete m['domains']],
      ['domains', (m) => (m['domains'] = [])],
      ['file', (m) => delete (m['domains'] as Record<string, Loose>)[PRODUCT]?.['file']],
      ['canonical_id', (m) => delete (m['domains'] as Record<string, Loose>)[PRODUCT]?.['canonical_id']],
      ['version', (m) => (((m['domains'] as Record<string, Loose>)[PRODUCT] ?? {})['version'] = 'v1')],
      ['composition', (m) => delete (m['archetypes'] as Record<string, Loose>)['product-thinker']?.['composition']],
      [
        'two sections',
        (m) =>
          ((m['archetypes'] as Record<string, Loose>)[PRODUCT] = {
            ...(m['archetypes'] as Record<string, Loose>)['product-thinker'],
          }),
      ],
    ];
    const sound = team.read('prompt-manifest.json');
    for (const [words, change] of faults) {
      team.write('prompt-manifest.json', sound);
      team.edit('prompt-manifest.json', change);
      const { ok, problems } = await checkRegistryFiles(team.platform);
      expect(ok).toBe(false);
      expect(JSON.stringify(problems)).toContain(words);
    }
    team.write('prompt-manifest.json', sound);
    team.edit('prompt-manifest.json', (m) =>
      Object.assign(m, { taxonomy: { any: ['thing'] }, governance: { x: 1 }, extra: true }),
    );
    const kept = team.read('prompt-manifest.json');
    await team.lock();
    expect(team.read('prompt-manifest.json')).toBe(kept);
    expect((await checkRegistryFiles(team.platform)).ok).toBe(true);
  });

  verifies('GOV-055', 'the lock has the documented fields and the version of the manifest', async () => {
    const team = await teamNow();
    rmSync(join(team.folder, 'prompt-lock.json'));
    await baton(team.folder, ['govern', 'lock', '--by', 'ada', '--reason', 'the lock file was lost']);
    const lock = JSON.parse(team.read('prompt-lock.json')) as Loose;
    expect(lock).toMatchObject({
      version: '1.2.0',
      lockfileVersion: 1,
      algorithm: 'SHA-256',
      integrity: { total_prompts: 9, domains: 6, archetypes: 2, orchestrators: 1 },
    });
    const file = 'domains/domain-05-product.system.prompt.md';
    const hash = createHash('sha256')
      .update(readFileSync(join(team.folder, file)))
      .digest('hex');
    expect((lock['prompts'] as Loose)[PRODUCT]).toEqual({ file, hash, type: 'domain', version: '1.0.0' });
    for (const [path, value] of [
      ['/prompts/domain-05-product/hash', hash.toUpperCase()],
      ['/lockfileVersion', 'one'],
      ['/prompts', []],
    ] as const) {
      team.write('prompt-lock.json', JSON.stringify(put(lock, path, value)));
      expect((await checkRegistryFiles(team.platform)).ok).toBe(false);
    }
  });

  verifies('GOV-051', 'boundaries as data win over the prompt, and only while they are the locked ones', async () => {
    const team = await teamNow();
    const marketing = 'domain-04-marketing';
    const data = {
      boundaries: { [PRODUCT]: { with: [marketing], out_of_scope: [{ text: 'Campaigns', target: marketing }] } },
    };
    const send = (target: string) => team.send(team.handoff(PRODUCT, target));
    team.write('boundaries.json', JSON.stringify(data));
    expect(await send(marketing)).toMatchObject({ code: 'HASH_VERIFICATION_FAILURE', blocked: [] });
    await team.lock();
    expect(await send(marketing)).toMatchObject({ accepted: true });
    expect(await send(ANALYSIS)).toMatchObject({ code: 'BOUNDARY_VIOLATION' });
    team.write('boundaries.json', JSON.stringify({ boundaries: { [PRODUCT]: { with: [ANALYSIS] } } }));
    expect(await send(ANALYSIS)).toMatchObject({ code: 'HASH_VERIFICATION_FAILURE', blocked: [] });
    rmSync(join(team.folder, 'boundaries.json'));
    expect(await send(ANALYSIS)).toMatchObject({ code: 'HASH_VERIFICATION_FAILURE', blocked: [] });
  });

  test('init and lock refuse to follow a link out of the folder', async () => {
    const [folder, outside] = [await tempFolder(), await tempFolder()];
    symlinkSync(outside, join(folder, 'prompts'));
    expect((await baton(folder, ['govern', 'init'])).error).toMatchObject({ code: 'FILE_OUTSIDE_ROOT' });
    expect(readdirSync(outside)).toEqual([]);
  });
});

describe('baton audit', () => {
  verifies(['GOV-041', 'GOV-043'], 'verify answers with ok, entries and the place that is broken', async () => {
    const team = await teamNow();
    for (let n = 0; n < 3; n++)
      await baton(team.folder, ['govern', 'send', write(team, team.handoff(PRODUCT, ANALYSIS))]);
    expect(await baton(team.folder, ['audit', 'verify'])).toMatchObject({
      code: 0,
      data: { ok: true, entries: 6, broken_at: null },
    });
    const folder = join(team.folder, '.baton/audit');
    const name = readdirSync(folder).find((file) => file.endsWith('.jsonl')) ?? '';
    const lines = readFileSync(join(folder, name), 'utf8').split('\n');
    writeFileSync(join(folder, name), [...lines.slice(0, 2), ...lines.slice(3)].join('\n'));
    const broken = await baton(team.folder, ['audit', 'verify']);
    expect(broken).toMatchObject({ code: 1, data: { ok: false, broken_at: 3 } });
    expect((broken.data['problems'] as Loose[])[0]).toMatchObject({ entry: 3, file: name, line: 3 });
    expect(await baton(team.folder, ['audit', 'show', '00000000-0000-4000-8000-000000000000'])).toMatchObject({
      code: 4,
    });
  });

  test('rekey goes on after the key was lost, once, and by somebody', async () => {
    const team = await teamNow();
    const send = () => baton(team.folder, ['govern', 'send', write(team, team.handoff(PRODUCT, ANALYSIS))]);
    const rekey = (...more: string[]) =>
      baton(team.folder, ['audit', 'rekey', '--by', 'ada', '--reason', 'the disk with it died', ...more]);
    await send();
    rmSync(join(team.folder, '.baton/keys/audit-signing-key.pem'));
    expect(await send()).toMatchObject({ code: 1, data: { accepted: false, code: 'AUDIT_UNAVAILABLE' } });
    expect(await baton(team.folder, ['audit', 'rekey', '--by', 'ada'])).toMatchObject({ code: 2 });
    expect(await rekey('--dry-run')).toMatchObject({ code: 0, data: { rekeyed: true, audit_ref: null } });
    expect(await baton(team.folder, ['audit', 'verify'])).toMatchObject({ code: 1 });
    expect(await rekey()).toMatchObject({ code: 1, data: { refusal: expect.stringContaining('terminal') as string } });
    const onTerminal = ['audit', 'rekey', '--by', 'ada', '--reason', 'the disk with it died'];
    const types = [['Type rekey to go on', 'rekey']] as const;
    expect((await runOnTerminal(onTerminal, { cwd: team.folder, types })).code).toBe(0);
    expect(await baton(team.folder, ['audit', 'verify'])).toMatchObject({
      code: 0,
      data: { ok: true, notes: [expect.stringContaining('ada')] },
    });
    expect(await send()).toMatchObject({ code: 0, data: { accepted: true } });
    expect(await rekey()).toMatchObject({ code: 1, data: { rekeyed: false } });
  });

  verifies('GOV-042', 'a proof is checked in a folder that has neither log nor project', async () => {
    const team = await teamNow();
    const handoff = team.handoff(PRODUCT, ANALYSIS);
    await baton(team.folder, ['govern', 'send', write(team, handoff)]);
    await baton(team.folder, ['govern', 'send', write(team, team.handoff(PRODUCT, ANALYSIS))]);
    const { data } = await baton(team.folder, ['audit', 'prove', String(handoff['handoff_id']), '--out', 'proof.json']);
    const outside = await tempFolder();
    cpSync(join(team.folder, 'proof.json'), join(outside, 'proof.json'));
    const key = ['--key', String(data['key_fingerprint'])];
    expect(await baton(outside, ['audit', 'check-proof', 'proof.json', ...key])).toMatchObject({
      code: 0,
      data: { ok: true, entry: 2, handoff_id: handoff['handoff_id'], kind: 'handoff.accepted' },
    });
    const proof = readFileSync(join(outside, 'proof.json'), 'utf8');
    writeFileSync(join(outside, 'proof.json'), proof.replace('confidence', 'c0nfidence'));
    expect(await baton(outside, ['audit', 'check-proof', 'proof.json'])).toMatchObject({
      code: 1,
      data: { ok: false },
    });
    expect(await baton(outside, ['audit', 'check-proof', '-', '--key', 'f'.repeat(64)], proof)).toMatchObject({
      code: 1,
      data: { ok: false },
    });
    expect(readdirSync(outside)).toEqual(['proof.json']);
  });

  verifies('GOV-041', 'the head is anchored in git: a data dir put back to an older copy is found', async () => {
    const team = await teamNow();
    execFileSync('git', ['init', '-q', team.folder]);
    const send = () => baton(team.folder, ['govern', 'send', write(team, team.handoff(PRODUCT, ANALYSIS))]);
    await send();
    const refs = execFileSync('git', ['-C', team.folder, 'for-each-ref', '--format=%(refname)'], { encoding: 'utf8' });
    expect(refs).toMatch(/^refs\/baton\/audit\/[0-9a-f]{16}\n$/);
    const [data, copy] = [join(team.folder, '.baton'), join(await tempFolder(), 'copy')];
    cpSync(data, copy, { recursive: true });
    await send();
    rmSync(join(data, 'audit/anchor.json'));
    await send();
    expect(await baton(team.folder, ['audit', 'verify'])).toMatchObject({ code: 0, data: { entries: 7 } });
    rmSync(data, { recursive: true });
    cpSync(copy, data, { recursive: true });
    const later = await openTeam(team.folder);
    expect((await later.platform.audit.verify()).ok).toBe(true);
    expect(await baton(team.folder, ['audit', 'verify'])).toMatchObject({ code: 1, data: { ok: false, broken_at: 6 } });
  });
});
