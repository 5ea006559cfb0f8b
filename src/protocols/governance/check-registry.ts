/** Looks at a whole registry: what would make handoffs fail, and what looks forgotten. */
import { equalHex } from '../../kernel/hash.ts';
import { checkRegistryVersions, findCompositionFault } from './checks.ts';
import type { RegisteredAgent, VerificationCode } from './schema.ts';
import {
  findAgent,
  findRegistryFault,
  isKnownAlgorithm,
  listAgents,
  readBoundaries,
  type Evidence,
} from './registry.ts';

/** Something that is wrong with a registry. */
export interface RegistryProblem {
  readonly severity: 'error' | 'warning';
  readonly agent?: string;
  readonly code: VerificationCode;
  readonly message: string;
}

/** Everything that is wrong with a registry as a whole. */
export function checkRegistry(evidence: Evidence): RegistryProblem[] {
  const { manifest, lock } = evidence;
  const whole: RegistryProblem[] = [];
  if (manifest.kind === 'fault') whole.push(problem('INVALID_AGENT_REFERENCE', manifest.reason));
  if (lock.kind === 'fault') whole.push(problem('HASH_VERIFICATION_FAILURE', lock.reason));
  const registryFault = findRegistryFault(evidence);
  if (registryFault !== undefined) whole.push(problem('HASH_VERIFICATION_FAILURE', registryFault));
  if (lock.kind === 'found' && !isKnownAlgorithm(lock.value.algorithm)) {
    whole.push(problem('HASH_VERIFICATION_FAILURE', 'the lock uses an algorithm other than SHA-256'));
  }
  whole.push(...checkRegistryVersions(evidence).map(({ code, message }) => problem(code, message)));
  return [
    ...whole,
    ...findStrangers(evidence),
    ...listAgents(evidence).flatMap((agent) => checkAgent(evidence, agent)),
  ];
}

function checkAgent(evidence: Evidence, agent: RegisteredAgent): RegistryProblem[] {
  const found: RegistryProblem[] = [];
  const add = (code: VerificationCode, message: string): void => {
    found.push({ ...problem(code, message), agent: agent.id });
  };
  const locked = evidence.lock.kind === 'found' ? evidence.lock.value.prompts.get(agent.id) : undefined;
  const prompt = evidence.prompts.get(agent.id);
  if (agent.canonicalId !== agent.id) add('INVALID_AGENT_REFERENCE', `its canonical_id is ${agent.canonicalId}`);
  if (locked === undefined) add('HASH_VERIFICATION_FAILURE', 'the lock has no entry for it');
  else {
    if (locked.type !== agent.type)
      add('INVALID_AGENT_REFERENCE', `the lock calls it ${locked.type}, the manifest ${agent.type}`);
    if (locked.file !== agent.file) add('HASH_VERIFICATION_FAILURE', 'manifest and lock name different files');
    if (locked.version !== agent.version) add('VERSION_MISMATCH', `manifest ${agent.version}, lock ${locked.version}`);
  }
  if (prompt?.kind !== 'found') add('HASH_VERIFICATION_FAILURE', prompt?.reason ?? 'its prompt was not read');
  else if (locked !== undefined && !equalHex(prompt.value.sha256, locked.hash)) {
    add('IMMUTABILITY_VIOLATION', `${agent.file} was changed, but the lock file was not`);
  }
  const composition = findCompositionFault(evidence, agent);
  if (composition !== undefined) add('COMPOSITION_VIOLATION', composition);
  return prompt?.kind === 'found' ? [...found, ...checkReading(evidence, agent)] : found;
}

function checkReading(evidence: Evidence, agent: RegisteredAgent): RegistryProblem[] {
  if (agent.type === 'orchestrator') return [];
  const reading = readBoundaries(evidence, agent);
  const about = { agent: agent.id, code: 'BOUNDARY_VIOLATION' } as const;
  if (reading.kind === 'unparsable')
    return [{ ...about, severity: 'error', message: `its boundaries cannot be read: ${reading.reason}` }];
  const unknown = [...reading.with].filter((id) => findAgent(evidence, id) === undefined);
  if (unknown.length > 0)
    return [{ ...about, severity: 'warning', message: `it names ${unknown.join(', ')}, not registered` }];
  if (agent.type === 'domain' && reading.with.size === 0) {
    return [
      {
        ...about,
        severity: 'warning',
        message: 'it names no agent it works with, so it can hand off only to an orchestrator',
      },
    ];
  }
  return [];
}

/** Entries of the lock that the manifest no longer has. */
function findStrangers(evidence: Evidence): RegistryProblem[] {
  if (evidence.lock.kind === 'fault' || evidence.manifest.kind === 'fault') return [];
  return [...evidence.lock.value.prompts.keys()]
    .filter((id) => findAgent(evidence, id) === undefined)
    .map((id) => ({
      severity: 'warning',
      agent: id,
      code: 'INVALID_AGENT_REFERENCE',
      message: 'locked, but not in the manifest',
    }));
}

const problem = (code: VerificationCode, message: string): RegistryProblem => ({ severity: 'error', code, message });
