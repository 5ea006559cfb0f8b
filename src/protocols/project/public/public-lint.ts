/**
 * The six checks of the public tool's lint, so that a pipeline that changes one word gets the same answer. They are
 * coarser than Baton's own, and decide the exit code of `baton aahp lint` and nothing else.
 */

import { findMails, parsePiiAllowList, type AllowedMail } from './pii-allow-list.ts';
import {
  listGone,
  listMismatched,
  makeReport,
  note,
  ok,
  readPublicManifest,
  violation,
  type PublicCheck,
  type PublicManifest,
  type PublicRemark,
  type PublicReport,
} from './public-manifest.ts';

interface PublicLintInput {
  /** Every text below the folder, the manifest included, by path. */
  readonly texts: ReadonlyMap<string, string>;
  readonly manifestText: string | undefined;
  /** Of the files in the folder, by name. */
  readonly checksums: ReadonlyMap<string, string>;
  readonly allowList: string | undefined;
  readonly hasLock: boolean;
  /** Branches on which a lock was committed; undefined outside git. */
  readonly lockedBranches: readonly string[] | undefined;
  /** Such as 2026-01-31. */
  readonly today: string;
}

/** Checks a handoff folder that is about to be published. */
export function publicLint(input: PublicLintInput): PublicReport {
  const markdown = new Map([...input.texts].filter(([path]) => path.endsWith('.md') && !path.includes('/')));
  // As the tool does: everything whose path holds the name of the list of patterns is left out.
  const scanned = new Map([...input.texts].filter(([path]) => !path.includes('aiignore')));
  const manifest = readPublicManifest(input.manifestText);
  return makeReport([
    checkInjections(markdown),
    checkSecrets(scanned),
    checkMails(markdown, input, manifest),
    checkManifest(manifest, input.checksums),
    {
      title: 'Stale HANDOFF.lock',
      remarks: [
        input.hasLock
          ? violation('HANDOFF.lock exists: a session is open, or was left without a handoff.')
          : ok('No stale lock.'),
      ],
    },
    { title: 'Parallel sessions', remarks: [describeBranches(input.lockedBranches)] },
  ]);
}

function checkInjections(texts: ReadonlyMap<string, string>): PublicCheck {
  const found = INJECTIONS.flatMap((pattern) => {
    const places = findPlaces(texts, pattern);
    return places.length === 0 ? [] : [violation(`Injection pattern '${pattern.name}' found in: ${places.join(', ')}`)];
  });
  return {
    title: 'Prompt injection patterns',
    remarks: found.length === 0 ? [ok('No injection patterns found.')] : found,
  };
}

function checkSecrets(texts: ReadonlyMap<string, string>): PublicCheck {
  const describe = (pattern: LinePattern): string[] => {
    const places = findPlaces(texts, pattern);
    return places.length === 0 ? [] : [`Possible secret pattern '${pattern.name}' found in: ${places.join(', ')}`];
  };
  const found = SECRETS.flatMap(describe).map(violation);
  return {
    title: 'Secrets and keys',
    remarks: [...(found.length === 0 ? [ok('No secrets detected.')] : found), ...describe(PRIVATE_KEY).map(note)],
  };
}

/** The first line in each file, which is enough to look there. */
const findPlaces = (texts: ReadonlyMap<string, string>, pattern: LinePattern): string[] =>
  [...texts].flatMap(([path, text]) => {
    const at = text.split('\n').findIndex((line) => pattern.matches(line));
    return at === -1 ? [] : [`${path}:${at + 1}`];
  });

function checkMails(
  texts: ReadonlyMap<string, string>,
  { allowList, checksums, today }: PublicLintInput,
  manifest: PublicManifest,
): PublicCheck {
  const list = allowList === undefined ? undefined : parsePiiAllowList(allowList, today);
  const remarks: PublicRemark[] =
    list === undefined
      ? [ok('No PII allowlist configured.')]
      : [
          list.kind === 'valid' ? ok('Valid PII allowlist.') : violation(`pii-allowlist.json: ${list.why}`),
          ...checkListed(manifest, checksums.get('pii-allowlist.json')),
        ];
  const entries = new Map((list?.kind === 'valid' ? list.entries : []).map((entry) => [entry.value, entry]));
  const found = [...texts].flatMap(([path, text]) => findOutsiders(path, text));
  const unapproved = found.filter(({ mail }) => !entries.has(mail));
  return {
    title: 'Personal data',
    remarks: [
      ...remarks,
      ...found.flatMap(({ mail }) => describeAllowed(entries.get(mail))),
      unapproved.length === 0
        ? ok('No unapproved PII detected.')
        : violation(
            `Possible email addresses found: ${unapproved.map(({ place, mail }) => `${place} ${mail}`).join(', ')}`,
          ),
    ],
  };
}

