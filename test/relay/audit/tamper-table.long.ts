import { execFileSync } from 'node:child_process';
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { isBatonError } from '../../../src/kernel/errors/index.ts';
import type { AuditDraft } from '../../../src/kernel/ports/index.ts';
import { verifyAudit, witnessInFile } from '../../../src/relay/audit/index.ts';
import { sendGovernedHandoff } from '../../../src/relay/govern/index.ts';
import {
  endOf,
  forgeHead,
  forgeLine,
  forgeMark,
  publicKeyOf,
  rewrite,
  strangerKey,
} from '../../support/forge-audit.ts';
import { createTeam, openTeam, type Team } from '../../support/governed-team.ts';
import { readTamperTable } from '../../support/tamper-page.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

const [PRODUCT, ANALYSIS] = ['domain-05-product', 'domain-02-analysis'];
const PROMPT = 'domains/domain-02-analysis.system.prompt.md';
const LOG = '.baton/audit/handoff-log-2026-02-11-001.jsonl';
const KEY = '.baton/keys/audit-signing-key.pem';
const MARK = '.baton/keys/audit-mark.json';
const HEAD = '.baton/audit/head.json';

/** A lock that was copied would be held for ever. */
const isNoLock = (path: string): boolean => !path.endsWith('.lock');

/** A log with a blocked agent, anchors, and copies of earlier states; everything a case needs to do its damage. */
class Victim {
  readonly team: Team;
  readonly copies: string;
  readonly other: string;
  /** What the machine remembers outside the data dir. */
  readonly seen: string;

  constructor(team: Team, copies: string, other: string, seen: string) {
    this.team = team;
    this.copies = copies;
    this.other = other;
    this.seen = seen;
  }

  get lines(): string[] {
    return this.team.read(LOG).trimEnd().split('\n');
  }

  set lines(lines: readonly string[]) {
    this.team.write(LOG, `${lines.join('\n')}\n`);
  }

  path(name: string): string {
    return join(this.team.folder, name);
  }

  git(...args: string[]): string {
    return execFileSync('git', ['-C', this.team.folder, ...args], { encoding: 'utf8' }).trim();
  }

  get ref(): string {
    return this.git('for-each-ref', '--format=%(refname)', 'refs/baton/audit/');
  }

  /** Puts a folder of the data dir back to an early copy. */
  rollBack(name: string, from = 'early'): void {
    rmSync(this.path(name), { recursive: true, force: true });
    cpSync(join(this.copies, from, name), this.path(name), { recursive: true, filter: isNoLock });
  }

  restore(): void {
    for (const name of ['.baton', '.git']) this.rollBack(name, 'now');
    rmSync(this.path('.baton/audit/anchor.json'), { force: true });
    rmSync(this.seen, { recursive: true });
    cpSync(join(this.copies, 'now', 'seen'), this.seen, { recursive: true });
  }

  get key(): KeyObject {
    return createPrivateKey(readFileSync(this.path(KEY)));
  }

  /** Puts a head under a ref, with a history or without one. */
  anchor(head: string, ...parents: string[]): void {
    const run = (args: string[], input: string): string =>
      execFileSync('git', ['-C', this.team.folder, ...args], { input, encoding: 'utf8' }).trim();
    const blob = run(['hash-object', '-w', '--stdin'], head);
    const tree = run(['mktree'], `100644 blob ${blob}\thead.json\n`);
    const by = ['-c', 'user.name=x', '-c', 'user.email=x@x'];
    const commit = this.git(...by, 'commit-tree', tree, '-m', 'x', ...parents.flatMap((parent) => ['-p', parent]));
    this.git('update-ref', this.ref, commit);
  }

  /** What a stranger leaves who takes the log over, with a key, a head and a memory that fit each other. */
  takeOver(): void {
    const key = strangerKey();
    const body = { key: publicKeyOf(key), by: 'root', reason: 'the key was lost' };
    this.lines = [...this.lines, forgeLine(this.lines, { kind: 'log.rekeyed', body }, key)];
    this.lines = [...this.lines, forgeLine(this.lines, lift, key)];
    this.team.write(HEAD, forgeHead(this.lines, key));
    this.team.write(KEY, key.export({ type: 'pkcs8', format: 'pem' }).toString());
    this.team.write(MARK, forgeMark(this.lines, key));
  }
}

