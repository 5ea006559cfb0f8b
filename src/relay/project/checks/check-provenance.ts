import type { Finding } from '../../../kernel/finding.ts';
import { splitLog } from '../../../kernel/markdown/index.ts';
import { findProvenance, findProvenanceFault } from '../../../protocols/project/index.ts';
import { fault } from './fault.ts';

/** Entries from before the first Baton session have no block: one remark for all of them. */
export function checkProvenance(log: string): Finding[] {
  const entries = splitLog(log).entries.map((entry) => ({ ...entry, why: findProvenanceFault(entry.text) }));
  const firstOwn = entries.findLastIndex(({ text }) => findProvenance(text) !== undefined);
  const older = entries.slice(firstOwn + 1).filter(({ why }) => why !== undefined);
  const newer = entries.slice(0, firstOwn + 1);
  const [first] = older;
  const remark =
    first === undefined
      ? []
      : [
          fault(
            'provenance',
            'structure',
            'note',
            'LOG.md',
            first.line,
            `${older.length} ${older.length === 1 ? 'entry' : 'entries'} from before the first Baton session: who wrote them is not recorded`,
            'nothing has to be done',
          ),
        ];
  return [
    ...remark,
    ...newer.flatMap(({ title, line, why }) =>
      why === undefined
        ? []
        : [
            fault(
              'provenance',
              'structure',
              'warning',
              'LOG.md',
              line,
              `the entry "${title.slice(0, 80)}" ${why}`,
              'write entries with baton log',
            ),
          ],
    ),
  ];
}
