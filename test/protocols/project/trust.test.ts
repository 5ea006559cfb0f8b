import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addClaim,
  decideEffective,
  decideExpiry,
  defaultTtl,
  dropClaim,
  isExpired,
  markExpired,
  markUnknown,
  parseClaims,
  parseTtl,
  refuteClaim,
  verifyClaim,
  type TrustClock,
} from '../../../src/protocols/project/trust/index.ts';
import { verifies } from '../../support/verifies.ts';

const at = (time: string, commits?: number): TrustClock => ({ nowMs: Date.parse(time), commitsSince: () => commits });
const NOW_MS = Date.parse('2026-03-01T10:00:00Z');
const TABLE = `# Trust 🔒

Some words by hand.

| Property      | Owner | Status   | Verified   | TTL | Expires    | Note |
|:--------------|:-----:|----------|------------|----:|------------|------|
| Build passes  | Ada   | verified | 2026-02-26 | 7d  | 2026-03-05 | ✅ a \\| b |
| DB connection | Bob   | verified | 2026-02-20 | 3d  | 2026-02-23 | slow |
| Auth          |       | untested |            |     |            |      |

More words.
`;

describe('trust', () => {
  verifies('PRJ-050', 'expires at Verified plus TTL: from 00:00Z of that day, or to the second for hours', () => {
    const [build, db, auth] = parseClaims(TABLE);
    if (build === undefined || db === undefined || auth === undefined) throw new Error('three claims are expected');
    expect(isExpired(build, at('2026-03-04T23:59:59.999Z'))).toBe(false);
    expect(isExpired(build, at('2026-03-05T00:00:00Z'))).toBe(true);
    expect(decideEffective(db, at('2026-02-23T00:00:00Z'))).toBe('assumed');
    expect(decideEffective(db, at('2026-02-22T23:59:59Z'))).toBe('verified');
    expect(decideEffective(auth, at('2030-01-01T00:00:00Z'))).toBe('untested');
    const hours = { ...build, verified: '2026-02-26T23:30:00+02:00', ttl: '12h', expires: '' };
    expect(decideExpiry(hours)).toEqual({ kind: 'at', epochMs: Date.parse('2026-02-27T09:30:00Z') });
    expect(decideExpiry({ ...hours, ttl: '2w' })).toEqual({ kind: 'at', epochMs: Date.parse('2026-03-12T00:00:00Z') });
    expect(decideExpiry({ property: '', verified: 'last week', ttl: '', expires: '2026-01-01' })).toEqual({
      kind: 'at',
      epochMs: Date.parse('2026-01-01'),
    });
    expect(decideExpiry({ property: '', verified: '', ttl: '', expires: '' })).toEqual({ kind: 'unknown' });
    const expiry = (verified: string, ttl: string, property = 'Deploy'): unknown =>
      decideExpiry({ property, verified, ttl, expires: '' });
    expect(expiry('2026-02-26T15:00:00Z', '24h')).toEqual({ kind: 'at', epochMs: Date.parse('2026-02-27T15:00:00Z') });
    expect(expiry('2026-02-26', '3 days')).toEqual({ kind: 'at', epochMs: Date.parse('2026-03-01') });
    expect(expiry('2026-02-26', 'soon')).toEqual({ kind: 'at', epochMs: Date.parse('2026-03-05') });
    expect(expiry('2026-02-26', '', 'Build')).toEqual({ kind: 'at', epochMs: Date.parse('2026-02-27') });
    expect(expiry('2026-02-26', '999999999w')).toEqual({ kind: 'at', epochMs: Date.parse('9999-12-31') });
    expect(expiry('26.02.2025', '3d')).toEqual({ kind: 'unknown' });
  });

  verifies('PRJ-050', 'a verified claim that nobody can date, or that is marked up, expires as any other', () => {
    const rows = [
      '| A | Verified ✅ | 2026-01-01 | 3d | |',
      '| B | **verified** | 26.02.2025 | 3d | |',
      '| C | verified | | | |',
    ];
    const table = `| Property | Status | Verified | TTL | Expires |\n|---|---|---|---|---|\n${rows.join('\n')}\n| D | unverified | | | |\n`;
    const claims = parseClaims(table);
    expect(claims.map(({ status }) => status)).toEqual(['verified', 'verified', 'verified', 'unverified']);
    const clock = at('2026-02-26T00:00:00Z');
    expect(claims.map((claim) => decideEffective(claim, clock))).toEqual([
      'assumed',
      'assumed',
      'assumed',
      'unverified',
    ]);
    const marked = markExpired(table, clock);
    expect(marked.match(/⚠️ EXPIRED/g)).toHaveLength(3);
    expect(marked.replaceAll(/ *⚠️ EXPIRED */g, '').replaceAll(/\s+\|/g, ' |')).toContain(
      '| Verified ✅ | 2026-01-01 | 3d |',
    );
  });

  verifies('PRJ-050', 'rewriting marks expired claims with the seed’s sign and takes it off again', () => {
    const marked = markExpired(TABLE, at('2026-02-26T12:00:00Z'));
    expect(marked).toContain('| 2026-02-23 ⚠️ EXPIRED |');
    expect(parseClaims(marked).map(({ expires }) => expires)).toEqual(['2026-03-05', '2026-02-23', '']);
    expect(markExpired(marked, at('2026-02-26T12:00:00Z'))).toBe(marked);
    expect(parseClaims(markExpired(marked, at('2026-02-21T12:00:00Z')))).toEqual(parseClaims(TABLE));
  });

  verifies('PRJ-050', 'defaults by kind of claim', () => {
    expect(
      ['Build passes', 'All tests green', 'Architecture agreed', 'Conventions hold', 'Latest deploy'].map(defaultTtl),
    ).toEqual(['1d', '1d', '30d', '30d', '7d']);
    for (const bad of ['3', '0d', 'd', '3 days', '-1d', '3y', '99999999w'])
      expect(() => parseTtl(bad)).toThrow('not a time to live');
    expect(['12h', '3d', '2w', '20c'].map(parseTtl)).toEqual(['12h', '3d', '2w', '20c']);
  });

  verifies('PRJ-051', 'verifying resets the dates, and a claim can expire by commits', () => {
    const verification = {
      status: 'verified',
      verifiedMs: Date.parse('2026-04-01T10:00:00Z'),
      ttl: '3d',
      provenance: 'ada sess_1 abc1234',
      evidence: '`npm test` exit 0',
    };
    const text = verifyClaim(TABLE, 'db CONNECTION', verification);
    expect(parseClaims(text)[1]).toMatchObject({
      status: 'verified',
      verified: '2026-04-01',
      ttl: '3d',
      expires: '2026-04-04',
      provenance: 'ada sess_1 abc1234',
      evidence: '`npm test` exit 0',
    });
    expect(parseClaims(verifyClaim(TABLE, 'Auth', { ...verification, ttl: '24h' }))[2]).toMatchObject({
      verified: '2026-04-01T10:00:00Z',
      expires: '2026-04-02T10:00:00Z',
    });
    const [, , , added] = parseClaims(addClaim(TABLE, 'New thing', { ...verification, ttl: '20c' }));
    if (added === undefined) throw new Error('a fourth claim is expected');
    expect(added).toMatchObject({ property: 'New thing', expires: '20 commits' });
    expect([19, 20, undefined].map((count) => isExpired(added, at('2026-04-01T10:00:00Z', count)))).toEqual([
      false,
      true,
      true,
    ]);
    expect(() => addClaim(TABLE, 'build passes', verification)).toThrow('already');
    expect(() => verifyClaim(TABLE, 'nothing', verification)).toThrow('there is no assertion');
    const failed = refuteClaim(TABLE, 'Build passes', { provenance: 'bob s2 def5678', evidence: 'exit 1' });
    expect(parseClaims(failed)[0]).toMatchObject({
      status: 'refuted',
      verified: '2026-02-26',
      provenance: 'bob s2 def5678',
      evidence: 'exit 1',
    });
  });

  verifies(
    'PRJ-052',
    'tables made by hand keep columns, alignment, prose, emoji and every byte that was not meant',
    () => {
      const verification = {
        status: 'verified',
        verifiedMs: Date.parse('2026-04-01T10:00:00Z'),
        ttl: '3d',
        provenance: 'ada s abc1234',
      };
      const text = verifyClaim(TABLE, 'Build passes', verification);
      expect(text.split('\n').filter((line) => !line.startsWith('|'))).toEqual(
        TABLE.split('\n').filter((line) => !line.startsWith('|')),
      );
      expect(text).toContain('| :--------------'.slice(2));
      expect(text).toContain('✅ a \\| b');
      expect(text).toContain('| Ada   |');
      expect(parseClaims(text)[1]).toEqual(parseClaims(TABLE)[1]);
      expect(dropClaim(TABLE, 'Auth').split('\n')).toEqual(
        TABLE.split('\n').filter((line) => !line.startsWith('| Auth')),
      );
      const crlf = TABLE.replaceAll('\n', '\r\n');
      expect(verifyClaim(crlf, 'Build passes', verification).replaceAll('\r', '')).toBe(text);
      fc.assert(
        fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (words) => {
          const property = words.replaceAll(/\s+/g, ' ').trim();
          if (property === '' || /^(build passes|db connection|auth)$/i.test(property)) return;
          const claims = parseClaims(addClaim(TABLE, property, verification));
          expect(claims).toHaveLength(4);
          expect(claims.slice(0, 3).map(({ property: name }) => name)).toEqual([
            'Build passes',
            'DB connection',
            'Auth',
          ]);
        }),
      );
    },
  );

  test('what a dead session claimed becomes unknown', () => {
    const text = addClaim(TABLE, 'Mine', {
      status: 'verified',
      verifiedMs: 0,
      ttl: '3d',
      provenance: 'ada sess_dead abc1234',
    });
    expect(parseClaims(markUnknown(text, 'sess_dead')).map(({ status }) => status)).toEqual([
      'verified',
      'verified',
      'untested',
      'unknown',
    ]);
  });
});

