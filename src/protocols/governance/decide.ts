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
import { findRegistryFault, type Evidence } from './registry.ts';
import { checkHandoffShape, findClaims } from './parse.ts';
import { ATTESTATION_FLAGS, type AgentClaim, type Attestation, type Handoff, type Violation } from './schema.ts';

/** What is known about a handoff beside its text, and the policy. */
export interface VerifyOptions {
  readonly nowMs: number;
  readonly window?: TimeWindow;
  /** In advisory mode boundaries, scope and composition only warn; nothing else is ever relaxed. */
  readonly policy: 'required' | 'advisory';
  /** The agent that a signature or a run's secret vouches for as the sender. */
  readonly sender?: string;
  readonly origin?: Origin;
  readonly content: readonly ContentFinding[];
}

/** What a verification found, and what follows for the agents named. */
export interface Judgement {
  readonly errors: readonly Violation[];
  readonly warnings: readonly Violation[];
  readonly attestation: Attestation;
  /** The document, if its structure is sound. */
  readonly handoff: Handoff | undefined;
  readonly isVouched: boolean;
  /** Agents whose prompt on disk is not the locked one, or for whom a vouched sender claims another hash. */
  readonly blocks: readonly string[];
  /** Agents for whom a message that nobody vouches for claims another hash: a stranger must not silence them. */
  readonly holds: readonly string[];
  readonly securityFlag: boolean;
}

/** Judges a governed handoff by the registry: structure, prompts, boundaries, attestation and time. */
export function verifyHandoff(document: JsonObject, evidence: Evidence, options: VerifyOptions): Judgement {
  const { faults: structure, handoff } = checkHandoffShape(document);
  const claims = findClaims(document, structure);
  if (claims === undefined) return reject(structure, false);
  const { source, target } = claims;
  const isVouched = options.sender === source.agent_id;
  const identity = [
    ...checkIdentity(evidence, source, '/source_agent'),
    ...checkIdentity(evidence, target, '/target_agent'),
  ];
  const hashes = checkHashes(evidence, claims, identity);
  if (hashes.violations.length > 0) {
    const { wrongOnDisk, wrongInClaim } = hashes;
    return {
      ...reject([...structure, ...identity, ...hashes.violations], isVouched),
      blocks: isVouched ? [...new Set([...wrongOnDisk, ...wrongInClaim])] : wrongOnDisk,
      holds: isVouched ? [] : wrongInClaim.filter((id) => !wrongOnDisk.includes(id)),
      securityFlag: true,
    };
  }
  const rules = checkRules(document, evidence, source, target, options.origin);
  const attestation = attest([...identity, ...rules]);
  const attested = handoff === undefined ? [] : checkAttestation(handoff.governance, attestation);
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
    handoff,
    isVouched,
    blocks: [],
    holds: [],
    securityFlag: false,
  };
}

interface HashFaults {
  readonly violations: readonly Violation[];
  readonly wrongOnDisk: readonly string[];
  readonly wrongInClaim: readonly string[];
}

function checkHashes(
  evidence: Evidence,
  { source, target }: { readonly source: AgentClaim; readonly target: AgentClaim },
  identity: readonly Violation[],
): HashFaults {
  const violations: Violation[] = [];
  const [wrongOnDisk, wrongInClaim] = [new Set<string>(), new Set<string>()];
  for (const [claim, path] of [
    [source, '/source_agent'],
    [target, '/target_agent'],
  ] as const) {
    if (identity.some((known) => known.path.startsWith(path))) continue;
    const check = checkHash(evidence, claim, path);
    violations.push(...check.violations);
    if (check.isDiskWrong) wrongOnDisk.add(claim.agent_id);
    if (check.isClaimWrong) wrongInClaim.add(claim.agent_id);
  }
  const fault = findRegistryFault(evidence);
  if (fault !== undefined) violations.push({ code: 'HASH_VERIFICATION_FAILURE', path: '', message: fault });
  return { violations, wrongOnDisk: [...wrongOnDisk], wrongInClaim: [...wrongInClaim] };
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

/** Read separately from the rest: if only something else in the document is wrong, its tags still count. */
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

const NOTHING_ATTESTED: Attestation = {
  source_agent_verified: false,
  target_agent_verified: false,
  composition_valid: false,
  boundaries_respected: false,
};

const reject = (errors: readonly Violation[], isVouched: boolean): Judgement => ({
  errors,
  warnings: [],
  attestation: NOTHING_ATTESTED,
  handoff: undefined,
  isVouched,
  blocks: [],
  holds: [],
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
