/** The verification as a whole: every step in its order, all errors collected, a hash failure final. */
import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import {
  checkAttestation,
  checkBoundaries,
  checkComposition,
  checkHash,
  checkIdentity,
  checkRegistryVersions,
  checkScope,
  checkTime,
  checkVersion,
  DEFAULT_WINDOW,
  toContentViolation,
  type ContentFinding,
  type Origin,
  type TimeWindow,
} from './checks.ts';
import type { Evidence } from './evidence.ts';
import { findClaims, findHandoffFaults, isHandoff } from './parse.ts';
import { ATTESTATION_FLAGS, type AgentClaim, type Attestation, type Violation } from './schema.ts';

export interface VerifyOptions {
  readonly nowMs: number;
  readonly window?: TimeWindow;
  /** In advisory mode boundaries, scope and composition only warn; nothing else is ever relaxed. */
  readonly policy: 'required' | 'advisory';
  /** The agent that sends this, where the surface has made sure who it is. */
  readonly sender?: string;
  readonly origin?: Origin;
  readonly content: readonly ContentFinding[];
}

export interface Judgement {
  readonly errors: readonly Violation[];
  readonly warnings: readonly Violation[];
  readonly attestation: Attestation;
  /** Agents to be blocked: their prompt on disk, or their own claim, is not the locked one. */
  readonly blame: readonly string[];
  readonly securityFlag: boolean;
}

export function verifyHandoff(document: JsonObject, evidence: Evidence, options: VerifyOptions): Judgement {
  const structure = findHandoffFaults(document);
  const claims = findClaims(document, structure);
  if (claims === undefined) return reject(structure);
  const { source, target } = claims;
  const identity = [
    ...checkIdentity(evidence, source, '/source_agent'),
    ...checkIdentity(evidence, target, '/target_agent'),
  ];
  const hashes = checkHashes(evidence, source, target, identity, options.sender);
  if (hashes.violations.length > 0) {
    return { ...reject([...structure, ...identity, ...hashes.violations]), blame: hashes.blame, securityFlag: true };
  }
  const rules = checkRules(document, evidence, source, target, options.origin);
  const attestation = attest([...identity, ...rules]);
  const attested = isHandoff(document) ? checkAttestation(document.governance, attestation) : [];
  const timestamp = document['timestamp'];
  const time =
    typeof timestamp === 'string' ? checkTime(timestamp, options.nowMs, options.window ?? DEFAULT_WINDOW) : [];
  const all = [...structure, ...identity, ...rules, ...attested, ...time];
  const { errors, warnings } = sortByPolicy(all, options.policy);
  const content = sortContent(options.content);
  return {
    errors: [...errors, ...content.errors],
    warnings: [...warnings, ...content.warnings],
    attestation,
    blame: [],
    securityFlag: false,
  };
}

function checkHashes(
  evidence: Evidence,
  source: AgentClaim,
  target: AgentClaim,
  identity: readonly Violation[],
  sender: string | undefined,
): { violations: Violation[]; blame: string[] } {
  const violations: Violation[] = [];
  const blame = new Set<string>();
  for (const [claim, path] of [
    [source, '/source_agent'],
    [target, '/target_agent'],
  ] as const) {
    if (identity.some((known) => known.path.startsWith(path))) continue;
    const check = checkHash(evidence, claim, path);
    violations.push(...check.violations);
    // A false claim about somebody else must not block them: only the sender, if we know who it is, answers for its own.
    const isOwnClaim = claim === source && sender === source.agent_id;
    if (check.isDiskWrong || (check.isClaimWrong && isOwnClaim)) blame.add(claim.agent_id);
  }
  const { boundaryData } = evidence;
  if (boundaryData?.kind === 'fault') {
    violations.push({ code: 'HASH_VERIFICATION_FAILURE', path: '', message: boundaryData.reason });
  }
  return { violations, blame: [...blame] };
}

function checkRules(
  document: JsonObject,
  evidence: Evidence,
  source: AgentClaim,
  target: AgentClaim,
  origin: Origin | undefined,
): Violation[] {
  return [
    ...checkRegistryVersions(evidence),
    ...checkVersion(evidence, source, '/source_agent'),
    ...checkVersion(evidence, target, '/target_agent'),
    ...checkComposition(evidence, source, '/source_agent'),
    ...checkComposition(evidence, target, '/target_agent'),
    ...checkBoundaries(evidence, source, target, origin),
    ...checkScope(evidence, target, findTags(document)),
  ];
}

/** Read apart from the rest: where the document is sound but for something else, its tags still count. */
function findTags(document: JsonObject): string[] | undefined {
  const context = document['context'];
  const request = isJsonObject(context) ? context['request'] : undefined;
  const tags = isJsonObject(request) ? request['domain_tags'] : undefined;
  return Array.isArray(tags) ? tags.filter((tag): tag is string => typeof tag === 'string') : undefined;
}

const OF_AGENTS = new Set<Violation['code']>([
  'INVALID_AGENT_REFERENCE',
  'HASH_VERIFICATION_FAILURE',
  'VERSION_MISMATCH',
]);
const OF_BOUNDARIES = new Set<Violation['code']>(['BOUNDARY_VIOLATION', 'OUT_OF_SCOPE']);

function attest(violations: readonly Violation[]): Attestation {
  const isSound = (path: string): boolean =>
    !violations.some((known) => OF_AGENTS.has(known.code) && (known.path === '' || known.path.startsWith(path)));
  return {
    source_agent_verified: isSound('/source_agent'),
    target_agent_verified: isSound('/target_agent'),
    composition_valid: !violations.some(({ code }) => code === 'COMPOSITION_VIOLATION'),
    boundaries_respected: !violations.some(({ code }) => OF_BOUNDARIES.has(code) || code === 'INVALID_AGENT_REFERENCE'),
  };
}

const NOTHING_ATTESTED = attest([
  { code: 'INVALID_AGENT_REFERENCE', path: '', message: '' },
  { code: 'COMPOSITION_VIOLATION', path: '', message: '' },
]);

const reject = (errors: readonly Violation[]): Judgement => ({
  errors,
  warnings: [],
  attestation: NOTHING_ATTESTED,
  blame: [],
  securityFlag: false,
});

const RELAXED = new Set<Violation['code']>(['BOUNDARY_VIOLATION', 'OUT_OF_SCOPE', 'COMPOSITION_VIOLATION']);
const RELAXED_FLAGS = new Set(ATTESTATION_FLAGS.slice(2).map((flag) => `/governance/${flag}`));

function sortByPolicy(all: readonly Violation[], policy: VerifyOptions['policy']) {
  const isRelaxed = ({ code, path }: Violation): boolean =>
    policy === 'advisory' && (RELAXED.has(code) || (code === 'ATTESTATION_MISMATCH' && RELAXED_FLAGS.has(path)));
  return { errors: all.filter((known) => !isRelaxed(known)), warnings: all.filter(isRelaxed) };
}

const isError = ({ finding }: ContentFinding): boolean => finding.severity === 'error';

function sortContent(content: readonly ContentFinding[]) {
  return {
    errors: content.filter(isError).map(toContentViolation),
    warnings: content.filter((found) => !isError(found)).map(toContentViolation),
  };
}
