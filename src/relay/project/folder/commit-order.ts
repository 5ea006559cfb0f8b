import { given } from '../../../kernel/given.ts';
import { BatonError } from '../../../kernel/errors/index.ts';
import { isJsonObject, type Json } from '../../../kernel/json.ts';

/** What git is to do once the files are in place. */
export interface CommitOrder {
  readonly message: string;
  /** Author of the commit where git itself knows none. */
  readonly agent: string;
  /** Name of an annotated tag on the commit. */
  readonly tag?: string;
}

export function parseCommitOrder(value: Json): CommitOrder {
  const fields = isJsonObject(value) ? value : {};
  const { message, agent, tag } = fields;
  if (typeof message !== 'string' || typeof agent !== 'string' || (tag !== undefined && typeof tag !== 'string')) {
    throw new BatonError('INPUT_INVALID', 'the commit of the plan is not one');
  }
  return { message, agent, ...given({ tag }) };
}
