import { BatonError } from '../../kernel/errors/index.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { AuditDraft } from '../../kernel/ports/index.ts';
import { isHandoff, type Evidence, type Violation } from '../../protocols/governance/index.ts';
import { auditSafely } from './audit-safely.ts';
import { planBlock } from './block.ts';
import { pickIds } from './case-file.ts';
import { toOutcome, toOutcomeError, toRecord, type GovernOutcome } from './outcome.ts';
import { readEvidence } from './read-evidence.ts';
import type { RegistryPlace } from './registry-place.ts';
import type { ExecuteTarget, GovernPlatform, Ruling, SendOutcome } from './ruling.ts';

/** An accepted handoff that is on record, and what is to be done with it. */
export interface Action {
  readonly ruling: Ruling;
  readonly evidence: Evidence;
  readonly outcome: GovernOutcome;
  readonly execute: ExecuteTarget;
}

/** Reaches the target, unless a prompt was exchanged since it was verified. */
export async function carryOut(platform: GovernPlatform, place: RegistryPlace, action: Action): Promise<SendOutcome> {
  const { ruling, evidence, outcome, execute } = action;
  const { document } = ruling.file;
  const prompt = evidence.prompts.get(ruling.target ?? '');
  if (!isHandoff(document) || prompt?.kind !== 'found' || outcome.audit_ref === null) {
    throw new BatonError('INTERNAL', 'a handoff was accepted without its evidence');
  }
  const changed = await findChanged(platform, place, action);
  if (changed.length > 0) return await stop(platform, action, changed);
  const { sha256, text } = prompt.value;
  const execution = await execute({ handoff: document, prompt: text, promptHash: sha256, auditRef: outcome.audit_ref });
  const done = await auditSafely(() => platform.audit.append([planFollowUp(action, 'handoff.executed', execution)]));
  // What ran has run: the outcome says so, and that the log could not take the end of the story.
  if (done.kind === 'unavailable') platform.remark(done.violation.message);
  return { ...outcome, execution };
}

function hashIn({ prompts }: Evidence, id: string): string | undefined {
  const prompt = prompts.get(id);
  return prompt?.kind === 'found' ? prompt.value.sha256 : undefined;
}

/** Agents whose prompt is no longer the one that was verified a moment ago. */
async function findChanged(
  platform: GovernPlatform,
  place: RegistryPlace,
  { ruling, evidence }: Action,
): Promise<string[]> {
  const now = await readEvidence(platform.files, place, ruling.named);
  return ruling.named.filter((id) => hashIn(now, id) !== hashIn(evidence, id));
}

async function stop(platform: GovernPlatform, action: Action, changed: readonly string[]): Promise<SendOutcome> {
  const violations = changed.map((id): Violation => ({
    code: 'IMMUTABILITY_VIOLATION',
    path: '',
    message: `the prompt of ${id} was changed between the check and its use`,
  }));
  const body = { code: 'IMMUTABILITY_VIOLATION', errors: violations.map(toRecord) };
  const about = pickIds(action.ruling.file);
  const done = await auditSafely(() =>
    platform.audit.append([
      planFollowUp(action, 'handoff.stopped', body),
      ...changed.map((id) => planBlock(id, 'its prompt was changed between the check and its use', about)),
    ]),
  );
  const errors = done.kind === 'unavailable' ? [...violations, done.violation] : violations;
  const { outcome } = action;
  const refused = toOutcome({ errors: errors.map(toOutcomeError), warnings: outcome.warnings });
  const { audit_ref, handoff_id, trace_id, attestation } = outcome;
  return { ...refused, audit_ref, handoff_id, trace_id, attestation, security_flag: true, blocked: changed };
}

const planFollowUp = ({ ruling }: Action, kind: string, body: JsonObject): AuditDraft => ({
  kind,
  ...pickIds(ruling.file),
  body,
});
