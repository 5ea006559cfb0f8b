import { renderProvenance } from '../../src/protocols/project/log/index.ts';

/** A project as agents leave it after months: the same files a team would have, written from lists of real remarks. */
export interface FixtureProject {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** A sentence that stands only in that file; debug must show the one of the log, every kind those of the core. */
  readonly planted: Readonly<Record<'STATUS.md' | 'NEXT_ACTIONS.md' | 'LOG.md', string>>;
}

const SERVICES = [
  'gateway',
  'auth',
  'billing',
  'catalog',
  'search',
  'mailer',
  'scheduler',
  'reports',
  'storage',
  'webhooks',
];
const DONE = [
  'moved the session check in front of the rate limiter, so that a flood of expired tokens no longer fills the bucket',
  'replaced the hand-made retry loop by the shared client, which backs off and gives up after five tries',
  'split the migration into two steps, because the first one locked the orders table for nine minutes on staging',
  'wrote down why prices are kept in cents: three reports rounded differently and finance noticed',
  'removed the cache in front of the permission check; it was right in 99.9 % of all cases and wrong where it mattered',
  'made the importer skip rows without a supplier and list them at the end, instead of stopping at the first one',
  'pinned the image library after version 4.2 turned every transparent background black',
  'raised the timeout of the nightly export to 40 minutes and added a line to the runbook',
];
const FOUND = [
  'The test suite takes 6 min 40 s, two thirds of it in the browser tests.',
  'Staging still runs the old certificate; it expires before the end of the month.',
  'The German translation lacks 14 strings, all of them in the checkout.',
  'Two feature flags have not been read by any code since the spring.',
  'The queue holds about 300 messages at noon and none at night.',
  'The load test reached 1,150 requests per second before the pool ran dry.',
];
const RULES = [
  'Money is an integer number of cents; no floating point anywhere near it.',
  'Every public function has a test that fails when its behaviour breaks.',
  'Branches are named kind/short-name and live for at most three days.',
  'A migration runs twice on a copy of production before it is merged.',
  'Errors carry a code; messages may change, codes may not.',
  'Logs never hold names, addresses or anything a customer typed.',
  'A dependency needs a reason in the decisions folder.',
];

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
const day = (index: number): string => new Date(Date.UTC(2026, 1, 26) - index * 86_400_000).toISOString().slice(0, 10);

const stamp = (index: number, agent: string) => ({
  agent,
  sessionId: `sess_${(7_919 * (index + 3)).toString(16).padStart(8, '0')}`,
  timestamp: `${day(index)}T14:30:00Z`,
  commitBefore: (0xa_bc_12_34 - index * 977).toString(16).slice(0, 7),
  commitAfter: (0xd_ef_56_78 - index * 977).toString(16).slice(0, 7),
});

function entry(project: string, index: number, sentences: number): string {
  const service = pick(SERVICES, index);
  const lines = Array.from(
    { length: sentences },
    (_, at) => `- ${service}: ${pick(DONE, index * 3 + at)}. ${pick(FOUND, index + at)}`,
  );
  return `## [${day(index)}] claude-sonnet-4.5: ${project} ${service}, part ${index + 1}\n\n${renderProvenance(stamp(index, 'claude-sonnet-4.5'))}\n${lines.join('\n')}\n\n`;
}

interface Shape {
  readonly name: string;
  readonly statusNotes: number;
  readonly sentences: number;
  readonly claims: number;
  readonly rules: number;
  readonly dashboard: number;
  /** Of the log, ten where it is full. */
  readonly entries?: number;
}

function build({ name, statusNotes, sentences, claims, rules, dashboard, entries = 10 }: Shape): FixtureProject {
  const planted = {
    'STATUS.md': `The ${name} release train leaves on Thursday.`,
    'NEXT_ACTIONS.md': `Rotate the ${name} signing key before Friday`,
    'LOG.md': `The ${name} outage came from a full disk on the second node.`,
  };
  const notes = Array.from({ length: statusNotes }, (_, index) => `- ${pick(SERVICES, index)}: ${pick(FOUND, index)}`);
  const files = {
    'STATUS.md': `# Status\n\n${renderProvenance(stamp(0, 'claude-sonnet-4.5'))}\n<!-- SECTION: summary -->\nBuild green. ${statusNotes} of 10 services changed since Monday. ${planted['STATUS.md']}\n<!-- /SECTION: summary -->\n\n<!-- SECTION: services -->\n${notes.join('\n')}\n<!-- /SECTION: services -->\n`,
    'NEXT_ACTIONS.md': `# Next actions\n\n## Active\n\n- [ ] ${planted['NEXT_ACTIONS.md']}\n- [ ] Renew the certificate on staging\n- [ ] Remove the two dead feature flags\n\n## Blocked\n\n- [ ] Supplier import (blocked: waits for the new file format)\n\n## Recently Completed\n\n- [x] Move the session check (2026-02-25)\n`,
    'LOG.md': `# LOG\n\n> Newest first.\n\n${Array.from({ length: entries }, (_, index) =>
      entry(name, index, sentences),
    )
      .join('')
      .replace('. The', `. ${planted['LOG.md']} The`)}`,
    'TRUST.md': `# Trust\n\n| Property | Status | Verified | TTL | Expires |\n|---|---|---|---|---|\n${Array.from({ length: claims }, (_, index) => `| ${pick(SERVICES, index)} answers within 200 ms | verified | ${day(index)} | 30d | ${day(index - 30)} |\n`).join('')}`,
    'CONVENTIONS.md': `# Conventions\n\n${Array.from({ length: rules }, (_, index) => `- ${pick(RULES, index)}`).join('\n')}\n`,
    'WORKFLOW.md': `# Workflow\n\n1. Research reads the issue and writes what is known.\n2. Architecture decides and writes one page.\n3. Implementation works in small steps, each with its test.\n4. Review reads the whole difference as a stranger.\n`,
    'DASHBOARD.md': `# Dashboard\n\n| Service | Build | Tests | Owner | Remark |\n|---|---|---|---|---|\n${Array.from({ length: dashboard }, (_, index) => `| ${pick(SERVICES, index)}-${Math.floor(index / SERVICES.length) + 1} | green | ${120 + index * 7} of ${120 + index * 7} | team ${index % 4} | ${pick(FOUND, index)} |\n`).join('')}`,
  };
  return { name, files, planted };
}

/** As small as a project may be for which the savings are promised: all seven files, 2,800 tokens and a few. */
export const SMALL_PROJECT: FixtureProject = build({
  name: 'parcel',
  statusNotes: 2,
  sentences: 2,
  claims: 6,
  rules: 7,
  dashboard: 19,
  entries: 9,
});

export const FIXTURE_PROJECTS: readonly FixtureProject[] = [
  build({ name: 'ledger', statusNotes: 3, sentences: 3, claims: 6, rules: 7, dashboard: 50 }),
  build({ name: 'storefront', statusNotes: 6, sentences: 8, claims: 12, rules: 10, dashboard: 60 }),
  build({ name: 'fleet', statusNotes: 8, sentences: 20, claims: 30, rules: 14, dashboard: 160 }),
];
