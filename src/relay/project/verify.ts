import { BatonError } from '../../kernel/errors/index.ts';
import { isAtLeast, type Finding } from '../../kernel/finding.ts';
import { fileChecksum } from '../../kernel/hash.ts';
import type { GitRepo, Platform } from '../../kernel/ports/index.ts';
import { findUtf8, shellWord } from '../../kernel/text.ts';
import { AIIGNORE_FILE, isIndexed, LOCK_FILE, MANIFEST_FILE, type Manifest } from '../../protocols/project/index.ts';
import { findManifest } from '../../protocols/project/manifest/index.ts';
import { hasExpired, parseClaims, TRUST_FILE } from '../../protocols/project/trust/index.ts';
import { checkHandoff } from './checks/check-handoff.ts';
import { checkIntegrity, fault } from './checks/content-faults.ts';
import { scanFiles, type AllowTally } from './checks/scan-files.ts';
import { collectExtras, isExtra, gatherExtras } from './folder/folder-files.ts';
import { folderIn } from './git/read-git.ts';
import { describeUnstaged, findCommitPointer, findDrift, type BaseHints } from './checks/drift.ts';
import { getHandoff, listBroken, readTexts, type Handoff } from './folder/read-handoff.ts';
import { readLockState } from './folder/session.ts';
import { readTrustClock } from './folder/examine.ts';

export const VERIFY_LEVELS = ['precommit', 'prepush', 'ci'] as const;
/** How thorough `verify` is. */
export type VerifyLevel = (typeof VERIFY_LEVELS)[number];

/** One check of `verify` and what it found. */
export interface VerifyCheck {
  readonly name: 'content' | 'integrity' | 'drift' | 'commit-pointer' | 'trust';
  readonly state: 'ok' | 'warning' | 'failed' | 'skipped';
  readonly note: string;
  readonly findings: readonly Finding[];
}

/** Whether the handoff folder can be relied on. */
export interface VerifyResult {
  readonly level: VerifyLevel;
  readonly ok: boolean;
  readonly checks: readonly VerifyCheck[];
  /** How often an allow list or a comment of the repository kept a finding out. */
  readonly allowed: number;
}

/** What is about to be committed or pushed, judged as it stands in the index. */
interface Judged {
  readonly content: Parameters<typeof checkHandoff>[1];
  readonly manifest: Manifest | undefined;
  readonly files: ReadonlyMap<string, { readonly checksum: string }>;
  readonly lockIsIn: boolean;
}

/** The gate before a commit, before a push and in CI. Never changes a file. */
export async function verify(
  platform: Pick<Platform, 'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'scanner'>,
  level: VerifyLevel,
  hints: BaseHints = {},
): Promise<VerifyResult> {
  const handoff = await getHandoff(platform);
  const repo = await platform.project.findRepo();
  const usable = repo?.top === undefined ? undefined : repo;
  const judged =
    (usable === undefined ? undefined : await findInIndex(usable, folderIn(usable, handoff.folder), handoff)) ??
    (await fromDisk(platform, handoff));
  const isOpen = level === 'precommit' && (await readLockState(platform, handoff)).kind === 'held';
  const tally = { allowed: 0 };
  const content = await checkContent(platform, judged, tally);
  const checks = [
    toCheck('content', content, `schema, guard and .aiignore${describeAllowed(tally)}`),
    isOpen
      ? skip('integrity', 'a session is open: its manifest follows when it closes')
      : toCheck(
          'integrity',
          checkIntegrity({ ...judged, lockText: handoff.lockText }, 'error', 'reported'),
          `files are those of the manifest${await describeUnstaged(usable, handoff)}`,
        ),
    isOpen
      ? skip('drift', 'a session is open: its handoff follows when it closes')
      : await checkDrift(usable, handoff, level, hints),
    ...(level === 'precommit' ? [] : [await checkPointer(usable, judged.manifest), await checkTrust(platform, judged)]),
  ];
  return { level, ok: checks.every(({ state }) => state !== 'failed'), checks, allowed: tally.allowed };
}

const describeAllowed = ({ allowed }: AllowTally): string =>
  allowed === 0 ? '' : `; ${allowed} finding${allowed === 1 ? '' : 's'} allowed by the repository`;

function toCheck(name: VerifyCheck['name'], findings: readonly Finding[], note: string): VerifyCheck {
  const state = findings.some(({ severity }) => severity === 'error')
    ? 'failed'
    : findings.some(({ severity }) => isAtLeast(severity, 'warning'))
      ? 'warning'
      : 'ok';
  return { name, state, note, findings };
}

const fromDisk = async (platform: Pick<Platform, 'files' | 'project'>, handoff: Handoff): Promise<Judged> => ({
  content: {
    texts: readTexts(handoff),
    broken: listBroken(handoff),
    manifestText: handoff.manifestText,
    aiignore: handoff.aiignore,
    extras: await gatherExtras(platform, handoff.folder),
  },
  manifest: handoff.manifest,
  files: handoff.files,
  lockIsIn: false,
});

const isListed = (name: string): boolean => isIndexed(name) && !isExtra(name);

