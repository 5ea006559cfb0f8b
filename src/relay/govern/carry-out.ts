import { BatonError } from '../../kernel/errors/index.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { AuditDraft } from '../../kernel/ports/index.ts';
import { maskText, type Evidence, type Violation } from '../../protocols/governance/index.ts';
import { auditSafely } from './audit-safely.ts';
import { pickIds } from './case-file.ts';
import {
  toOutcome,
  toOutcomeError,
  toRecord,
  type ExecuteTarget,
  type GovernOutcome,
  type GovernPlatform,
  type Ruling,
  type SendOutcome,
} from './outcome.ts';
import { readEvidence } from './read-evidence.ts';
import { planRestrictions, raiseAlarm } from './restrict-agents.ts';

/** An accepted handoff that is recorded, and what to do with it. */
export interface Action {
  readonly ruling: Ruling;
  readonly outcome: GovernOutcome;
  readonly execute: ExecuteTarget;
}

/** Reaches the target, unless a prompt was exchanged since it was verified. */
export async function carryOut(platform: GovernPlatform, action: Action): Promise<SendOutcome> {
  const { ruling, outcome, execute } = action;
  const { handoff } = ruling.judgement;
  const prompt = ruling.evidence.prompts.get(ruling.target ?? '');
  if (handoff === undefined || prompt?.kind !== 'found' || outcome.audit_ref === null) {
    throw new BatonError('INTERNAL', 'a handoff was accepted without its evidence');
  }
  const changed = await findChanged(platform, action);
  if (changed.length > 0) return await stop(platform, action, changed);
  const { sha256, text } = prompt.value;
  const accepted = { handoff, prompt: text, promptHash: sha256, auditRef: outcome.audit_ref };
  const execution = await runRecorded(platform, action, () => execute(accepted));
  const done = await auditSafely(() => platform.audit.append([planFollowUp(action, 'handoff.executed', execution)]));
  // What ran has run: the outcome says so, and that the log could not take the end of the story.
  if (done.kind === 'unavailable') platform.remark(done.violation.message);
  return { ...outcome, execution };
}

/** A target that fails by throwing is on record too, and the caller gets an error with a code. */
async function runRecorded(
  platform: GovernPlatform,
  action: Action,
  run: () => Promise<JsonObject>,
): Promise<JsonObject> {
  try {
    return await run();
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : typeof cause;
    const scanner = await platform.scanner();
    const message = maskText(cause instanceof Error ? cause.message : String(cause), [], scanner);
    const done = await auditSafely(() =>
      platform.audit.append([planFollowUp(action, 'handoff.failed', { error: name, message })]),
    );
    if (done.kind === 'unavailable') platform.remark(done.violation.message);
    const { audit_ref, handoff_id } = action.outcome;
    const details = { handoff_id, audit_ref };
    throw new BatonError(
      'TARGET_FAILED',
      `the target of handoff ${handoff_id ?? ''} failed: ${message}`,
      details,
      cause,
    );
  }
}

function hashIn({ prompts }: Evidence, id: string): string | undefined {
  const prompt = prompts.get(id);
  return prompt?.kind === 'found' ? prompt.value.sha256 : undefined;
}

/** Agents whose prompt is no longer the one that was verified a moment ago. */
async function findChanged(platform: GovernPlatform, { ruling }: Action): Promise<string[]> {
  const now = await readEvidence(platform.files, ruling.place, ruling.named);
  return ruling.named.filter((id) => hashIn(now, id) !== hashIn(ruling.evidence, id));
}

async function stop(platform: GovernPlatform, action: Action, changed: readonly string[]): Promise<SendOutcome> {
  const violations = changed.map((id): Violation => ({
    code: 'IMMUTABILITY_VIOLATION',
    path: '',
    message: `the prompt of ${id} was changed between the check and its use`,
  }));
  const body = { code: 'IMMUTABILITY_VIOLATION', errors: violations.map(toRecord) };
  const { place, evidence, file } = action.ruling;
  const circumstances = { place, evidence, about: pickIds(file), sender: undefined };
  const done = await auditSafely(() =>
    platform.audit.append([
      planFollowUp(action, 'handoff.stopped', body),
      ...planRestrictions({ blocks: changed, holds: [] }, circumstances),
    ]),
  );
  if (done.kind === 'done') await raiseAlarm(platform, { blocks: changed, holds: [] }, action.outcome.audit_ref);
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
