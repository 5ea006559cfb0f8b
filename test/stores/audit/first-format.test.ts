import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { checkProof, renderPublicKey } from '../../../src/kernel/audit/index.ts';
import type { Json } from '../../../src/kernel/json.ts';
import { LOG_FILE, openAudit } from '../../support/audit-folder.ts';
import { codeOf } from '../../support/code-of.ts';
import { forgeHead, forgeLine } from '../../support/forge-audit.ts';
import { START } from '../../support/governed-team.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

/** A log as the first format had it: no line is signed, the head covers all. */
async function createFirstFormat(uncovered = 0): Promise<{ folder: string; text: string }> {
  const folder = await tempFolder();
  const { privateKey } = generateKeyPairSync('ed25519');
  const lines: string[] = [];
  const add = (kind: string, more: object): void => {
    lines.push(forgeLine(lines, { kind, body: {}, ...more }, undefined, '2026-02-11T00:45:02.000Z'));
  };
  add('log.opened', { body: { key: renderPublicKey(privateKey) } });
  add('test.entry', { body: { n: 1 }, claim: 'c1' });
  add('agent.blocked', { flag: { name: 'blocked:a', up: true } });
  const head = forgeHead(lines, privateKey);
  for (let n = 0; n < uncovered; n++) add('agent.reconciled', { flag: { name: 'blocked:a', up: false } });
  for (const name of ['audit', 'keys']) mkdirSync(join(folder, name), { mode: 0o700 });
  const text = `${lines.join('\n')}\n`;
  writeFileSync(join(folder, LOG_FILE), text);
  writeFileSync(join(folder, 'audit/head.json'), `${head.padEnd(511)}\n`);
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  writeFileSync(join(folder, 'keys/audit-signing-key.pem'), pem, { mode: 0o600 });
  return { folder, text };
}

const draft = { kind: 'test.entry', body: { n: 2 } };

verifies('GOV-060', 'a log of the first format is read, goes on, and keeps every line as it was written', async () => {
  const { folder, text } = await createFirstFormat();
  const log = openAudit(folder);
  expect(await log.verify()).toMatchObject({ ok: true, entries: 3, problems: [] });
  const facts = await log.ask({ claims: ['c1'], flags: ['blocked:a'] });
  expect([facts.claimed.size, facts.flagged.size]).toEqual([1, 1]);
  expect(await codeOf(log.append([{ ...draft, claim: 'c1' }]))).toBe('AUDIT_CLAIMED');
  await log.append([draft]);
  const now = readFileSync(join(folder, LOG_FILE), 'utf8');
  expect(now.startsWith(text)).toBe(true);
  const kinds = [];
  for await (const { kind } of log.entries()) kinds.push(kind);
  expect(kinds).toEqual(['log.opened', 'test.entry', 'agent.blocked', 'log.upgraded', 'test.entry']);
  expect(await log.verify()).toMatchObject({ ok: true, entries: 5, problems: [] });
  for (const seq of [2, 5])
    expect(checkProof(JSON.parse(JSON.stringify(await log.prove(seq))) as Json)).toMatchObject({ ok: true });
  const later = openAudit(folder, { clock: { now: () => START + 86_400_000 } });
  await later.append([draft]);
  expect(await later.verify()).toMatchObject({ ok: true, entries: 8 });
});

verifies('GOV-060', 'entries that the head of such a log does not cover are named, and lower no flag', async () => {
  const { folder } = await createFirstFormat(1);
  const log = openAudit(folder);
  expect(await log.verify()).toMatchObject({ ok: false, brokenAt: 4 });
  expect((await log.ask({ flags: ['blocked:a'] })).flagged.size).toBe(1);
  await log.append([draft]);
  expect((await log.ask({ flags: ['blocked:a'] })).flagged.size).toBe(1);
  const kinds = [];
  for await (const { kind } of log.entries()) kinds.push(kind);
  expect(kinds.slice(3)).toEqual(['log.upgraded', 'log.recovered', 'test.entry']);
});

verifies('GOV-060', 'a log of a later format takes no entry and is not misread', async () => {
  const { folder } = await createFirstFormat();
  await openAudit(folder).append([draft]);
  const path = join(folder, LOG_FILE);
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  writeFileSync(path, `${[...lines, forgeLine(lines, { kind: 'log.upgraded', body: { format: 3 } })].join('\n')}\n`);
  expect(await codeOf(openAudit(folder).append([draft]))).toBe('AUDIT_BROKEN');
  expect((await openAudit(folder).verify()).ok).toBe(false);
});