/** Undefined where nothing of the folder is in the index yet: then the files on disk are all there is to judge. */
async function findInIndex(repo: GitRepo, path: string, handoff: Handoff): Promise<Judged | undefined> {
  const { stdout } = await repo.run(['ls-files', '-z', '--full-name', '--', `:(top,literal)${path}`]);
  const names = stdout
    .toString()
    .split('\0')
    .flatMap((full) => (full.startsWith(`${path}/`) ? [full.slice(path.length + 1)] : []));
  if (names.length === 0) return undefined;
  const contents = await repo.showAll(names.map((name) => ({ revision: ':', path: `${path}/${name}` })));
  const bytes = new Map(
    names.flatMap((name, index) => (contents[index] === undefined ? [] : [[name, contents[index]] as const])),
  );
  const decoded = new Map([...bytes].map(([name, content]) => [name, findUtf8(content)] as const));
  const texts = new Map(
    [...decoded].flatMap(([name, text]) => (text !== undefined && isListed(name) ? [[name, text] as const] : [])),
  );
  const manifestText = bytes.has(MANIFEST_FILE) ? (decoded.get(MANIFEST_FILE) ?? '') : undefined;
  return {
    content: {
      texts,
      broken: [...decoded].flatMap(([name, text]) => (text === undefined && isListed(name) ? [name] : [])),
      manifestText,
      // A list that is not in the index keeps things out all the same.
      aiignore: decoded.get(AIIGNORE_FILE) ?? handoff.aiignore,
      extras: await collectExtras(names.filter(isExtra), async (name) => bytes.get(name)),
    },
    manifest: findManifest(manifestText),
    files: new Map(
      [...bytes]
        .filter(([name]) => isListed(name))
        .map(([name, content]) => [name, { checksum: fileChecksum(content) }]),
    ),
    lockIsIn: names.includes(LOCK_FILE),
  };
}

async function checkContent(
  platform: Pick<Platform, 'clock' | 'project' | 'scanner'>,
  { content, lockIsIn }: Judged,
  tally: AllowTally,
): Promise<Finding[]> {
  const findings = await checkHandoff(platform, { ...content, isGate: true }, (files, all) =>
    scanFiles(platform, files, all, 'listed', tally),
  );
  if (!lockIsIn) return findings;
  return [
    ...findings,
    fault(
      'lock-staged',
      'integrity',
      'error',
      LOCK_FILE,
      1,
      `${LOCK_FILE} is about to be committed`,
      `take it out of the index: git rm --cached ${LOCK_FILE}`,
    ),
  ];
}

const skip = (name: VerifyCheck['name'], note: string): VerifyCheck => ({
  name,
  state: 'skipped',
  note,
  findings: [],
});

/** Code changed, so what the next agent reads about it must have changed too. */
async function checkDrift(
  repo: GitRepo | undefined,
  handoff: Handoff,
  level: VerifyLevel,
  hints: BaseHints,
): Promise<VerifyCheck> {
  const drift = await findDrift(repo, handoff, level, hints);
  if (drift.kind === 'skipped') return skip('drift', `skipped: ${drift.why}`);
  const { code, missing, base } = drift;
  const against = base === undefined ? '' : `, compared with ${base}`;
  if (code.length === 0 || missing.length === 0)
    return toCheck('drift', [], `code and handoff changed together${against}`);
  const shown = code.slice(0, 5).join(', ') + (code.length > 5 ? ` and ${code.length - 5} more` : '');
  return toCheck(
    'drift',
    [
      fault(
        'drift',
        'integrity',
        'error',
        missing[0] ?? MANIFEST_FILE,
        1,
        `code changed (${shown}) but ${missing.join(' and ')} did not`,
        'say what changed: baton handoff --done TEXT --status TEXT',
      ),
    ],
    `code changed without its handoff${against}`,
  );
}

/** The manifest should speak of a commit of this history; a squash or rebase leaves it behind, so it is only a remark. */
async function checkPointer(repo: GitRepo | undefined, manifest: Manifest | undefined): Promise<VerifyCheck> {
  const { kind, commit } = await findCommitPointer(repo, manifest?.last_session.commit);
  if (kind === 'unknown') return skip('commit-pointer', 'no commit to compare with');
  if (kind === 'in-history') return toCheck('commit-pointer', [], `${commit} is in this history`);
  return toCheck(
    'commit-pointer',
    [
      fault(
        'commit-pointer',
        'integrity',
        'warning',
        MANIFEST_FILE,
        1,
        `the manifest speaks of ${commit}, which is not in this history`,
        'close a session, or run baton manifest',
      ),
    ],
    'the history was rewritten since the last handoff',
  );
}

async function checkTrust(platform: Pick<Platform, 'clock' | 'project'>, { content }: Judged): Promise<VerifyCheck> {
  const claims = parseClaims(content.texts.get(TRUST_FILE) ?? '');
  const clock = await readTrustClock(platform, claims);
  const expired = claims.filter((claim) => hasExpired(claim, clock));
  return toCheck(
    'trust',
    expired.map(({ property, line, expires }) =>
      fault(
        'trust-expired',
        'integrity',
        'warning',
        TRUST_FILE,
        line,
        expires === '' ? `"${property}" has no date to expire by` : `"${property}" expired on ${expires}`,
        `verify it again: baton trust verify ${shellWord(property)}`,
      ),
    ),
    'no verified claim has expired',
  );
}

export function parseLevel(text: string): VerifyLevel {
  const level = VERIFY_LEVELS.find((name) => name === text);
  if (level !== undefined) return level;
  const known = VERIFY_LEVELS.join(', ');
  throw new BatonError('USAGE_INVALID', `--level must be one of ${known}, found ${text.slice(0, 40)}`);
}