const describeAllowed = (entry: AllowedMail | undefined): PublicRemark[] =>
  entry === undefined
    ? []
    : [ok(`Allowed PII email '${entry.value}' by pii-allowlist.json (owner: ${entry.owner}, until ${entry.expires}).`)];

/** A list that the manifest does not vouch for could have been widened by anybody. */
function checkListed(manifest: PublicManifest, checksum: string | undefined): PublicRemark[] {
  if (manifest.kind === 'missing') return [];
  const listed = manifest.kind === 'read' ? manifest.checksums.get('pii-allowlist.json') : undefined;
  if (listed === undefined) return [violation('pii-allowlist.json is not indexed by MANIFEST.json.')];
  return listed === checksum ? [] : [violation('pii-allowlist.json checksum does not match MANIFEST.json.')];
}

const findOutsiders = (path: string, text: string): { place: string; mail: string }[] =>
  text.split('\n').flatMap((line, index) =>
    findMails(line)
      .filter((mail) => !isTemplate(mail))
      .map((mail) => ({ place: `${path}:${index + 1}`, mail })),
  );

const isTemplate = (mail: string): boolean =>
  mail.includes('.noreply.') ||
  /^no-?reply@/.test(mail) ||
  mail.includes('example.com') ||
  mail.includes('placeholder');

function checkManifest(manifest: PublicManifest, checksums: ReadonlyMap<string, string>): PublicCheck {
  const title = 'MANIFEST.json';
  if (manifest.kind === 'missing')
    return { title, remarks: [note('MANIFEST.json not found: a project of version 1?')] };
  if (manifest.kind === 'broken') return { title, remarks: [violation('Invalid JSON.')] };
  return {
    title,
    remarks: [
      ok('Valid JSON.'),
      ...manifest.absent.map((name) => violation(`Missing required field: ${name}`)),
      // Lint shows them; of these, files that changed block verify.
      ...listMismatched(manifest, checksums).map((name) => note(`Checksum mismatch: ${name}`)),
      ...listGone(manifest, checksums).map((name) => note(`Missing indexed file: ${name}`)),
    ],
  };
}

function describeBranches(branches: readonly string[] | undefined): PublicRemark {
  if (branches === undefined) return note('Not a git repository: other branches were not looked at.');
  return branches.length === 0
    ? ok('No active sessions detected on any branch.')
    : note(`HANDOFF.lock was committed on: ${branches.join(', ')}`);
}

/** The patterns of the public tool. Each is matched against one line, in time linear in its length. */
interface LinePattern {
  /** As the tool prints it. */
  readonly name: string;
  matches(line: string): boolean;
}

/** Words in this order anywhere in the line, whatever their case. */
function words(...parts: readonly string[]): LinePattern {
  const wanted = parts.map((part) => part.toLowerCase());
  return {
    name: parts.join('.*'),
    matches(line) {
      let from = 0;
      const text = line.toLowerCase();
      return wanted.every((part) => {
        const at = text.indexOf(part, from);
        from = at + part.length;
        return at !== -1;
      });
    },
  };
}

const INJECTIONS: readonly LinePattern[] = [
  words('ignore all previous'),
  words('ignore prior'),
  words('disregard', 'instructions'),
  words('you are now'),
  words('new system prompt'),
  words('override', 'safety'),
  words('act as', 'unrestricted'),
  words('jailbreak'),
  words('ADMIN_OVERRIDE'),
  words('sudo mode'),
];

const shape = (name: string, expression: RegExp): LinePattern => ({ name, matches: (line) => expression.test(line) });

const SECRETS: readonly LinePattern[] = [
  shape('sk-', /sk-[a-zA-Z0-9]{16}/),
  shape('ghp_', /ghp_[a-zA-Z0-9]{16}/),
  shape('gho_', /gho_[a-zA-Z0-9]{16}/),
  shape('glpat-', /glpat-/),
  shape('xoxb-', /xoxb-/),
  shape('xoxp-', /xoxp-/),
  shape('AKIA', /AKIA[A-Z0-9]{16}/),
  shape('Bearer', /Bearer [a-zA-Z0-9]/),
  // The tool means an optional quote, but its kind of expression takes the question mark literally.
  ...['KEY', 'SECRET', 'TOKEN', 'PASSWORD'].map((word) =>
    shape(`_${word}=`, new RegExp(`_${word}=['"]\\?[a-zA-Z0-9]`)),
  ),
];

/** The tool looks for it too, but passes it to grep as an option, so it never finds one. Shown, and not counted. */
const PRIVATE_KEY: LinePattern = (() => {
  const { matches } = words('-----BEGIN', 'PRIVATE KEY');
  return { name: '-----BEGIN.*PRIVATE KEY', matches };
})();
