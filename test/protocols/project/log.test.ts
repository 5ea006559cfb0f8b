import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { splitLog } from '../../../src/kernel/markdown/index.ts';
import {
  addEntry,
  EMPTY_LOG,
  findArchiveDamage,
  findProvenance,
  findProvenanceFault,
  isOldestFirst,
  planRotation,
  readLastEntries,
  renderProvenance,
} from '../../../src/protocols/project/log/index.ts';
import { mergeHandoffFile } from '../../../src/protocols/project/merge/index.ts';
import { summarise } from '../../../src/protocols/project/manifest/index.ts';
import { verifies } from '../../support/verifies.ts';

const PROVENANCE = {
  agent: 'claude-sonnet-4.5',
  sessionId: 'sess_abc123',
  timestamp: '2026-02-26T14:30:00Z',
  commitBefore: 'abc1234',
  commitAfter: 'def5678',
};
const entry = (index: number, body = 'Body.'): string =>
  `## [2026-02-${String(28 - index).padStart(2, '0')}] ada: entry ${index}\n\n${body}\n\n`;
const log = (count: number): string => `# LOG\n\n${Array.from({ length: count }, (_, index) => entry(index)).join('')}`;
const NONE = { archive: undefined, index: undefined };

describe('the log', () => {
  verifies('PRJ-041', 'a provenance block has exactly the seed’s form, and its faults are named', () => {
    expect(renderProvenance(PROVENANCE)).toBe(
      '> **Agent:** claude-sonnet-4.5\n> **Session ID:** sess_abc123  \n> **Timestamp:** 2026-02-26T14:30:00Z\n> **Commit before:** abc1234\n> **Commit after:** def5678\n',
    );
    const text = addEntry(EMPTY_LOG, { title: 'Did it', body: 'It works.\n\n## Not an entry', provenance: PROVENANCE });
    expect(splitLog(text).entries).toHaveLength(1);
    expect(text).toContain('## [2026-02-26] claude-sonnet-4.5: Did it\n\n> **Agent:**');
    expect(text).toContain('### Not an entry');
    expect(findProvenance(text)?.provenance).toEqual(PROVENANCE);
    expect(findProvenanceFault('no block')).toBe('has no provenance block');
    expect(findProvenanceFault('> **Agent:** x\n')).toBe(
      'has a provenance block without Session ID, Timestamp, Commit before, Commit after',
    );
    expect(findProvenanceFault(renderProvenance({ ...PROVENANCE, timestamp: 'noon' }))).toContain('not ISO 8601: noon');
    expect(findProvenanceFault(renderProvenance({ ...PROVENANCE, agent: '' }))).toContain('nothing after Agent');
    expect(() => addEntry(log(2), { title: 'x', body: '```', provenance: PROVENANCE })).toThrow('swallow');
  });

  verifies(
    'PRJ-030',
    'ten entries stay, older ones move byte for byte and in order, and doing it again does nothing',
    () => {
      fc.assert(
        fc.property(
          fc.integer({ min: 0, max: 25 }),
          fc.integer({ min: 0, max: 5 }),
          fc.boolean(),
          (count, archived, crlf) => {
            const [text, old] = [
              log(count),
              archived === 0
                ? undefined
                : `# Archive\n\n${Array.from({ length: archived }, (_, index) => entry(index, `Old ${index}`)).join('')}`,
            ].map((each) => (crlf ? each?.replaceAll('\n', '\r\n') : each));
            const rotated = planRotation(text ?? '', { archive: old, index: undefined });
            if (count <= 10) {
              expect(rotated).toBeUndefined();
              return;
            }
            const before = [...splitLog(text ?? '').entries, ...splitLog(old ?? '').entries].map((each) => each.text);
            const after = [...splitLog(rotated?.log ?? '').entries, ...splitLog(rotated?.archive ?? '').entries].map(
              (each) => each.text,
            );
            expect(after).toEqual(before);
            expect(splitLog(rotated?.log ?? '').entries).toHaveLength(10);
            expect(
              planRotation(rotated?.log ?? '', { archive: rotated?.archive, index: rotated?.index }),
            ).toBeUndefined();
          },
        ),
      );
    },
  );

  verifies(['PRJ-024', 'PRJ-030'], 'a log kept oldest first is read by its dates, and its newest entries stay', () => {
    const up = `# LOG\n\n${Array.from({ length: 13 }, (_, index) => entry(12 - index)).join('')}`.trimEnd();
    const titles = (text: string): string[] => splitLog(text).entries.map(({ title }) => title.slice(18));
    expect(readLastEntries(up, 3).map(({ title }) => title.slice(18))).toEqual(['entry 0', 'entry 1', 'entry 2']);
    for (const text of [up, addEntry(up, { title: 'on top', body: '', provenance: { ...PROVENANCE, agent: 'ada' } })]) {
      const rotated = planRotation(text, NONE);
      expect(titles(rotated?.log ?? '').slice(0, 2)).toEqual(['entry 0', 'entry 1']);
      expect(titles(rotated?.archive ?? '').slice(-3)).toEqual(['entry 10', 'entry 11', 'entry 12']);
      const after = [rotated?.log, rotated?.archive].flatMap((each) => splitLog(each ?? '').entries);
      for (const each of splitLog(text).entries)
        expect(after.filter((moved) => moved.text.trimEnd() === each.text.trimEnd())).toHaveLength(1);
      expect(planRotation(rotated?.log ?? '', { archive: rotated?.archive, index: rotated?.index })).toBeUndefined();
    }
    expect(summarise('LOG.md', up)).toBe('Last entry: ada: entry 0');
    expect(isOldestFirst(splitLog(log(13)).entries)).toBe(false);
  });

  verifies('PRJ-030', 'a loss or an edit in the archive is found by the hashes', () => {
    const rotated = planRotation(log(13), NONE);
    if (rotated === undefined) throw new Error('three entries must move');
    expect(findArchiveDamage(rotated.archive, rotated.index)).toEqual([]);
    expect(findArchiveDamage(rotated.archive.replaceAll('\n', '\r\n'), rotated.index)).toEqual([]);
    expect(
      findArchiveDamage(rotated.archive.replace('entry 11', 'entry 99'), rotated.index).map(({ title }) => title),
    ).toEqual(['## [2026-02-17] ada: entry 11']);
    expect(findArchiveDamage(undefined, rotated.index)).toHaveLength(3);
    const again = planRotation(log(12), { archive: '# Archive\n', index: rotated.index });
    expect(findArchiveDamage(again?.archive, again?.index).map(({ title }) => title)).toContain(
      '## [2026-02-16] ada: entry 12',
    );
  });

  verifies('PRJ-110', 'merging two logs keeps every entry of both, by time, whatever they are', () => {
    const time = fc.integer({ min: 0, max: 50 });
    const toText = (list: readonly number[], side: string): string =>
      `# LOG\n\n${[...list]
        .sort((a, b) => b - a)
        .map(
          (minute) =>
            `## [2026-02-26] ${side}: ${minute}\n\n${renderProvenance({ ...PROVENANCE, timestamp: `2026-02-26T14:${String(minute).padStart(2, '0')}:00Z`, sessionId: side })}\n`,
        )
        .join('')}`;
    fc.assert(
      fc.property(fc.uniqueArray(time), fc.uniqueArray(time), (mine, yours) => {
        const [ours, theirs] = [toText(mine, 'ours'), toText(yours, 'theirs')];
        const merged = splitLog(mergeHandoffFile('LOG.md', { base: '# LOG\n\n', ours, theirs })).entries;
        expect(merged.map(({ title }) => title).sort()).toEqual(
          [...splitLog(ours).entries, ...splitLog(theirs).entries].map(({ title }) => title).sort(),
        );
        const minutes = merged.map(({ title }) => Number(/: (\d+)$/.exec(title)?.[1]));
        expect(minutes).toEqual([...minutes].sort((a, b) => b - a));
      }),
    );
  });
});
