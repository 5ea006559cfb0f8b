import { Parser } from 'commonmark';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findTables, listSections, scanMarkdown } from '../src/kernel/markdown/index.ts';
import { splitLines } from '../src/kernel/text.ts';
import { defineBenchmark, ratePerSecond, type Case, type Contender } from './frame/index.ts';

/** Real prose, then texts that make a careless scanner take a step per pair of lines or characters. */
function texts(megabytes: number): readonly (readonly [string, string])[] {
  const docs = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  const page = docs.map((name) => readFileSync(join('docs', name), 'utf8')).join('\n');
  const fill = (piece: string): string => piece.repeat(Math.ceil((megabytes * 1e6) / piece.length));
  return [
    ['these docs', fill(page)],
    ['sections', fill('<!-- SECTION: a -->\nSome words.\n<!-- /SECTION: a -->\n\n')],
    ['bullets on one line', fill('* ')],
    ['blank lines in a deep list', `${'- '.repeat(99)}x\n${fill('\n')}`],
    ['link definitions without end', fill('[a]: /x "\n')],
  ];
}

export const benchmark = defineBenchmark({
  about: 'finding blocks, sections and tables beside the CommonMark parser and beside splitting into lines',
  prepare({ quick }) {
    const megabytes = quick ? 0.2 : 1;
    const roundMs = quick ? 200 : 1000;
    const reads =
      (name: string, read: (text: string) => unknown) =>
      (text: string): Contender => ({
        name,
        measure: async () => (await ratePerSecond(roundMs, () => read(text))) * (Buffer.byteLength(text) / 1e6),
      });
    const scan = reads('scanMarkdown', scanMarkdown);
    const lines = reads('splitLines', splitLines);
    const commonmark = reads('commonmark', (text) => new Parser().parse(text));
    const [prose, ...others] = texts(megabytes);
    if (prose === undefined) return { cases: [] };
    const [, page] = prose;
    return {
      cases: [
        {
          title: 'blocks of these docs',
          unit: 'MB/s',
          ours: scan(page),
          peers: [commonmark(page)],
          floor: lines(page),
        },
        {
          title: 'sections of these docs',
          unit: 'MB/s',
          ours: reads('listSections', listSections)(page),
          floor: lines(page),
        },
        {
          title: 'tables of these docs',
          unit: 'MB/s',
          ours: reads('findTables', findTables)(page),
          floor: lines(page),
        },
        ...others.map(([title, text]): Case => ({ title, unit: 'MB/s', ours: scan(text), floor: lines(text) })),
      ],
    };
  },
});
