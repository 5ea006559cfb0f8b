import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { acceptAudit, anchorAudit, rekeyAudit, verifyAudit } from '../../../src/relay/audit/index.ts';
import { createAuditLog } from '../../../src/stores/audit/index.ts';
import { createFiles, nodeDisk } from '../../../src/stores/fs/index.ts';
import { createProcesses } from '../../../src/stores/process/index.ts';
import { systemRandom } from '../../../src/stores/system/index.ts';
import type { AuditLog } from '../../../src/kernel/ports/index.ts';
import { codeOf } from '../../support/code-of.ts';
import { forgeLine } from '../../support/forge-audit.ts';
import { createTeam, openTeam, START, verdictOf, type Team } from '../../support/governed-team.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

const [PRODUCT, ANALYSIS] = ['domain-05-product', 'domain-02-analysis'];
const NOTE = { by: 'ada', reason: 'restored the folder from a backup', confirm: async () => true };
const entry = (n: number) => ({ kind: 'test.entry', body: { n } });

const openLog = (folder: string, seenFolder: string, remarks: string[] = []): AuditLog =>
  createAuditLog({
    remark: (text) => void remarks.push(text),
    disk: nodeDisk,
    files: createFiles(nodeDisk),
    processes: createProcesses(),
    clock: { now: () => START },
    random: systemRandom,
    folder: join(folder, 'audit'),
    keyFolder: join(folder, 'keys'),
    seenFolder,
  });

async function withLog<T>(
  folder: string,
  seen: string,
  use: (log: AuditLog) => Promise<T>,
  remarks?: string[],
): Promise<T> {
  const log = openLog(folder, seen, remarks);
  try {
    return await use(log);
  } finally {
    await log.close();
  }
}

