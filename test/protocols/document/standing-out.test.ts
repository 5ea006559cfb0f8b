import { describe, expect, test } from 'vitest';
import { ORIGINAL } from '../../../bench/document/compressors.ts';
import type { Json, JsonObject } from '../../../src/kernel/json.ts';
import { planCompression } from '../../../src/protocols/document/index.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { testPlatform } from '../../support/test-platform.ts';
import { verifies } from '../../support/verifies.ts';
import { smallDocument } from './sample-document.ts';

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

async function compress(working: JsonObject, limit = 2_000): Promise<JsonObject> {
  const { tokens } = await testPlatform(await tempFolder());
  const { handoff } = smallDocument();
  const document = { handoff: { ...handoff, payload: { working } } };
  const { document: short, fits } = await planCompression(document, ORIGINAL, tokens, limit);
  expect(fits).toBe(true);
  return short.handoff.payload.working;
}

const shownOf = async (value: Json, limit?: number): Promise<string> =>
  String((await compress({ value }, limit))['value']);

const at = (index: number, place: number, odd: Json, usual: Json): Json => (index === place ? odd : usual);

describe('what stands out of its kind survives', () => {
  verifies('UHS-101', 'a number far from the others of a list, a column, an object or a CSV', async () => {
    const ms = (index: number): Json => at(index, 1_400, 48_211, 20 + (index % 9));
    const forms: Record<string, Json> = {
      list: range(3_000).map(ms),
      records: range(2_000).map((index) => ({ host: `h${index}`, ms: ms(index) })),
      spread: range(2_000).map((index) => ({ host: `h${index}`, ms: at(index, 1_400, 48_211, (index * 319) % 500) })),
      object: Object.fromEntries(range(2_000).map((index) => [`host${index}`, ms(index)])),
      csv: `id,ms,state\n${range(2_000)
        .map((index) => `${index},${String(ms(index))},ok`)
        .join('\n')}`,
    };
    for (const [name, value] of Object.entries(forms)) expect(await shownOf(value), name).toContain('48211');
  });

  test('the one false among 2,000 members that are true', async () => {
    const flags = Object.fromEntries(range(2_000).map((index) => [`flag${index}`, index !== 1_400]));
    expect(JSON.stringify(await compress(flags))).toContain('flag1400: false');
  });

  verifies('UHS-100', 'a name that few records have is named, and so are its rows', async () => {
    const tasks = range(300).map((id) => ({
      id,
      state: 'done',
      ...(id === 240 ? { note: 'roll back at 900 ms' } : {}),
    }));
    const shown = await shownOf(tasks, 900);
    expect(shown).toMatch(/^300 items of \{id, state, note\}; first \d+: 0 \| done\n/);
    expect(shown).toContain('#241: 240 | done | note: roll back at 900 ms');
  });

  test('a rare text comes before rows with a word that many have', async () => {
    const issues = ['Missing await', 'Shadowed variable', 'Long function', 'Unused import'];
    const findings = range(150).map((index) => ({
      file: `src/m${index}.ts`,
      issue: index === 117 ? 'Query in login takes user input as it is' : (issues[index % 4] ?? ''),
    }));
    for (const limit of [500, 600, 800])
      expect(await shownOf(findings, limit)).toContain('#118: src/m117.ts | Query in');
  });

  test('dates that all occur a few times do not stand out', async () => {
    const bugs = range(95).map((id) => ({ id, day: `2026-01-${10 + (id % 19)}`, level: id === 60 ? 'P0' : 'P3' }));
    expect(await shownOf(bugs, 420)).toContain('| P0');
  });

  test('500 equal items leave a sample', async () => {
    const shown = await shownOf(
      range(500).map(() => 'the same line of a report again'),
      600,
    );
    expect(shown).toMatch(/^500 items of text; first 1: the same line of a report again/);
  });
});

describe('text around a table', () => {
  const rows = range(600).map((index) => [index, 100 + (index % 7), 'ok']);
  const markdown = ['| id | amount | status |', '|---|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`)].join(
    '\n',
  );
  const csv = ['id,amount,status', ...rows.map((row) => row.join(','))].join('\n');
  const NEXT = 'Next: refund invoice 88213 before Friday.';

  test.each([
    ['after Markdown', `${markdown}\n\n## Conclusion\n\n${NEXT}`],
    ['right after Markdown', `${markdown}\n${NEXT}`],
    ['before Markdown', `${NEXT}\n\n${markdown}`],
    ['after CSV', `${csv}\n\n${NEXT}`],
    ['before CSV', `${NEXT}\n\n${csv}`],
  ])('%s is kept, and is no row', async (_, text) => {
    const shown = await shownOf(text);
    expect(shown).toContain(NEXT);
    expect(shown).toContain('600 items of {id, amount, status}');
  });

  test('a quoted cell of CSV may have several lines', async () => {
    const quoted = ['id,note,status', ...range(200).map((id) => `${id},"first line\n\nsecond, ""last"" line",ok`)].join(
      '\n',
    );
    expect(await shownOf(quoted)).toMatch(
      /^200 items of \{id, note, status\}; first \d+: 0 \| first line second, "last" line \| ok\n/,
    );
  });
});

verifies('UHS-101', 'what a lower limit keeps, a higher one keeps too', async () => {
  const parts = ['billing worker', 'search index', 'checkout service', 'feature flags'];
  const notes = range(400)
    .map(
      (index) =>
        `In week ${index} the ${parts[index % 4] ?? ''} was looked at${' again'.repeat(index % 5)} by ${index % 7} people.`,
    )
    .concat('Nobody may run migration 0042 on production until the audit is over.')
    .join(' ');
  let before: string[] = [];
  for (let limit = 500; limit <= 2_000; limit += 100) {
    const shown = await shownOf(notes, limit);
    for (const sentence of before) expect(shown).toContain(sentence);
    before = shown.match(/[^.]+\./g)?.filter((one) => one !== '.') ?? [];
    expect(before.length).toBeGreaterThan(1);
  }
});
