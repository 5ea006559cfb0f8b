import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fingerprintOf } from '../../../src/kernel/audit/index.ts';
import { LOG_FILE, openAudit } from '../../support/audit-folder.ts';
import { codeOf } from '../../support/code-of.ts';
import { START } from '../../support/governed-team.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const KEY_FILE = 'audit-signing-key.pem';
const NOTE = { by: 'ada', reason: 'the disk died' };
const draft = (n: number) => ({ kind: 'test.entry', body: { n } });

/** A log of three entries whose key is gone. */
async function logWithoutKey(): Promise<string> {
  const folder = await tempFolder();
  const log = openAudit(folder);
  await log.append([draft(1), draft(2)]);
  await log.close();
  rmSync(join(folder, 'keys', KEY_FILE));
  return folder;
}

describe('a log whose key was lost', () => {
  test('takes no entry, and says how it goes on', async () => {
    const log = openAudit(await logWithoutKey());
    await expect(log.append([draft(3)])).rejects.toMatchObject({
      code: 'AUDIT_BROKEN',
      details: { hint: expect.stringContaining('baton audit rekey --by PERSON --reason TEXT') as string },
    });
    expect((await log.verify()).problems[0]?.reason).toContain('baton audit rekey');
  });

  test('goes on with a new key; the entry that says so and the note of verify name the person', async () => {
    const folder = await logWithoutKey();
    const log = openAudit(folder);
    const before = await log.head();
    expect(await log.rekey({ ...NOTE, dryRun: true })).toMatchObject({ seq: 4 });
    expect(await log.head()).toEqual(before);
    expect(await log.rekey(NOTE)).toMatchObject({ seq: 4 });
    await log.append([draft(3)]);
    const report = await log.verify();
    expect([report.ok, report.entries, report.notes]).toEqual([
      true,
      5,
      ['from entry 4 on another key signs: ada, "the disk died"'],
    ]);
    const entry = JSON.parse(readFileSync(join(folder, LOG_FILE), 'utf8').split('\n')[3] ?? '') as { body: object };
    expect(entry.body).toEqual({ ...NOTE, from: before?.key, key: report.head?.key });
    expect(fingerprintOf(report.head?.key ?? '')).not.toBe(fingerprintOf(before?.key ?? ''));
    expect(await log.rekey(NOTE)).toBeUndefined();
    expect((await openAudit(folder).verify()).ok).toBe(true);
  });

  test('the entry that lists the new key comes first, even if the day is over', async () => {
    const folder = await logWithoutKey();
    const log = openAudit(folder, { clock: { now: () => START + 86_400_000 } });
    expect((await log.rekey(NOTE))?.ref).toMatch(/handoff-log-2026-02-11-001\.jsonl#4$/);
    expect((await log.append([draft(3)]))[0]?.ref).toMatch(/handoff-log-2026-02-12-001\.jsonl#7$/);
    expect((await log.verify()).ok).toBe(true);
  });

  test('a process that still has the old key takes no more entries', async () => {
    const folder = await tempFolder();
    const daemon = openAudit(folder);
    await daemon.append([draft(1)]);
    rmSync(join(folder, 'keys', KEY_FILE));
    const log = openAudit(folder);
    await log.rekey(NOTE);
    expect(await codeOf(daemon.append([draft(2)]))).toBe('AUDIT_BROKEN');
    await log.append([draft(3)]);
    expect((await log.verify()).ok).toBe(true);
  });

  test('a new key covers nothing up: a log that was changed or cut stays refused', async () => {
    const folder = await logWithoutKey();
    const path = join(folder, LOG_FILE);
    const text = readFileSync(path, 'utf8');
    for (const changed of [text.replace('"n":1', '"n":7'), text.slice(0, text.trimEnd().lastIndexOf('\n') + 1)]) {
      writeFileSync(path, changed);
      expect(await codeOf(openAudit(folder).rekey(NOTE))).toBe('AUDIT_BROKEN');
    }
    writeFileSync(path, text);
    expect(await openAudit(folder).rekey(NOTE)).toMatchObject({ seq: 4 });
  });

  test('nor does it cover up what is in files that no writer reads any more', async () => {
    const folder = await tempFolder();
    await openAudit(folder).append([draft(1), draft(2)]);
    const later = { clock: { now: () => START + 86_400_000 } };
    await openAudit(folder, later).append([draft(3)]);
    rmSync(join(folder, 'keys', KEY_FILE));
    const path = join(folder, LOG_FILE);
    writeFileSync(path, readFileSync(path, 'utf8').replace('"n":1', '"n":7'));
    expect(await codeOf(openAudit(folder, later).rekey(NOTE))).toBe('AUDIT_BROKEN');
  });

  test('if there is no log, there is nothing to continue', async () => {
    expect(await openAudit(await tempFolder()).rekey(NOTE)).toBeUndefined();
  });
});