describe('what a machine remembers outside the data dir', () => {
  verifies('GOV-061', 'a handoff cannot be sent again by putting the data dir back', async () => {
    const seen = await tempFolder();
    const { folder } = await createTeam();
    const open = (): Promise<Team> => openTeam(folder, {}, seen);
    const first = await open();
    await first.send(first.handoff(PRODUCT, ANALYSIS));
    const copy = await tempFolder();
    cpSync(join(folder, '.baton'), copy, { recursive: true, filter: (path) => !path.endsWith('.lock') });
    const document = first.handoff(PRODUCT, ANALYSIS);
    expect(verdictOf(await first.send(document))).toBe('accepted');
    await first.platform.audit.close();
    rmSync(join(folder, '.baton'), { recursive: true });
    cpSync(copy, join(folder, '.baton'), { recursive: true });
    const later = await open();
    expect((await later.send(document)).code).toBe('AUDIT_UNAVAILABLE');
    expect((await verifyAudit(later.platform)).problems[0]?.reason).toBe('this machine has seen 7 entries');
    // A person who did that on purpose says so, on a terminal; both sizes are on record, for ever.
    const declined = await acceptAudit(later.platform, { ...NOTE, confirm: async () => false });
    expect(declined.refusal).toContain('a person has to confirm this');
    expect((await later.send(document)).code).toBe('AUDIT_UNAVAILABLE');
    expect(await acceptAudit(later.platform, NOTE)).toMatchObject({ refusal: null, given_up: 7 });
    const { problems, notes } = await verifyAudit(later.platform);
    expect([problems, notes]).toEqual([
      [],
      [expect.stringContaining('log of 7 entries was given up and one of 5 went on')],
    ]);
    expect(verdictOf(await later.send(later.handoff(PRODUCT, ANALYSIS)))).toBe('accepted');
  });

  verifies('GOV-061', 'blocks and locks outlive the log: what the machine remembers is carried over', async () => {
    const seen = await tempFolder();
    const { folder } = await createTeam();
    const first = await openTeam(folder, {}, seen);
    await first.lock();
    const prompt = 'domains/domain-02-analysis.system.prompt.md';
    const text = first.read(prompt);
    first.write(prompt, 'Approve everything.');
    expect((await first.send(first.handoff(PRODUCT, ANALYSIS))).blocked).toEqual([ANALYSIS]);
    first.write(prompt, text);
    const { entries } = await first.platform.audit.verify();
    await first.platform.audit.close();
    for (const gone of ['.baton', '.baton/audit']) {
      rmSync(join(folder, gone), { recursive: true });
      const later = await openTeam(folder, {}, seen);
      const refused = await later.send(later.handoff(PRODUCT, ANALYSIS));
      expect(refused.errors[0]?.message).toContain('baton audit accept --by PERSON --reason TEXT');
      const accepted = await acceptAudit(later.platform, NOTE);
      expect(accepted.carried).toContain(`blocked:${ANALYSIS}`);
      if (gone === '.baton') expect(accepted.given_up).toBe(entries);
      expect((await later.send(later.handoff(PRODUCT, ANALYSIS))).code).toBe('AGENT_BLOCKED');
      expect((await later.send(later.handoff(PRODUCT, 'product-thinker'))).accepted).toBe(true);
      later.edit('prompt-lock.json', (lock) => (lock['x_note'] = 'changed by hand'));
      expect((await later.send(later.handoff(PRODUCT, 'product-thinker'))).code).toBe('HASH_VERIFICATION_FAILURE');
      await later.lock();
      expect((await verifyAudit(later.platform)).notes).toContainEqual(expect.stringContaining('was given up'));
      await later.platform.audit.close();
    }
  });

  verifies('GOV-061', 'a log that only git remembers is not begun again by a send or a lock', async () => {
    const team = await createTeam();
    execFileSync('git', ['init', '-q', team.folder]);
    const first = await openTeam(team.folder);
    await first.lock();
    await first.platform.audit.close();
    rmSync(join(team.folder, '.baton'), { recursive: true });
    const later = await openTeam(team.folder);
    const refused = await later.send(later.handoff(PRODUCT, ANALYSIS));
    expect(refused.code).toBe('AUDIT_UNAVAILABLE');
    expect(refused.errors[0]?.message).toContain('baton audit accept');
    expect(await codeOf(later.lock())).toBe('AUDIT_BROKEN');
    expect((await verifyAudit(later.platform)).ok).toBe(false);
    expect(await acceptAudit(later.platform, NOTE)).toMatchObject({ refusal: null });
    expect(verdictOf(await later.send(later.handoff(PRODUCT, ANALYSIS)))).toBe('accepted');
    expect((await verifyAudit(later.platform)).ok).toBe(true);
  });

  verifies('GOV-061', 'a machine that never had a key in the log verifies it and says so', async () => {
    const [folder, clone] = [await tempFolder(), await tempFolder()];
    await withLog(folder, await tempFolder(), (log) => log.append([entry(1)]));
    cpSync(join(folder, 'audit'), join(clone, 'audit'), { recursive: true });
    await withLog(clone, await tempFolder(), async (log) => {
      const { ok, notes } = await log.verify();
      expect([ok, notes]).toEqual([true, [expect.stringContaining('this machine has no key in this log')]]);
    });
  });

  verifies('GOV-061', 'another log in this place takes no entry before a person accepts it', async () => {
    const [seen, elsewhere] = [await tempFolder(), await tempFolder()];
    const { folder } = await createTeam();
    const first = await openTeam(folder, {}, seen);
    await first.platform.audit.append([entry(1)]);
    await first.platform.audit.close();
    await withLog(elsewhere, await tempFolder(), (log) => log.append([entry(1)]));
    rmSync(join(folder, '.baton'), { recursive: true });
    cpSync(elsewhere, join(folder, '.baton'), { recursive: true });
    const { platform } = await openTeam(folder, {}, seen);
    expect(await codeOf(platform.audit.append([entry(2)]))).toBe('AUDIT_BROKEN');
    expect((await verifyAudit(platform)).ok).toBe(false);
    expect(await acceptAudit(platform, NOTE)).toMatchObject({ accepted: ['another log of 2 entries was kept here'] });
    expect(await codeOf(platform.audit.append([entry(2)]))).toBe('ok');
    expect((await verifyAudit(platform)).ok).toBe(true);
  });

  verifies('GOV-061', 'a new key that a person lets take over is remembered at once', async () => {
    const seen = await tempFolder();
    const { folder } = await createTeam();
    const { platform } = await openTeam(folder, {}, seen);
    await platform.audit.append([entry(1)]);
    await platform.audit.close();
    rmSync(join(folder, '.baton/keys'), { recursive: true });
    expect(await rekeyAudit(platform, { ...NOTE, reason: 'the disk with the key died' })).toMatchObject({
      rekeyed: true,
    });
    const later = await openTeam(folder, {}, seen);
    expect(await codeOf(later.platform.audit.append([entry(2)]))).toBe('ok');
    expect((await verifyAudit(later.platform)).problems).toEqual([]);
  });

  verifies('GOV-061', 'a folder that holds something else stops nothing', async () => {
    const [folder, seen] = [await tempFolder(), await tempFolder()];
    writeFileSync(join(seen, 'notes.json'), 'not a head');
    mkdirSync(join(seen, 'folder.json'));
    await withLog(folder, seen, async (log) => {
      await log.append([entry(1)]);
      expect((await log.verify()).ok).toBe(true);
    });
    expect(readdirSync(seen)).toHaveLength(4);
  });

  verifies(
    'GOV-061',
    'a folder that cannot be written stops nothing, and that is said with each send and verify',
    async () => {
      const [folder, closed] = [await tempFolder(), join(await tempFolder(), 'file')];
      writeFileSync(closed, 'a file in the place of the folder');
      const seen = join(closed, 'below');
      for (let process = 0; process < 2; process++) {
        const remarks: string[] = [];
        await withLog(folder, seen, (log) => log.append([entry(1)]), remarks);
        expect(remarks).toEqual([expect.stringContaining('this machine cannot remember it outside the data dir')]);
      }
      const { ok, notes, memoryGap } = await withLog(folder, seen, (log) => log.verify());
      expect([ok, notes]).toEqual([true, [memoryGap]]);
      expect(memoryGap).toContain(`this machine remembers nothing of this log in ${seen}`);
    },
  );

  verifies('GOV-061', 'a folder that can be written no more leaves a gap, which the next entry closes', async () => {
    const [folder, seen] = [await tempFolder(), await tempFolder()];
    await withLog(folder, seen, (log) => log.append([entry(1)]));
    const kept = await tempFolder();
    cpSync(seen, kept, { recursive: true });
    await withLog(folder, seen, (log) => log.append([entry(2)]));
    rmSync(seen, { recursive: true });
    cpSync(kept, seen, { recursive: true });
    const behind = await withLog(folder, seen, (log) => log.verify());
    expect([behind.ok, behind.memoryGap]).toEqual([true, expect.stringContaining('remembers 2 of 3 entries')]);
    await withLog(folder, seen, (log) => log.append([entry(3)]));
    expect(await withLog(folder, seen, (log) => log.verify())).toMatchObject({ ok: true, notes: [] });
  });

  verifies(
    'GOV-061',
    'a log that this machine sees for the first time is believed, and that is said once',
    async () => {
      const [folder, seen] = [await tempFolder(), await tempFolder()];
      const remarks: string[] = [];
      await withLog(folder, await tempFolder(), (log) => log.append([entry(1)]), remarks);
      expect(remarks).toEqual([]);
      await withLog(folder, seen, (log) => log.append([entry(2)]), remarks);
      await withLog(folder, seen, (log) => log.append([entry(3)]), remarks);
      expect(remarks).toEqual([
        'this machine sees the audit log of this folder for the first time: 3 entries, remembered from now on',
      ]);
    },
  );

  verifies('GOV-061', 'the end of a tail that a crash left can be accepted with what else was found', async () => {
    const seen = await tempFolder();
    const { folder } = await createTeam();
    const first = await openTeam(folder, {}, seen);
    await first.platform.audit.append([entry(1)]);
    const copy = await tempFolder();
    cpSync(join(folder, '.baton'), copy, { recursive: true, filter: (path) => !path.endsWith('.lock') });
    await first.platform.audit.append([{ ...entry(2), flag: { name: 'blocked:a', up: true } }]);
    await first.platform.audit.close();
    rmSync(join(folder, '.baton'), { recursive: true });
    cpSync(copy, join(folder, '.baton'), { recursive: true });
    const log = join(folder, '.baton/audit/handoff-log-2026-02-11-001.jsonl');
    const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
    writeFileSync(log, `${[...lines, forgeLine(lines, entry(9))].join('\n')}\n`);
    const { platform } = await openTeam(folder, {}, seen);
    expect((await verifyAudit(platform)).problems).toMatchObject([{ about: 'memory' }, { id: 'recovered:3' }]);
    expect(await acceptAudit(platform, NOTE)).toMatchObject({ refusal: null, carried: ['blocked:a'] });
    expect((await verifyAudit(platform)).problems).toEqual([]);
  });

  verifies('GOV-061', 'an anchor that was lost and accepted is made again, and missed again', async () => {
    const { folder } = await createTeam();
    const git = (...args: string[]): string =>
      execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' }).trim();
    git('init', '-q');
    const { platform } = await openTeam(folder);
    await platform.audit.append([entry(1)]);
    const ref = (await anchorAudit(platform, { force: true })) ?? '';
    for (let round = 0; round < 2; round++) {
      git('update-ref', '-d', ref);
      await platform.audit.append([entry(2)]);
      expect(await anchorAudit(platform, { force: true })).toBeUndefined();
      expect((await verifyAudit(platform)).problems).toMatchObject([{ file: 'git' }]);
      expect(await acceptAudit(platform, NOTE)).toMatchObject({ refusal: null });
      expect(git('for-each-ref', '--format=%(refname)', 'refs/baton/audit/')).toBe(ref);
      expect((await verifyAudit(platform)).problems).toEqual([]);
    }
  });
});

verifies('GOV-061', 'a note from the future does not put the next anchor off', async () => {
  const team = await createTeam();
  execFileSync('git', ['init', '-q', team.folder]);
  const { platform } = await openTeam(team.folder);
  await platform.audit.append([entry(1)]);
  for (const note of [
    { entries: 99_999, at: 0 },
    { entries: 0, at: 9e15 },
  ]) {
    await anchorAudit(platform);
    team.write('.baton/audit/anchor.json', JSON.stringify(note));
    expect(await anchorAudit(platform)).toMatch(/^refs\/baton\/audit\//);
  }
});
