import { BatonError } from '../../../kernel/errors/index.ts';
import type { Finding } from '../../../kernel/finding.ts';
import { splitLog } from '../../../kernel/markdown/index.ts';
import { shellWord } from '../../../kernel/text.ts';
import { findCorruption, HANDOFF_FOLDER } from '../../../protocols/project/index.ts';
import { findProvenance, findProvenanceFault } from '../../../protocols/project/log/index.ts';
import type { Handoff } from '../folder/read-handoff.ts';

/** A finding about a file of the handoff folder, at the beginning of a line. */
export function fault(
  rule: string,
  kind: Finding['kind'],
  severity: Finding['severity'],
  name: string,
  line: number,
  message: string,
  hint: string,
): Finding {
  return {
    rule,
    kind,
    severity,
    file: `${HANDOFF_FOLDER}/${name}`,
    line,
    column: 1,
    endLine: line,
    endColumn: 1,
    excerpt: '',
    message,
    hint,
  };
}

/** Refuses to build on a file that is damaged; an empty one can be filled. */
export function assertHandoffText(name: string, text: string): void {
  const corruption = findCorruption(name, text, undefined);
  if (corruption === undefined || corruption.kind === 'empty') return;
  throw new BatonError('HANDOFF_FILE_CORRUPT', corruption.message, {
    file: name,
    line: corruption.line,
    kind: corruption.kind,
  });
}

/** Files that are not what the manifest says. While a session is open that is no fault, unless all of it is to be reported. */
export function checkIntegrity(
  handoff: Pick<Handoff, 'manifest' | 'lockText'> & { files: ReadonlyMap<string, { checksum: string }> },
  severity: Finding['severity'],
  inSession: 'ignored' | 'reported' = 'ignored',
): Finding[] {
  const isOpen = handoff.lockText !== undefined;
  if (handoff.manifest === undefined || (isOpen && inSession === 'ignored')) return [];
  const [why, repair] = isOpen
    ? ['the open session has not recorded it yet', 'end the session with baton close']
    : ['it was changed outside the protocol', 'look at the change with baton diff, then run baton manifest'];
  const listed = Object.entries(handoff.manifest.files);
  const changed = listed.flatMap(([name, { checksum }]) => {
    const file = handoff.files.get(name);
    if (file === undefined)
      return [
        fault(
          'file-missing',
          'integrity',
          severity,
          name,
          1,
          `${name} is in the manifest but not in the folder`,
          `bring it back with baton restore ${shellWord(name)}, or run baton manifest`,
        ),
      ];
    if (file.checksum === checksum) return [];
    return [fault('checksum', 'integrity', severity, name, 1, `${name} is not what the manifest says: ${why}`, repair)];
  });
  const extra = [...handoff.files.keys()].filter((name) => handoff.manifest?.files[name] === undefined);
  return [
    ...changed,
    ...extra.map((name) =>
      fault('file-not-listed', 'integrity', 'warning', name, 1, `${name} is not in the manifest`, 'run baton manifest'),
    ),
  ];
}

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
