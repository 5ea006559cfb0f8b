import { canonicalJson, equalJson } from '../../kernel/canonical-json.ts';
import { isBatonError } from '../../kernel/errors/index.ts';
import { renderDelegationReason } from '../../kernel/generated-form.ts';
import { given } from '../../kernel/given.ts';
import { sha256Hex } from '../../kernel/hash.ts';
import { createUuid, isUuid } from '../../kernel/ids.ts';
import { isJsonObject, parseJson, type Json, type JsonObject } from '../../kernel/json.ts';
import type { ArtifactWrite, Platform } from '../../kernel/ports/index.ts';
import { renderIsoTime } from '../../kernel/time.ts';
import { isHandoffDocument, type HandoffDocument } from '../../protocols/document/index.ts';
import { findAgent, PROTOCOL_VERSION, type AgentClaim, type Evidence } from '../../protocols/governance/index.ts';
import type { HandoffRequestPayload } from '../../protocols/tasks/index.ts';
import { createDocument } from '../document/index.ts';
import { findRegistry, readEvidence, ruleOnHandoff, type Ruling } from '../govern/index.ts';

interface DelegationPackageRequest {
  readonly childId: string;
  readonly parentId: string;
  readonly from: string;
  readonly to: string;
  readonly title?: string;
  readonly traceId?: string;
  readonly handoff: HandoffRequestPayload;
  /** What the next agent has to know: its own words, or data. */
  readonly working?: JsonObject | string;
  readonly dryRun?: boolean;
}

/** What travels with a handoff. Everything that shortens or repairs it has happened by now: the sender attests it as it is. */
export interface DelegationPackage {
  readonly traceId: string;
  readonly document: HandoffDocument;
  /** The guard found nothing in the document when it was made. */
  readonly isClean: boolean;
  /** Present where delegations are governed here. */
  readonly governed?: JsonObject;
  /** The verification of `governed`, which need not be done again in this process. */
  readonly ruling?: Ruling;
  readonly tokens: { readonly before: number; readonly after: number; readonly method: string };
  /** What the document points to because it could not hold it, for the child's folder. */
  readonly artifacts: readonly ArtifactWrite[];
}

const MAX_SUMMARY = 500;
const WORKING_FILE = 'inputs/working.json';

/** What handing a task on reaches: its document, the guard, governance, the audit log and the child itself. */
export type DelegationPlatform = Pick<
  Platform,
  | 'audit'
  | 'clock'
  | 'disk'
  | 'facts'
  | 'files'
  | 'git'
  | 'notifier'
  | 'project'
  | 'random'
  | 'remark'
  | 'scanner'
  | 'tasks'
  | 'tokens'
>;

/** The sender's half of a delegation: a document that fits its budget, and the sender's word for it. */
export async function prepareDelegation(
  platform: DelegationPlatform,
  request: DelegationPackageRequest,
): Promise<DelegationPackage> {
  const traceId = findTrace(request.traceId) ?? createUuid(platform.random);
  const { document, isClean, before, after, method, artifacts } = await createFitting(platform, {
    ...request,
    traceId,
  });
  const { governance } = platform.project.settings.values;
  const isGoverned = governance === 'required' || governance === 'advisory';
  const attested = isGoverned ? await attestHandoff(platform, { ...request, traceId, document }) : undefined;
  return {
    traceId,
    document,
    isClean,
    ...given({ governed: attested?.governed, ruling: attested?.ruling }),
    tokens: { before, after, method },
    artifacts,
  };
}

/** What the document shows as an extract only travels whole beside it: the receiver may be on another machine. */
async function createFitting(
  platform: DelegationPlatform,
  request: DelegationPackageRequest & { readonly traceId: string },
) {
  const { traceId, childId, working, dryRun } = request;
  const { document, isClean, compression } = await createDocument(platform, {
    ...describe(request),
    traceId,
    ...given({ dryRun }),
  });
  const { before, tokens, needsOriginal } = compression;
  const fitting = { document, isClean, before, after: tokens.count, method: tokens.method };
  if (!needsOriginal || working === undefined) return { ...fitting, artifacts: [] };
  const content = typeof working === 'string' ? working : JSON.stringify(working, null, 2);
  return { ...fitting, artifacts: [{ taskId: childId, path: WORKING_FILE, content: `${content}\n` }] };
}

/** Documents want a lower-case UUID. */
const findTrace = (traceId: string | undefined): string | undefined =>
  traceId !== undefined && isUuid(traceId) ? traceId.toLowerCase() : undefined;

function describe({ childId, parentId, from, to, title, handoff, working }: DelegationPackageRequest) {
  const summary = (title ?? `Part of ${parentId} for ${to}`).slice(0, MAX_SUMMARY);
  const { acceptanceCriteria = [], expectedOutputs = [], contextRefs = [], constraints = [] } = handoff;
  return {
    source: { skill: from, workflowId: parentId, phase: 'delegation' },
    target: { skill: to },
    summary,
    problemType: 'implementation' as const,
    confidence: 'medium' as const,
    successCriteria: acceptanceCriteria,
    working: {
      task: childId,
      parent: parentId,
      ...(expectedOutputs.length === 0 ? {} : { expected_outputs: [...expectedOutputs] }),
      ...(constraints.length === 0 ? {} : { constraints: [...constraints] }),
      ...(contextRefs.length === 0 ? {} : { context: [...contextRefs] }),
      ...(typeof working === 'string' ? { notes: working } : working),
    },
    reason: renderDelegationReason(parentId),
  };
}

