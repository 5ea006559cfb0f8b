import { given } from '../../kernel/given.ts';
import { fingerprintOf, type SignedHead } from '../../kernel/audit/index.ts';
import type { AuditProblem, AuditReport, Platform } from '../../kernel/ports/index.ts';
import { ANCHORED, anchorLossId, findUnanchoredTakeovers, placeOf } from './anchor.ts';
import { readAnchors, type Anchors } from './git-anchors.ts';

export type VerifyPlatform = Pick<Platform, 'audit' | 'facts' | 'project'>;

/** A problem that a person can accept has a name under which the log records that. */
export interface AuditFinding extends AuditProblem {
  readonly id?: string;
}

export interface VerifyOptions {
  /** The fingerprint the reader got from the log's owner: the log must have gone on under keys that this one let in. */
  readonly key?: string;
  /** Heads that somebody else kept. */
  readonly witnessed?: readonly SignedHead[];
}

export interface AuditVerdict extends Omit<AuditReport, 'problems'> {
  readonly problems: readonly AuditFinding[];
}

/** Goes through the whole log and compares it with its signed head, its anchors and what this installation remembers. */
export async function verifyAudit(platform: VerifyPlatform, options: VerifyOptions = {}): Promise<AuditVerdict> {
  const head = await platform.audit.head();
  const anchors = await readAnchors(await platform.project.findRepo(), head?.log);
  const report = await platform.audit.verify([...anchors.own, ...(options.witnessed ?? [])]);
  const accepted = listAccepted(report);
  const place = placeOf(platform);
  const found: AuditFinding[] = [
    ...report.problems.filter(({ about }) => about !== 'anchor').map(nameProblem),
    ...toAnchorFindings(report),
    ...findLostAnchors(report, anchors),
    ...findOtherLogs(report, anchors, place),
    ...findRecoveries(report),
    ...findTakeovers(report, anchors),
    ...(options.key === undefined ? [] : findOtherKey(report, options.key)),
  ];
  // What was accepted about memory or a tail is over: if it is found again, it happened again.
  const problems = found.filter(({ id, about }) => id === undefined || about !== undefined || !accepted.has(id));
  const notes = found.flatMap(({ id, reason }) =>
    id !== undefined && accepted.has(id) && !problems.some((problem) => problem.id === id)
      ? [`${reason}; accepted by ${accepted.get(id) ?? ''}`]
      : [],
  );
  notes.push(...listGivenUp(report));
  const elsewhere = anchors.others.filter((other) => other.place !== place).length;
  if (elsewhere > 0) notes.push(`the repository also has anchors of ${elsewhere} audit logs kept elsewhere`);
  const brokenAt = problems.find(({ entry }) => entry !== undefined)?.entry;
  return { ...report, ok: problems.length === 0, brokenAt, problems, notes: [...report.notes, ...notes] };
}

/** What a person has looked into, by its name, with that person. */
function listAccepted({ events }: AuditReport): ReadonlyMap<string, string> {
  const accepted = events.filter(({ kind }) => kind === 'log.accepted');
  return new Map(
    accepted.flatMap(({ body }) => {
      const ids = Array.isArray(body['problems']) ? body['problems'] : [];
      return ids.map((id): [string, string] => [String(id), `${String(body['by'])}: ${String(body['reason'])}`]);
    }),
  );
}

const finding = (reason: string, file: string, id?: string, entry?: number): AuditFinding => ({
  entry,
  file,
  line: undefined,
  reason,
  ...given({ id }),
});

/** A log that is not the one this machine remembers may have been put back on purpose: a person can accept that. */
function nameProblem(problem: AuditProblem): AuditFinding {
  if (problem.about === 'memory') return { ...problem, id: `older:${problem.remembered ?? 0}` };
  // The entry that sets it aside gets its number.
  if (problem.about === 'tail') return { ...problem, id: recoveredId(problem.entry ?? 0) };
  return problem;
}

const recoveredId = (seq: number): string => `recovered:${seq}`;

/** Said for ever: what was given up is not in this log. */
const listGivenUp = ({ events }: AuditReport): string[] =>
  events.flatMap(({ kind, seq, body: { given_up, kept, by, reason } }) =>
    kind === 'log.accepted' && typeof given_up === 'number'
      ? [
          `at entry ${seq} an earlier log of ${given_up} entries was given up and one of ${String(kept)} went on: ${String(by)}, ${JSON.stringify(reason)}`,
        ]
      : [],
  );

/** Heads kept elsewhere that the log contradicts: each has to be accepted by itself. */
const toAnchorFindings = ({ contradicted }: AuditReport): AuditFinding[] =>
  contradicted.map(({ anchor, reason, entry }) =>
    finding(reason, 'anchor', `anchor:${anchor.signature.slice(0, ID_DIGITS)}`, entry),
  );

const ID_DIGITS = 16;

const findLostAnchors = ({ events }: AuditReport, { refs, problems }: Anchors): AuditFinding[] => [
  ...problems.map((reason) => finding(reason, 'git')),
  ...[...new Set(events.filter(({ kind }) => kind === ANCHORED).map(({ body }) => String(body['ref'])))]
    .filter((ref) => !refs.includes(ref))
    .map((ref) => {
      const reason = `the log was anchored under ${ref}, which is not in this repository`;
      return finding(reason, 'git', anchorLossId(events, ref));
    }),
];

/** A log that was kept in this very place, and is not the one that is there now. */
function findOtherLogs({ replaced }: AuditReport, { others }: Anchors, place: string): AuditFinding[] {
  const heads = [...others.filter((other) => other.place === place).map(({ head }) => head), ...replaced];
  return [...new Set(heads.map(({ log }) => log))].map((log) => {
    const entries = Math.max(...heads.filter((head) => head.log === log).map((head) => head.entries));
    const id = `other-log:${log.slice(0, ID_DIGITS)}`;
    return { ...finding(`another log of ${entries} entries was kept here`, 'log', id), remembered: entries };
  });
}

const findRecoveries = ({ events }: AuditReport): AuditFinding[] =>
  events.flatMap(({ kind, seq, body }) => {
    if (kind !== 'log.recovered') return [];
    const reason = `before it ${String(body['entries'])} entries without a signature were set aside in ${String(body['kept_at'])}`;
    return [finding(reason, 'log', recoveredId(seq), seq)];
  });

const findTakeovers = (report: AuditReport, { own }: Anchors): AuditFinding[] =>
  findUnanchoredTakeovers(report, own).map(({ seq }) =>
    finding('another key took over the log, and no anchor records it', 'log', undefined, seq),
  );

function findOtherKey({ keys, takeovers, entries }: AuditReport, fingerprint: string): AuditFinding[] {
  if (entries === 0) return [finding('there is no entry that the key you trust could have signed', 'keys')];
  // From a takeover on the keys before it vouch for nothing.
  const root = takeovers.at(-1)?.key ?? keys[0] ?? '';
  if (fingerprintOf(root) === fingerprint.toLowerCase()) return [];
  return [finding(`its entries are vouched for by the key ${fingerprintOf(root)}, not by the one you trust`, 'keys')];
}