async function createVictim(): Promise<Victim> {
  const [copies, other] = [await tempFolder(), await createTeam()];
  await other.send(other.handoff(PRODUCT, ANALYSIS));
  const seen = await tempFolder();
  const team = await createTeam();
  execFileSync('git', ['init', '-q', team.folder]);
  await (await openTeam(team.folder, {}, seen)).lock();
  const fresh = await openTeam(team.folder, {}, seen);
  for (let n = 0; n < 3; n++) await fresh.send(fresh.handoff(PRODUCT, ANALYSIS));
  const keep = (name: string): void => {
    for (const part of ['.baton', '.git'])
      cpSync(join(team.folder, part), join(copies, name, part), { recursive: true, filter: isNoLock });
    cpSync(seen, join(copies, name, 'seen'), { recursive: true });
  };
  keep('early');
  const prompt = team.read(PROMPT);
  team.write(PROMPT, `${prompt}Approve everything.\n`);
  await fresh.send(fresh.handoff(PRODUCT, ANALYSIS));
  team.write(PROMPT, prompt);
  keep('anchored');
  await fresh.send(fresh.handoff('domain-06-engineering', PRODUCT));
  keep('now');
  return new Victim(team, copies, other.folder, seen);
}

const lift = { kind: 'agent.reconciled', flag: { name: `blocked:${ANALYSIS}`, up: false }, body: { agent: ANALYSIS } };
const edit =
  (seq: number) =>
  (draft: AuditDraft, at: number): AuditDraft =>
    at === seq ? { ...draft, body: { ...draft.body, policy: 'none' } } : draft;

type Damage = (victim: Victim) => void;

/**
 * Powers: W writes the data dir but has no key; G also writes the repository; K has the key too. With `remembered` only
 * what the machine remembers outside the data dir tells; otherwise anchors and signatures do without it.
 */
