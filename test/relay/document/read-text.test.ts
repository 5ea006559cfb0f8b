import { describe, expect, test } from 'vitest';
import { renderDocument, warnBudget, measureBudget } from '../../../src/protocols/document/index.ts';
import { createDocument, validateDocument, repairDocument } from '../../../src/relay/document/index.ts';
import { NOW_MS, smallDocument } from '../../protocols/document/sample-document.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { standingClock, testPlatform } from '../../support/test-platform.ts';
import { verifies } from '../../support/verifies.ts';

const platformHere = async () => testPlatform(await tempFolder(), { clock: standingClock(NOW_MS) });

const withNumber = (number: string): string => {
  const { handoff } = smallDocument();
  const text = renderDocument({ handoff: { ...handoff, payload: { working: { text: '9007199254740993', n: 4711 } } } });
  return text.replace('4711', number);
};
const hasNumberFault = async (number: string): Promise<boolean> => {
  const report = await validateDocument(await platformHere(), withNumber(number), { guard: false });
  return report.errors.some(({ rule, path }) => rule === 'number' && path === '/handoff/payload/working/n');
};

describe('numbers', () => {
  test.each(['6.02e23', '1.5e16', '1e300', '-1E+22', '9007199254740992', '10000000000000000000', '0.1', '1.50e17'])(
    '%s means the same to every reader',
    async (number) => {
      expect(await hasNumberFault(number)).toBe(false);
    },
  );

  test.each(['9007199254740993', '12345678901234567890', '-9007199254740993', '1e400', '9007199254740993e0'])(
    '%s would be rounded',
    async (number) => {
      expect(await hasNumberFault(number)).toBe(true);
    },
  );
});

test('bytes that are not UTF-8 are named with their place', async () => {
  const bytes = Buffer.concat([Buffer.from('{"handoff":\n {"ä": "'), Buffer.from([0xff]), Buffer.from('"}}')]);
  const { errors } = await validateDocument(await platformHere(), bytes);
  expect(errors[0]?.message).toContain('it is not UTF-8 text, at line 2, column 9 (byte 22)');
});

verifies('UHS-102', 'a long session path of the caller is no reason for a warning', async () => {
  const platform = await platformHere();
  const { document } = await createDocument(platform, {
    source: { skill: 'planner', phase: 'plan' },
    target: { skill: 'coder' },
    summary: 'Go on.',
    problemType: 'research',
    confidence: 'high',
    working: {},
    sessionPath: Array.from({ length: 14 }, (_, index) => `a-folder-of-level-${index}`).join('/'),
    dryRun: true,
  });
  const rows = await measureBudget(document, platform.tokens);
  expect(rows.find(({ section }) => section === 'source/target')?.tokens).toBeGreaterThan(50);
  expect(warnBudget(rows)).toEqual([]);
});

test('a repair that changes nothing but a time zone names the change', async () => {
  const { handoff } = smallDocument();
  const outcome = await repairDocument(
    await platformHere(),
    { handoff: { ...handoff, timestamp: '2026-02-07T20:30:00+02:00' } },
    { dryRun: true },
  );
  expect(outcome.attempts[0]?.changes).toMatchObject([
    { path: '/handoff/timestamp', before: '2026-02-07T20:30:00+02:00' },
  ]);
});
