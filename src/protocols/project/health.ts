/** The health check on entry: the seed's eight questions, in its order. */
import { cutText } from '../../kernel/text.ts';
import type { TrustLabel } from './schema.ts';

/** `idle`: nothing is listed to do. That does not stop anyone who was just asked to work. */
export type Mode = 'normal' | 'bootstrap' | 'v1' | 'recovery' | 'held' | 'idle';

export interface HealthFacts {
  readonly folderExists: boolean;
  readonly hasFiles: boolean;
  readonly manifest: 'ok' | 'missing' | 'invalid';
  readonly manifestFault?: string | undefined;
  readonly lock: 'free' | 'own' | 'held' | 'left';
  readonly holder?: string | undefined;
  /** Names whose content is not the manifest's. */
  readonly changed: readonly string[];
  readonly missing: readonly string[];
  readonly expired: readonly string[];
  readonly corrupt: readonly { readonly name: string; readonly message: string }[];
  readonly hasContext: boolean;
  readonly reading: readonly string[];
  readonly nothingToDo: boolean;
  readonly isStatusMissing?: boolean;
  readonly isLogMissing?: boolean;
}

export interface HealthStep {
  readonly step: number;
  readonly question: string;
  readonly ok: boolean;
  readonly result: string;
}

export function decideMode(facts: HealthFacts): Mode {
  if (!facts.folderExists) return 'bootstrap';
  if (facts.lock === 'left') return 'recovery';
  if (facts.lock === 'held') return 'held';
  // A manifest alone says nothing of the project: it only lists what is gone.
  if (!facts.hasFiles) return 'bootstrap';
  if (facts.nothingToDo) return 'idle';
  return facts.manifest === 'ok' ? 'normal' : 'v1';
}

export function checkHealth(facts: HealthFacts): readonly HealthStep[] {
  const mode = decideMode(facts);
  const answers: readonly [question: string, ok: boolean, result: string][] = [
    ['Does .ai/handoff/ exist?', mode !== 'bootstrap', mode === 'bootstrap' ? 'no: run baton init' : 'yes'],
    ['Does MANIFEST.json exist?', facts.manifest === 'ok', describeManifest(facts)],
    ['Is HANDOFF.lock present?', facts.lock === 'free' || facts.lock === 'own', describeLock(facts)],
    ['Do checksums match?', isIntact(facts), describeChecksums(facts)],
    ['Is any trust entry expired?', facts.expired.length === 0, describeExpired(facts)],
    ['Read quick_context', facts.hasContext || facts.manifest !== 'ok', facts.hasContext ? 'read' : 'there is none'],
    [
      'Decide which files to read',
      facts.reading.length > 0 || mode === 'bootstrap',
      facts.reading.join(', ') || 'none',
    ],
    ['Begin work', mode === 'normal' || mode === 'v1' || mode === 'idle', describeStart(mode)],
  ];
  return answers.map(([question, ok, result], index) => ({ step: index + 1, question, ok, result }));
}

const NO_MANIFEST = 'no: all files are read, as in v1; baton manifest creates one';

function describeManifest({ manifest, manifestFault }: HealthFacts): string {
  if (manifest === 'ok') return 'yes';
  if (manifest === 'missing') return NO_MANIFEST;
  return `it has another shape and vouches for nothing; baton manifest rebuilds it: ${cutText(manifestFault ?? '', 160, '…')}`;
}

function describeLock({ lock, holder = 'another session' }: HealthFacts): string {
  if (lock === 'free') return 'no';
  if (lock === 'own') return 'yes, of this session';
  if (lock === 'held') return `yes: ${holder} is at work; read, but do not write`;
  return `yes: ${holder} did not close; run baton recover`;
}

/** A few names are enough to know where to look; the JSON has all of them. */
const listSome = (names: readonly string[]): string =>
  names.length <= 4 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`;

const isIntact = ({ changed, missing, corrupt, isStatusMissing, isLogMissing }: HealthFacts): boolean =>
  changed.length + missing.length + corrupt.length === 0 && isStatusMissing !== true && isLogMissing !== true;

function describeChecksums(facts: HealthFacts): string {
  if (isIntact(facts)) return 'yes';
  return [
    ...facts.corrupt.map(({ message }) => message),
    ...(facts.changed.length === 0 ? [] : [`changed outside the protocol: ${listSome(facts.changed)}`]),
    ...(facts.missing.length === 0 ? [] : [`missing: ${listSome(facts.missing)}`]),
    ...(facts.isStatusMissing === true ? ['STATUS.md is missing; the one below is rebuilt from LOG.md and git'] : []),
    ...(facts.isLogMissing === true ? ['LOG.md is missing; the next session starts a new one'] : []),
  ].join('; ');
}

const describeExpired = ({ expired }: HealthFacts): string =>
  expired.length === 0 ? 'no' : `yes, verify again: ${listSome(expired.map((each) => cutText(each, 60, '…')))}`;

function describeStart(mode: Mode): string {
  switch (mode) {
    case 'bootstrap':
      return 'set the project up first: baton init';
    case 'recovery':
      return 'recover first: baton recover';
    case 'held':
      return 'wait until the session is closed';
    case 'idle':
      return 'NEXT_ACTIONS.md and DASHBOARD.md name nothing to do; go if somebody asked for something';
    case 'normal':
    case 'v1':
      return 'go: baton begin --agent NAME';
  }
}

/** For people and agents: one line while all is well, otherwise what is not. */
export function renderHealth(steps: readonly HealthStep[], mode: Mode): string {
  const bad = steps.filter(({ ok }) => !ok);
  if (bad.length === 0) return mode === 'idle' ? `Healthy. ${describeStart(mode)}.` : 'Healthy.';
  const isNew = bad.every(({ step, result }) => (step === 2 && result === NO_MANIFEST) || step === 4);
  // A folder that never had a manifest is often a small one: what it lacks is said in a line.
  if (isNew && bad[0]?.step === 2)
    return [`No manifest, mode ${mode}.`, ...bad.slice(1).map(({ result }) => `${result}.`)].join(' ');
  return [
    `Health: ${steps.length - bad.length} of ${steps.length} checks ok, mode ${mode}.`,
    ...bad.map(({ step, question, result }) => `${step}. ${question} ${result}`),
  ].join('\n');
}

export interface LabelFacts {
  readonly mode: Mode;
  readonly isListed: boolean;
  readonly matches: boolean;
  readonly recorded: 'assumed' | 'unknown' | undefined;
}

/** Verified is what the last session vouched for and nobody changed since. */
export function decideLabel({ mode, isListed, matches, recorded }: LabelFacts): TrustLabel {
  if (mode === 'recovery' && !(isListed && matches)) return 'Unknown';
  if (!isListed || !matches) return 'Assumed';
  if (recorded === 'unknown') return 'Unknown';
  return recorded === 'assumed' ? 'Assumed' : 'Verified';
}
