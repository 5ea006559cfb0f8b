import { given } from '../../kernel/given.ts';
import { createUuid, isUuid } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { ArtifactWrite, Platform } from '../../kernel/ports/index.ts';
import type { HandoffDocument } from '../../protocols/document/index.ts';
import type { HandoffRequestPayload } from '../../protocols/tasks/index.ts';
import { createDocument } from '../document/index.ts';
import type { Ruling } from '../govern/index.ts';
import { attestHandoff } from './attest-handoff.ts';

export interface DelegationPackageRequest {
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
  const { document, before, after, method, artifacts } = await createFitting(platform, { ...request, traceId });
  const { governance } = platform.project.settings.values;
  const isGoverned = governance === 'required' || governance === 'advisory';
  const attested = isGoverned ? await attestHandoff(platform, { ...request, traceId, document }) : undefined;
  return {
    traceId,
    document,
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
  const { document, compression } = await createDocument(platform, {
    ...describe(request),
    traceId,
    ...given({ dryRun }),
  });
  const { before, tokens, needsOriginal } = compression;
  const fitting = { document, before, after: tokens.count, method: tokens.method };
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
    reason: `delegation of ${parentId}`,
  };
}
