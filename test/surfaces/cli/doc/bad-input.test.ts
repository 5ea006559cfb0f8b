import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { renderDocument } from '../../../../src/protocols/document/index.ts';
import { smallDocument } from '../../../protocols/document/sample-document.ts';
import { runBaton } from '../../../support/run-baton.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { verifies } from '../../../support/verifies.ts';

const GOOD = renderDocument(smallDocument());
/** Little enough that reading a large input whole, or nesting through it, would fail. */
const LITTLE_MEMORY = { NODE_OPTIONS: '--max-old-space-size=96' };

const BAD: Readonly<Record<string, string | Uint8Array>> = {
  empty: '',
  'white space': ' \n\n ',
  truncated: GOOD.slice(0, GOOD.length / 2),
  '10,000 levels deep': '['.repeat(10_000) + ']'.repeat(10_000),
  '10,000 levels deep and never closed': '{"a":'.repeat(10_000),
  'a name twice': GOOD.replace('"version"', '"handoff": 1, "version": "3.0", "version"'),
  'not UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
  binary: Buffer.from(Array.from({ length: 5_000 }, (_, index) => index % 256)),
  'a number past 2^53': GOOD.replace('"working": {}', '"working": {"id": 12345678901234567890}'),
  'a number past all numbers': GOOD.replace('"working": {}', '"working": {"id": 1e999}'),
  'conflict markers': `<<<<<<< HEAD\n${GOOD}=======\n${GOOD}>>>>>>> other\n`,
  'a prototype': '{"__proto__": {"handoff": {}}}',
};

describe('bad input', () => {
  for (const [name, input] of Object.entries(BAD)) {
    test(`${name}: not valid, for a reason`, async () => {
      const { code, stdout } = await runBaton(['doc', 'validate', '-', '--json'], { input, env: LITTLE_MEMORY });
      const { data } = JSON.parse(stdout) as {
        data: { valid: boolean; errors: { message: string; repair: string }[] };
      };
      expect([code, data.valid, data.errors.length]).toEqual([1, false, 1]);
      expect(data.errors[0]?.message).not.toBe('');
      expect(data.errors[0]?.repair).not.toBe('');
    });
  }

  test('100 MB in a file is refused without being read', async () => {
    const cwd = await tempFolder();
    writeFileSync(join(cwd, 'huge.json'), Buffer.alloc(100 * 1024 * 1024, 0x20));
    const { code, stdout } = await runBaton(['doc', 'validate', 'huge.json', '--json'], { cwd, env: LITTLE_MEMORY });
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { data: { valid: false, errors: [{ rule: 'size' }] } }]);
    for (const command of ['compress', 'repair', 'expand', 'hash', 'adapt']) {
      const other = await runBaton(['doc', command, 'huge.json', '--json'], { cwd, env: LITTLE_MEMORY });
      expect([other.code, JSON.parse(other.stdout)]).toMatchObject([2, { error: { code: 'INPUT_TOO_LARGE' } }]);
    }
  });

  test('standard input is read no further than a document may be long', async () => {
    const input = Buffer.alloc(100 * 1024 * 1024, 0x20);
    const { code, stdout } = await runBaton(['doc', 'validate', '-', '--json'], { input, env: LITTLE_MEMORY });
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { data: { valid: false, errors: [{ rule: 'size' }] } }]);
  });

  test('a byte order mark and CRLF are no fault', async () => {
    const input = `\uFEFF${GOOD.replaceAll('\n', '\r\n')}`;
    expect((await runBaton(['doc', 'validate', '-'], { input })).code).toBe(0);
  });

  test('a missing file, a folder and no operand are errors of their own', async () => {
    const cwd = await tempFolder();
    expect((await runBaton(['doc', 'validate', 'gone.json'], { cwd })).code).toBe(4);
    expect((await runBaton(['doc', 'validate', '.'], { cwd })).code).toBe(2);
    expect((await runBaton(['doc', 'validate'], { cwd })).code).toBe(2);
    expect((await runBaton(['doc', 'new', '--from', 'a'], { cwd })).code).toBe(2);
    expect(readdirSync(cwd)).toEqual([]);
  });

  verifies('UHS-090', 'in a stream one bad line does not stop the rest, and its number is told', async () => {
    const line = JSON.stringify(smallDocument());
    const lines = [
      line,
      '{"handoff":',
      '',
      line,
      `"${'x'.repeat(11 * 1024 * 1024)}"`,
      line,
      Buffer.from([0xff]).toString('latin1'),
    ];
    const { code, stdout } = await runBaton(['doc', 'validate', '--jsonl', '-', '--estimate', '--no-guard'], {
      input: lines.join('\n'),
    });
    const reports = stdout
      .trimEnd()
      .split('\n')
      .map((text) => JSON.parse(text) as { line: number; valid: boolean; errors: { rule: string }[] });
    expect(code).toBe(1);
    expect(reports.map(({ line: number, valid, errors }) => [number, valid, errors[0]?.rule])).toEqual([
      [1, true, undefined],
      [2, false, 'json'],
      [4, true, undefined],
      [5, false, 'size'],
      [6, true, undefined],
      [7, false, 'json'],
    ]);
  });
});
