import { describe, expect, test } from 'vitest';
import { chooseStyle } from '../../../src/surfaces/cli/style.ts';
import { renderTable } from '../../../src/surfaces/cli/table.ts';
import { toTerminal } from '../../../src/surfaces/cli/terminal.ts';
import { columnsOf, fitLines } from '../../../src/surfaces/cli/wrap.ts';
import { runBaton } from '../../support/run-baton.ts';
import { runOnTerminal } from '../../support/run-on-terminal.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

describe('a line that is wider than the terminal', () => {
  verifies('SUR-061', 'goes on at a word, below the column it began in', () => {
    const row = 'written  hooks.json  calls Baton at SessionStart, PreCompact and Stop';
    expect(fitLines(`short\n${row}`, 52)).toBe(
      ['short', 'written  hooks.json  calls Baton at SessionStart,', '                     PreCompact and Stop'].join(
        '\n',
      ),
    );
    expect(fitLines('    indented words that are too wide for it', 34)).toBe(
      '    indented words that are too\n    wide for it',
    );
  });

  verifies('SUR-061', 'has a last column without room below the others', () => {
    expect(fitLines('TASK-1  ready  A title that is wide  nobody can take it', 40)).toBe(
      'TASK-1  ready  A title that is wide\n        nobody can take it',
    );
  });

  test('is measured without its colours, and an unbreakable word stays whole', () => {
    const { green } = chooseStyle({}, true);
    const painted = chooseStyle({ FORCE_COLOR: '1' }, true);
    expect(fitLines(green('ok'), 2)).toBe(green('ok'));
    expect(toTerminal(fitLines(painted.green('ok ok'), 5))).toBe('\u001B[32mok ok\u001B[39m');
    expect(fitLines('https://example.org/a/very/long/address/of/a/page', 30)).toBe(
      'https://example.org/a/very/long/address/of/a/page',
    );
  });

  verifies('SUR-061', 'is left alone if no terminal shows it', async () => {
    expect(columnsOf({ isTTY: false, columns: 20 })).toBe(Infinity);
    expect(columnsOf({ isTTY: true, columns: 20 })).toBe(20);
    const { stdout } = await runBaton(['config'], { cwd: await tempFolder() });
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeGreaterThan(80);
    const shown = await runOnTerminal(['config'], { cwd: await tempFolder(), rows: 500, types: [] });
    const wide = shown.stdout.split('\r\n').filter((line) => line.length > 80);
    expect(wide.map((line) => line.trim().split(' ').length)).toEqual(wide.map(() => 1));
    const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');
    expect(words(shown.stdout)).toEqual(words(stdout));
  });

  verifies('SUR-061', 'is as wide as usual on a terminal that has no size', async () => {
    const shown = await runOnTerminal(['status'], { cwd: await tempFolder(), types: [] });
    expect(shown.stdout).toContain('no project state here: baton init');
  });

  verifies('SUR-061', 'is left alone if it is content that a program may read', async () => {
    const cwd = await tempFolder();
    const { stdout } = await runOnTerminal(['completion', 'bash'], { cwd, rows: 500, types: [] });
    expect(stdout.replaceAll('\r\n', '\n')).toBe((await runBaton(['completion', 'bash'], { cwd })).stdout);
  });
});

test('a table leaves out columns without any text, and no row ends in spaces', () => {
  expect(
    renderTable([
      ['a', '', 'long', ''],
      ['bb', '', 'x', ''],
    ]),
  ).toBe('a   long\nbb  x');
});
