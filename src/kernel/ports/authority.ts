/** What a repository asks for and does not have before a person on this machine approved exactly that. */
export interface AuthorityRequest {
  readonly kind: AuthorityKind;
  /** The file that asks, relative to the project. */
  readonly source: string;
  /** For a person, in one line: `agent nightly would run sh ./nightly.sh`. */
  readonly asks: string;
  /** SHA-256 of exactly what is asked for: any change is another request. */
  readonly sha256: string;
}

/**
 * `program`: start one. `connection`: open one, credentials included. `identity`: whose messages count, whose key signs.
 * `place`: write outside the project. `setting`: weaken a check. `allow`: show agents what the guard would mark.
 * `state`: go on with runtime state that another installation made.
 */
export type AuthorityKind = 'program' | 'connection' | 'identity' | 'place' | 'setting' | 'allow' | 'state';

/** What in a project asks, as it is now: BATON_APPROVED names its hash, and nothing from another source is approved by it. */
export interface AskedContent {
  readonly sha256: string;
  readonly sources: ReadonlySet<string>;
}

export interface Approval {
  readonly sha256: string;
  readonly kind: string;
  readonly asks: string;
  /** ISO time. */
  readonly at: string;
  /** `approve`, or the command whose act it was: `agent add`. */
  readonly by: string;
}

/**
 * The one rule of trust: a repository is data. Whatever a file of the project names (a program, an address, a place, a
 * weaker setting) passes here before it has any effect.
 */
export interface Authority {
  /** Whether a person approved it here, or BATON_APPROVED names the content it is part of. */
  isApproved(request: AuthorityRequest): Promise<boolean>;
  /** The same; what is not approved is named to the person once. */
  permit(request: AuthorityRequest): Promise<boolean>;
  /**
   * Remembers what a person did on this machine through Baton. Does nothing inside a run: an agent is not a person.
   * `by` is the command.
   */
  approve(requests: readonly AuthorityRequest[], by: string): Promise<void>;
  /** What is approved for this project. */
  list(): Promise<readonly Approval[]>;
  /** Without hashes everything. The number of approvals that were dropped. */
  revoke(hashes?: readonly string[]): Promise<number>;
  /** Names to the person, once, what is not believed. */
  note(text: string): void;
  /** True for a process that a run started: it cannot approve anything. */
  readonly isRun: boolean;
  /** Of the run that started this process. */
  readonly runSecret: string | undefined;
  readonly seals: Seals;
}

/** Marks on runtime state, so that this installation knows its own again. */
export interface Seals {
  /** Undefined if this user has no folder that the mark's key could be kept in. */
  seal(purpose: string, content: string): Promise<string | undefined>;
  /** False for anything this installation did not seal for this purpose. */
  isOurs(purpose: string, content: string, mark: string): Promise<boolean>;
  /** Remembers outside the project that this installation made something. */
  remember(purpose: string, content: string): Promise<void>;
  /** Whether it did. Undefined if this user has no folder that could tell. */
  knows(purpose: string, content: string): Promise<boolean | undefined>;
  /** True if git keeps the file: then it came with the repository. */
  isTracked(path: string): Promise<boolean>;
}