verifies(
  ['PRJ-052', 'PRJ-168'],
  'a table that lacks columns keeps its lines: what is added gets a table of its own',
  () => {
    const verification = { status: 'verified', verifiedMs: NOW_MS, ttl: '1d', provenance: 'ada s1 abc1234' };
    const wild =
      '# T\r\n\r\n## Verified\r\n\r\n| Claim | Evidence | TTL |\r\n|---|---|---|\r\n| 74 tests pass | npm test | stable |';
    const added = addClaim(wild, 'Build passes', verification);
    expect(added.startsWith(`${wild}\r\n\r\n## Assertions\r\n`)).toBe(true);
    expect(added.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(parseClaims(added).map(({ property, status }) => [property, status])).toEqual([
      ['74 tests pass', 'verified'],
      ['Build passes', 'verified'],
    ]);
    const again = addClaim(added, 'Lint passes', verification);
    expect(again.match(/## Assertions/g)).toHaveLength(1);
    expect(again.startsWith(added)).toBe(true);
  },
);

verifies('PRJ-168', 'marks around words do not make another assertion', () => {
  const table =
    '| Property | Status | Verified | TTL | Expires | Provenance |\n|-|-|-|-|-|-|\n| `build` **passes** | assumed | | 1d | | |\n';
  const verified = verifyClaim(table, 'Build passes', {
    status: 'verified',
    verifiedMs: NOW_MS,
    ttl: '1d',
    provenance: 'a',
  });
  expect(parseClaims(verified)).toMatchObject([{ property: '`build` **passes**', status: 'verified' }]);
});
