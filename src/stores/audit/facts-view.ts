import type { AuditDraft } from '../../kernel/ports/index.ts';

interface Waiting {
  readonly draft: AuditDraft;
  readonly position: number;
}

/**
 * Claims and flags, as the entries that a signature covers have left them. Of the others only what makes things stricter
 * counts: a name they claim is claimed, a flag they raise is up; a flag they lower stays up.
 */
export class AuditFactsView {
  readonly #flags: Set<string>;
  readonly #claims = new Set<string>();
  #waiting: Waiting[] = [];

  constructor(flags: Iterable<string> = []) {
    this.#flags = new Set(flags);
  }

  get flags(): ReadonlySet<string> {
    return this.#flags;
  }

  get claims(): ReadonlySet<string> {
    return this.#claims;
  }

  get uncovered(): { readonly position: number; readonly entries: number } | undefined {
    const [first] = this.#waiting;
    return first === undefined ? undefined : { position: first.position, entries: this.#waiting.length };
  }

  take(draft: AuditDraft, position: number): void {
    this.#waiting.push({ draft, position });
  }

  /** A signature covers everything so far. */
  cover(): void {
    for (const { draft } of this.#waiting) this.#add(draft);
    this.#waiting = [];
  }

  #add({ claim, flag }: AuditDraft): void {
    if (claim !== undefined) this.#claims.add(claim);
    if (flag?.up === true) this.#flags.add(flag.name);
    else if (flag !== undefined) this.#flags.delete(flag.name);
  }

  isClaimed(name: string): boolean {
    return this.#claims.has(name) || this.#waiting.some(({ draft }) => draft.claim === name);
  }

  isFlagged(name: string): boolean {
    return this.#flags.has(name) || this.#waiting.some(({ draft: { flag } }) => flag?.name === name && flag.up);
  }
}
