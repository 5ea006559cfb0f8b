import { BatonError } from '../../kernel/errors/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';

/** Who answers for an act, and why. */
export interface PersonNote {
  readonly by: string;
  readonly reason: string;
}

/** An agent that Baton started could otherwise wave through what it did itself. */
export function assertNoRun({ project }: Pick<Platform, 'project'>, what: string): void {
  if (project.authority.isRun) throw new BatonError('PERSON_ONLY', `only a person can ${what}, not a run of an agent`);
}

/** Shows what it is about; true if a person typed what was asked for. */
export type Confirm = (found: readonly string[]) => Promise<boolean>;

export const CONFIRM_REFUSED = 'a person has to confirm this: run it on a terminal and type what it asks for';

const MIN_WORDS = 3;
const MIN_LENGTH = 12;

/** A reason is a sentence that somebody can still make sense of in a year. */
export function assertPersonNote({ by, reason }: PersonNote): void {
  if (by.trim() === '') throw new BatonError('USAGE_INVALID', 'name the person responsible: --by PERSON');
  const words = reason.match(/\p{L}{2,}/gu) ?? [];
  if (words.length >= MIN_WORDS && reason.trim().length >= MIN_LENGTH) return;
  throw new BatonError('USAGE_INVALID', 'give the reason in a sentence: --reason TEXT, at least three words');
}