interface AttestRequest {
  readonly childId: string;
  readonly parentId: string;
  readonly from: string;
  readonly to: string;
  readonly traceId: string;
  readonly document: HandoffDocument;
  readonly handoff: HandoffRequestPayload;
}

interface Attested {
  readonly governed: JsonObject;
  /** What the verification found, if it found what the sender attests: then it is of this very document. */
  readonly ruling: Ruling | undefined;
}

/**
 * The governed form of a delegation: who hands what to whom, by the prompts that are locked. It names the document by
 * its hash and the child by its id, so that it is good for nothing else.
 */
async function attestHandoff(
  platform: Omit<DelegationPlatform, 'disk' | 'tokens'>,
  request: AttestRequest,
): Promise<Attested> {
  const { from, to, parentId, childId, traceId, document, handoff } = request;
  const place = await findRegistry(platform);
  const evidence = await readEvidence(platform.files, place, [from, to]);
  const { summary, success_criteria = [] } = document.handoff.context;
  const draft = {
    handoff_id: createUuid(platform.random),
    timestamp: renderIsoTime(platform.clock.now()),
    protocol_version: PROTOCOL_VERSION,
    trace_id: traceId,
    ...given({ parent_handoff_id: await findGovernedId(platform, parentId) }),
    source_agent: { ...claimOf(evidence, from) },
    target_agent: { ...claimOf(evidence, to) },
    context: {
      request: {
        type: 'task',
        description: summary,
        input_data: { task: childId, parent_task: parentId, document_sha256: fingerprint(document) },
        constraints: [...(handoff.constraints ?? [])],
        expected_output: [...success_criteria, ...(handoff.expectedOutputs ?? [])].join('; ') || summary,
      },
      state: { conversation_history: [], accumulated_context: {}, decisions_made: [] },
    },
    governance: { ...EVERYTHING, audit_trail: 'baton audit' },
  };
  // The sender attests what it finds when it looks itself; claiming more would be refused as a false attestation.
  const ruled = await ruleOnHandoff(platform, {
    document: draft,
    sender: from,
    dryRun: true,
    known: { place, evidence },
  });
  if (ruled.kind === 'refused') return { governed: draft, ruling: undefined };
  const { ruling } = ruled;
  const governed = { ...draft, governance: { ...ruling.judgement.attestation, audit_trail: 'baton audit' } };
  return { governed, ruling: equalJson(governed, ruling.file.document) ? ruling : undefined };
}

const EVERYTHING = {
  source_agent_verified: true,
  target_agent_verified: true,
  composition_valid: true,
  boundaries_respected: true,
};

/** As manifest and lock have it. An agent that is not there gets a claim that cannot pass, so that its refusal is on record. */
function claimOf(evidence: Evidence, id: string): AgentClaim {
  const agent = findAgent(evidence, id);
  const locked = evidence.lock.kind === 'found' ? evidence.lock.value.prompts.get(id) : undefined;
  return {
    agent_type: agent?.type ?? 'domain',
    agent_id: id,
    agent_version: agent?.version ?? '0.0.0',
    prompt_hash: locked?.hash ?? '0'.repeat(64),
  };
}

/** The handoff document that came with a task. */
export async function findHandedDocument(
  platform: Pick<Platform, 'tasks'>,
  taskId: string,
): Promise<HandoffDocument | undefined> {
  const document = (await readHandoff(platform, taskId))?.['document'];
  return isHandoffDocument(document) ? document : undefined;
}

/** The governed handoff by which a task was given to its agent; undefined where there was none. */
async function findGovernedId(platform: Pick<Platform, 'tasks'>, taskId: string): Promise<string | undefined> {
  const governed = (await readHandoff(platform, taskId))?.['governed'];
  const id = isJsonObject(governed) ? governed['handoff_id'] : undefined;
  return typeof id === 'string' ? id : undefined;
}

async function readHandoff(platform: Pick<Platform, 'tasks'>, taskId: string): Promise<JsonObject | undefined> {
  const store = await platform.tasks();
  if ((await store.find(taskId)) === undefined) return undefined;
  const bytes = await store.readArtifact(taskId, 'inputs/handoff.json');
  if (bytes === undefined) return undefined;
  try {
    const value = parseJson(bytes.toString());
    return isJsonObject(value) ? value : undefined;
  } catch (error) {
    // Somebody changed the file by hand: then it proves nothing.
    if (isBatonError(error)) return undefined;
    throw error;
  }
}

/** The hash by which a governed handoff names its document: of all of it, whatever the order of keys. Bare hex, as governance writes hashes. */
export const fingerprint = (document: HandoffDocument): string => sha256Hex(canonicalJson(document as unknown as Json));