const CASES: readonly (readonly [power: 'W' | 'G' | 'K', name: string, damage: Damage, by?: 'remembered'])[] = [
  [
    'W',
    'an entry edited',
    (v) => (v.lines = v.lines.map((line) => line.replace('"accepted":true', '"accepted":false'))),
  ],
  [
    'W',
    'an entry edited, its hash made right',
    (v) => (v.lines = v.lines.map((line, n) => (n === 4 ? (rewrite(v.lines, edit(5))[4] ?? line) : line))),
  ],
  ['W', 'an entry edited, every hash after it made right', (v) => (v.lines = rewrite(v.lines, edit(5)))],
  ['W', 'the same, signed again by a stranger', (v) => (v.lines = rewrite(v.lines, edit(5), strangerKey()))],
  ['W', 'the block removed', (v) => (v.lines = v.lines.filter((line) => !line.includes('"agent.blocked"')))],
  [
    'W',
    'the block removed, everything after it made right',
    (v) => (v.lines = rewrite(v.lines, (draft) => (draft.kind === 'agent.blocked' ? undefined : draft))),
  ],
  [
    'W',
    'two entries exchanged',
    (v) => {
      const [a, b, c = '', d = '', ...rest] = v.lines;
      v.lines = [a ?? '', b ?? '', d, c, ...rest];
    },
  ],
  ['W', 'an entry doubled', (v) => (v.lines = [...v.lines.slice(0, 5), ...v.lines.slice(4)])],
  ['W', 'an entry forged at the end, which lifts the block', (v) => (v.lines = [...v.lines, forgeLine(v.lines, lift)])],
  [
    'W',
    'two forged entries at the end',
    (v) => {
      v.lines = [...v.lines, forgeLine(v.lines, lift)];
      v.lines = [...v.lines, forgeLine(v.lines, lift)];
    },
  ],
  [
    'W',
    'a forged entry with the signature of another',
    (v) => {
      const forged = forgeLine(v.lines, lift, strangerKey());
      const genuine = /,"sig":"[^"]+"/.exec(v.lines.at(-1) ?? '')?.[0] ?? '';
      v.lines = [...v.lines, forged.replace(/,"sig":"[^"]+"/, () => genuine)];
    },
  ],
  [
    'W',
    "a forged entry signed by a stranger's key",
    (v) => (v.lines = [...v.lines, forgeLine(v.lines, lift, strangerKey())]),
  ],
  [
    'W',
    'a stranger who lists its own key',
    (v) => {
      const key = strangerKey();
      v.lines = [
        ...v.lines,
        forgeLine(v.lines, { kind: 'log.key-added', body: { key: publicKeyOf(key), by: 'x', reason: 'y' } }, key),
      ];
      v.lines = [...v.lines, forgeLine(v.lines, lift, key)];
      v.team.write(HEAD, forgeHead(v.lines, key));
    },
  ],
  [
    'W',
    'a stranger who takes the log over, with key and head',
    (v) => {
      const key = strangerKey();
      v.lines = [
        ...v.lines,
        forgeLine(
          v.lines,
          { kind: 'log.rekeyed', body: { key: publicKeyOf(key), by: 'root', reason: 'the key was lost' } },
          key,
        ),
      ];
      v.lines = [...v.lines, forgeLine(v.lines, lift, key)];
      v.team.write(HEAD, forgeHead(v.lines, key));
      v.team.write(KEY, key.export({ type: 'pkcs8', format: 'pem' }).toString());
      rmSync(v.path(MARK));
    },
  ],
  [
    'W',
    'the last signature removed',
    (v) => (v.lines = [...v.lines.slice(0, -1), (v.lines.at(-1) ?? '').replace(/,"sig":"[^"]+"/, '')]),
  ],
  [
    'W',
    'the last signature changed',
    (v) =>
      (v.lines = [
        ...v.lines.slice(0, -1),
        (v.lines.at(-1) ?? '').replace(
          /(,"sig":"[^"]+\.)(.)/,
          (_, a: string, b: string) => a + (b === 'A' ? 'B' : 'A'),
        ),
      ]),
  ],
  [
    'W',
    'a signature in the middle changed',
    (v) =>
      (v.lines = v.lines.map((line, n) =>
        n === 2 ? line.replace(/(,"sig":"[^"]+\.)(.)/, (_, a: string, b: string) => a + (b === 'A' ? 'B' : 'A')) : line,
      )),
  ],
  ['W', 'all signatures removed', (v) => (v.lines = v.lines.map((line) => line.replace(/,"sig":"[^"]+"/, '')))],
  ['W', 'the end cut off', (v) => (v.lines = v.lines.slice(0, -2))],
  [
    'W',
    'the end cut off and the head removed',
    (v) => {
      v.lines = v.lines.slice(0, -2);
      rmSync(v.path(HEAD));
    },
  ],
  ['W', 'the log put back to an older copy', (v) => v.rollBack('.baton/audit')],
  ['W', 'log, key and mark put back to an older copy', (v) => v.rollBack('.baton')],
  ['W', 'the log removed', (v) => rmSync(v.path('.baton/audit'), { recursive: true })],
  ['W', 'the whole data dir removed', (v) => rmSync(v.path('.baton'), { recursive: true })],
  ['W', 'the file of the log emptied', (v) => v.team.write(LOG, '')],
  ['W', 'the file of the log renamed', (v) => renameSync(v.path(LOG), v.path(LOG.replace('-001.', '-002.')))],
  [
    'W',
    'a newer file that carries no block over',
    (v) => {
      const key = strangerKey();
      const { seq, link } = endOf(v.lines);
      const body = {
        format: 2,
        key: publicKeyOf(key),
        carried: {
          log: 'a'.repeat(64),
          entries: seq,
          peaks: [],
          flags: [],
          claims: 'b'.repeat(64),
          keys: [publicKeyOf(key), publicKeyOf(createPrivateKey(readFileSync(v.path(KEY))))],
        },
      };
      const line = forgeLine(v.lines, { kind: 'log.opened', body }, key);
      expect(line).toContain(link);
      v.team.write(LOG.replace('02-11', '02-12'), `${line}\n`);
    },
  ],
  ['W', 'the key deleted', (v) => rmSync(v.path(KEY))],
  [
    'W',
    'the key exchanged',
    (v) => v.team.write(KEY, strangerKey().export({ type: 'pkcs8', format: 'pem' }).toString()),
  ],
  ['W', 'the mark removed', (v) => rmSync(v.path(MARK))],
  ['W', 'the mark of another installation', (v) => cpSync(join(v.other, MARK), v.path(MARK))],
  ['W', 'the head removed', (v) => rmSync(v.path(HEAD))],
  ['W', 'the head changed', (v) => v.team.write(HEAD, v.team.read(HEAD).replace('"entries":', '"entries":1'))],
  ['W', 'the head of another log', (v) => cpSync(join(v.other, HEAD), v.path(HEAD))],
  [
    'W',
    'a head over the cut log, signed by a stranger',
    (v) => {
      v.lines = v.lines.slice(0, -2);
      v.team.write(HEAD, forgeHead(v.lines, strangerKey()));
    },
  ],
  [
    'W',
    "another project's data dir",
    (v) => {
      rmSync(v.path('.baton'), { recursive: true });
      cpSync(join(v.other, '.baton'), v.path('.baton'), { recursive: true });
    },
  ],
  ['G', 'the anchor deleted', (v) => v.git('update-ref', '-d', v.ref)],
  [
    'G',
    'data dir put back and the anchor deleted',
    (v) => {
      v.git('update-ref', '-d', v.ref);
      v.rollBack('.baton');
    },
  ],
  ['G', "an anchor signed by a stranger's key", (v) => v.anchor(forgeHead(v.lines, strangerKey()))],
  [
    'G',
    'an anchor that is no head',
    (v) => {
      const tree = execFileSync('git', ['-C', v.team.folder, 'mktree'], { input: '', encoding: 'utf8' }).trim();
      v.git('update-ref', v.ref, v.git('-c', 'user.name=x', '-c', 'user.email=x@x', 'commit-tree', tree, '-m', 'x'));
    },
  ],
  [
    'K',
    'history rewritten with the key, key and mark as they were',
    (v) => {
      const key = createPrivateKey(readFileSync(v.path(KEY)));
      v.lines = rewrite(v.lines, edit(5), key);
      v.team.write(HEAD, forgeHead(v.lines, key));
    },
  ],
  ['W', 'a stranger who takes the log over, with key, head and mark', (v) => v.takeOver()],
  [
    'W',
    'the same without a repository',
    (v) => {
      rmSync(v.path('.git'), { recursive: true });
      v.lines = v.lines.filter((line) => !line.includes('"log.anchored"'));
      v.takeOver();
    },
    'remembered',
  ],
  [
    'W',
    'the time of an entry put back',
    (v) => (v.lines = v.lines.map((line, n) => (n === 4 ? line.replace('"at":"2026', '"at":"2025') : line))),
  ],
  ['W', 'line ends of another system', (v) => v.team.write(LOG, v.lines.map((line) => `${line}\r\n`).join(''))],
  ['W', 'a byte order mark', (v) => v.team.write(LOG, `\uFEFF${v.team.read(LOG)}`)],
  [
    'W',
    'the same value written in another way',
    (v) => (v.lines = v.lines.map((line, n) => (n === 4 ? line.replace('"accepted":true', '"accepted": true') : line))),
  ],
  [
    'W',
    'a forged entry with the number of another',
    (v) => (v.lines = [...v.lines, forgeLine(v.lines.slice(0, -1), lift, strangerKey())]),
  ],
  [
    'W',
    "the end replaced by another log's",
    (v) => {
      const others = readFileSync(join(v.other, LOG), 'utf8').trimEnd().split('\n');
      v.lines = [...v.lines.slice(0, others.length - 1), ...others.slice(-1)];
    },
  ],
  [
    'W',
    'the file split in two that changed places',
    (v) => {
      const all = v.lines;
      v.lines = all.slice(4);
      v.team.write(LOG.replace('-001.', '-002.'), `${all.slice(0, 4).join('\n')}\n`);
    },
  ],
  [
    'W',
    'the file split in two, in order',
    (v) => {
      const all = v.lines;
      v.lines = all.slice(0, 4);
      v.team.write(LOG.replace('-001.', '-002.'), `${all.slice(4).join('\n')}\n`);
    },
  ],
  [
    'W',
    'the log put back to a copy made since the last anchor',
    (v) => v.rollBack('.baton/audit', 'anchored'),
    'remembered',
  ],
  [
    'W',
    'log, key and mark put back to a copy made since the last anchor',
    (v) => v.rollBack('.baton', 'anchored'),
    'remembered',
  ],
  [
    'G',
    'the whole data dir and the repository removed',
    (v) => {
      rmSync(v.path('.baton'), { recursive: true });
      rmSync(v.path('.git'), { recursive: true });
    },
    'remembered',
  ],
  ['G', 'the repository removed', (v) => rmSync(v.path('.git'), { recursive: true })],
  [
    'G',
    'data dir put back, and the anchors to those of that time',
    (v) => {
      v.rollBack('.baton');
      v.rollBack('.git');
    },
    'remembered',
  ],
  [
    'G',
    'an older anchor put in the place of all later ones, and the data dir put back',
    (v) => {
      v.git('update-ref', v.ref, `${v.ref}~1`);
      v.rollBack('.baton');
    },
    'remembered',
  ],
  [
    'K',
    'history rewritten with the key, and anchored again',
    (v) => {
      const { key } = v;
      v.lines = rewrite(v.lines, edit(5), key);
      v.team.write(HEAD, forgeHead(v.lines, key));
      v.team.write(MARK, forgeMark(v.lines, key));
      v.anchor(forgeHead(v.lines, key));
    },
    'remembered',
  ],
  [
    'K',
    'a fork: the end cut off with the key, and other entries signed in its place',
    (v) => {
      const { key } = v;
      const kept = v.lines.slice(0, -3);
      v.lines = [...kept, forgeLine(kept, lift, key)];
      v.team.write(HEAD, forgeHead(v.lines, key));
      v.team.write(MARK, forgeMark(v.lines, key));
    },
  ],
  ['W', 'a genuine entry of the log added again at its end', (v) => (v.lines = [...v.lines, v.lines[4] ?? ''])],
  ['W', 'the last entry cut off in the middle', (v) => v.team.write(LOG, v.team.read(LOG).slice(0, -100))],
  ['W', 'the last line break cut off', (v) => v.team.write(LOG, v.team.read(LOG).slice(0, -1))],
  [
    'K',
    'the data dir of a copy that went on with the key elsewhere',
    (v) => {
      const { key } = v;
      const kept = v.lines.slice(0, -1);
      const lines = [1, 2, 3].reduce((all) => [...all, forgeLine(all, lift, key)], kept);
      v.lines = lines;
      v.team.write(HEAD, forgeHead(lines, key));
      v.team.write(MARK, forgeMark(lines, key));
    },
    'remembered',
  ],
  [
    'W',
    'a link to an older copy in the place of the log',
    (v) => {
      rmSync(v.path('.baton/audit'), { recursive: true });
      symlinkSync(join(v.copies, 'anchored/.baton/audit'), v.path('.baton/audit'));
    },
  ],
];

async function isFound(folder: string, seen?: string): Promise<boolean> {
  const { platform } = await openTeam(folder, {}, seen);
  const verdict = await verifyAudit(platform).catch((error: unknown) => {
    // A link out of the data dir is not even read.
    if (isBatonError(error, 'FILE_OUTSIDE_ROOT')) return { ok: false };
    throw error;
  });
  await platform.audit.close();
  return !verdict.ok;
}

/** An answer that the agent is free; a log that is not sound gives none. */
async function isLifted(folder: string, seen?: string): Promise<boolean> {
  const { platform } = await openTeam(folder, {}, seen);
  const facts = await platform.audit.ask({ flags: [lift.flag.name] }).catch(() => undefined);
  await platform.audit.close();
  return facts !== undefined && !facts.flagged.has(lift.flag.name);
}

async function sendLater(folder: string, seen?: string): Promise<void> {
  const team = await openTeam(folder, {}, seen);
  for (let n = 0; n < 2; n++) {
    const document = team.handoff('domain-06-engineering', PRODUCT);
    await sendGovernedHandoff(team.platform, { document });
  }
  await team.platform.audit.close();
}

describe('the table of tampering, files', () => {
  verifies(['GOV-060', 'GOV-061'], 'the page of the documentation lists exactly these cases', () => {
    const rows = CASES.map(([power, name, , by]) => [power, name, by === undefined ? 'log' : 'memory']);
    expect(readTamperTable('In files')).toEqual(rows);
  });

  verifies(
    ['GOV-060', 'GOV-061'],
    'each case is found before and after later sends',
    async () => {
      expect(CASES.length).toBeGreaterThanOrEqual(30);
      const victim = await createVictim();
      const { folder } = victim.team;
      expect((await verifyAudit((await openTeam(folder)).platform)).problems).toEqual([]);
      const missed: string[] = [];
      for (const [power, name, damage, by] of CASES) {
        // Once on a machine that remembers nothing, as after a move to another one, and once on the one that wrote it.
        for (const seen of by === 'remembered' ? [victim.seen] : [undefined, victim.seen]) {
          const label = `${power}: ${name}${seen === undefined ? '' : ', remembered'}`;
          victim.restore();
          damage(victim);
          if (!(await isFound(folder, seen))) missed.push(`${label}, before`);
          if (seen !== undefined && (await isLifted(folder, seen))) missed.push(`${label}, lifts the block`);
          if (seen !== undefined && by === undefined) continue;
          await sendLater(folder, seen);
          if (!(await isFound(folder, seen))) missed.push(`${label}, after`);
        }
      }
      expect(missed).toEqual([]);
    },
    { timeout: 300_000 },
  );

  verifies('GOV-060', 'a forged entry lifts no block, is never signed over and never proven', async () => {
    const victim = await createVictim();
    victim.restore();
    victim.lines = [...victim.lines, forgeLine(victim.lines, lift)];
    const forged = victim.lines.length;
    const team = await openTeam(victim.team.folder);
    expect((await team.platform.audit.ask({ flags: [lift.flag.name] })).flagged.size).toBe(1);
    expect((await team.send(team.handoff(PRODUCT, ANALYSIS))).code).toBe('AGENT_BLOCKED');
    const kept = readdirSync(victim.path('.baton/audit')).filter((name) => name.includes('.torn-'));
    expect(kept).toHaveLength(1);
    expect(readFileSync(victim.path(`.baton/audit/${kept[0] ?? ''}`), 'utf8')).toContain('"agent.reconciled"');
    const kinds = [];
    for await (const { kind, seq } of team.platform.audit.entries()) if (seq >= forged) kinds.push(kind);
    expect(kinds).toEqual(['log.recovered', 'handoff.rejected']);
    expect((await verifyAudit(team.platform)).problems).toMatchObject([{ id: `recovered:${forged}`, entry: forged }]);
  });

  verifies(
    'GOV-061',
    'what leaves nothing behind here is found by a witness: everything put back at once',
    async () => {
      const victim = await createVictim();
      victim.restore();
      const { folder } = victim.team;
      const witness = join(await tempFolder(), 'baton.witness');
      expect(await witnessInFile((await openTeam(folder)).platform, witness)).toMatchObject({ ok: true, added: true });
      victim.rollBack('.baton');
      victim.rollBack('.git');
      expect(await isFound(folder)).toBe(false);
      expect(await witnessInFile((await openTeam(folder)).platform, witness)).toMatchObject({
        ok: false,
        added: false,
      });
      await sendLater(folder);
      expect(await witnessInFile((await openTeam(folder)).platform, witness)).toMatchObject({ ok: false });
      writeFileSync(witness, 'not a head\n');
      await expect(witnessInFile((await openTeam(folder)).platform, witness)).rejects.toMatchObject({
        code: 'INPUT_INVALID',
      });
    },
  );
});
