import type { Finding } from '../../../kernel/finding.ts';
import type { Handoff } from '../folder/read-handoff.ts';
import { fault } from './fault.ts';

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
          `bring it back with baton restore ${name}, or run baton manifest`,
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
