/**
 * What the public tool calls a violation, so that a pipeline that changes one word gets the same answer. Its checks are
 * coarser than Baton's own: they decide the exit code of `baton aahp lint` and nothing else.
 */

/** Looked for in Markdown files, whatever the case. */
const INJECTIONS: readonly RegExp[] = [
  /ignore all previous/i,
  /ignore prior/i,
  /disregard.*instructions/i,
  /you are now/i,
  /new system prompt/i,
  /override.*safety/i,
  /act as.*unrestricted/i,
  /jailbreak/i,
  /ADMIN_OVERRIDE/i,
  /sudo mode/i,
];

/** Looked for in every file of the folder but `.aiignore`. */
const SECRETS: readonly RegExp[] = [
  /sk-[a-zA-Z0-9]{16,}/,
  /gh[po]_[a-zA-Z0-9]{16,}/,
  /glpat-/,
  /xox[bp]-/,
  /AKIA[A-Z0-9]{16,}/,
  /Bearer [a-zA-Z0-9]/,
  /-----BEGIN.*PRIVATE KEY/,
  /_(?:KEY|SECRET|TOKEN|PASSWORD)=['"]?\?[a-zA-Z0-9]/,
];

const MAIL = /[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\.[a-zA-Z]{2,}/g;
const NO_MAIL = /example\.com|placeholder|\*@\*|noreply/i;

export interface PublicLintInput {
  /** Every text of the folder, the manifest included, by name. */
  readonly texts: ReadonlyMap<string, string>;
  readonly manifestText: string | undefined;
  readonly hasLock: boolean;
  /** Addresses that a reviewed list allows. */
  readonly allowedMails: ReadonlySet<string>;
}

const REQUIRED = ['aahp_version', 'project', 'last_session', 'files', 'quick_context'];

/** One sentence per violation. */
export function findPublicViolations({ texts, manifestText, hasLock, allowedMails }: PublicLintInput): string[] {
  const markdown = [...texts].filter(([name]) => name.endsWith('.md'));
  const others = [...texts].filter(([name]) => name !== '.aiignore');
  return [
    ...markdown.flatMap(([name, text]) => findLines(name, text, INJECTIONS, 'injection pattern')),
    ...others.flatMap(([name, text]) => findLines(name, text, SECRETS, 'possible secret')),
    ...markdown.flatMap(([name, text]) => findMails(name, text, allowedMails)),
    ...checkManifest(manifestText),
    ...(hasLock ? ['HANDOFF.lock exists! Previous session may not have completed cleanly.'] : []),
  ];
}

/** The tools match line by line. */
function findLines(name: string, text: string, patterns: readonly RegExp[], what: string): string[] {
  const lines = text.split('\n');
  return patterns.flatMap((pattern) => {
    const at = lines.findIndex((line) => pattern.test(line));
    return at === -1 ? [] : [`${what} in ${name}:${at + 1}`];
  });
}

function findMails(name: string, text: string, allowed: ReadonlySet<string>): string[] {
  return text.split('\n').flatMap((line, index) => {
    const found = (line.match(MAIL) ?? []).filter((mail) => !NO_MAIL.test(mail) && !allowed.has(mail.toLowerCase()));
    return found.length === 0 ? [] : [`possible e-mail address in ${name}:${index + 1}`];
  });
}

function checkManifest(text: string | undefined): string[] {
  if (text === undefined) return [];
  const value = findJson(text);
  if (value === undefined) return ['MANIFEST.json is not valid JSON'];
  const isObject = typeof value === 'object' && value !== null;
  return REQUIRED.filter((field) => !isObject || !(field in value)).map(
    (field) => `MANIFEST.json lacks the field ${field}`,
  );
}

function findJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch {
    return undefined;
  }
}
