import type { AuditDraft, AuditFacts, AuditQuestion } from '../../../kernel/ports/index.ts';
import type { Connection } from '../connection/dial.ts';
import { send } from '../connection/statements.ts';
import { keyOf, type AuditStatements } from './audit-rows.ts';

/** Keys of names that are claimed, among those asked for. */
export async function readClaimed(
  connection: Connection,
  statements: AuditStatements,
  claims: readonly string[],
): Promise<Set<unknown>> {
  if (claims.length === 0) return new Set();
  const [claimed = []] = await send(connection, [statements.claimed(claims)]);
  return new Set(claimed.map((row) => row['claim_key']));
}

/** What is claimed and flagged, with what the entries of this group have changed about it. */
export class GroupFacts {
  readonly #claimed: Set<unknown>;
  readonly #flags: Set<string>;

  constructor(claimed: ReadonlySet<unknown>, flags: ReadonlySet<string>) {
    this.#claimed = new Set(claimed);
    this.#flags = new Set(flags);
  }

  get flags(): ReadonlySet<string> {
    return this.#flags;
  }

  isClaimed(claim: string): boolean {
    return this.#claimed.has(keyOf(claim));
  }

  answer({ claims = [], flags = [] }: AuditQuestion): AuditFacts {
    return {
      claimed: new Set(claims.filter((claim) => this.isClaimed(claim))),
      flagged: new Set(flags.filter((flag) => this.#flags.has(flag))),
    };
  }

  note({ claim, flag }: AuditDraft): void {
    if (claim !== undefined) this.#claimed.add(keyOf(claim));
    if (flag?.up === true) this.#flags.add(flag.name);
    else if (flag !== undefined) this.#flags.delete(flag.name);
  }
}
