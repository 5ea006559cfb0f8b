import type { Finding, FindingKind } from '../finding.ts';

/** Scans text for what must not reach the next agent. The guard implements it; protocols know only this interface. */
export interface Scanner {
  /** Pure and linear in the text. What no limit let it read is itself a finding, never a silent gap. */
  scan(text: string, options?: ScanOptions): readonly Finding[];
  /**
   * A reviewed list (`allow.json`) or AAHP's `pii-allowlist.json`: what it allows, and a finding for each entry that is
   * malformed, too wide or expired. Such entries allow nothing.
   */
  parseAllowList(text: string, options: AllowListOptions): AllowList;
  /** The text as data for an agent: between delimiters it could not have guessed, flagged passages marked or withheld. */
  frame(text: string, options: FrameOptions): FramedText;
}

export interface ScanOptions {
  /** Restrict to these kinds; default all. */
  readonly kinds?: readonly FindingKind[];
  /** Path shown in findings, and (for handoff files) what decides which structure rules apply. */
  readonly file?: string;
  /** Off leaves the statistical model out. */
  readonly model?: boolean;
  /** What reviewed lists allow here, see parseAllowList. */
  readonly allow?: readonly AllowList[];
  /** Every finding, however many: for callers that withhold or mask what was found. Default: the worst thousand. */
  readonly all?: boolean;
  /**
   * Honours `baton-allow` comments. Only for files of a repository, which people review: the sender of a message or a
   * document could otherwise allow their own text. A secret allowed this way stays a note.
   */
  readonly inlineAllows?: boolean;
  /** Called for each finding that a list or a comment left out, with its rule. */
  onAllowed?(rule: string): void;
}

export interface AllowListOptions {
  /** Path shown in findings; a name that ends in `pii-allowlist.json` is read in AAHP's form. */
  readonly file: string;
  readonly nowMs: number;
}

export interface AllowList {
  readonly entries: readonly AllowEntry[];
  readonly findings: readonly Finding[];
}

/** One thing a person reviewed: the hash of the very value, or a file together with a rule. */
export interface AllowEntry {
  /** Absent: any rule of `kind`, which only a value's hash may have. */
  readonly rule?: string;
  readonly kind?: FindingKind;
  /** SHA-256 of the value, bare hex. */
  readonly valueHash?: string;
  /** Path of the file, relative to the project; `*` stands for part of a name, `**` for any folders. */
  readonly path?: string;
  readonly reason: string;
}

export interface FrameOptions {
  /** What the content is, shown in the frame: a path, `LOG.md, last 3 entries`. */
  readonly label: string;
  /** At least 16 random bytes, new for each call. */
  readonly nonce: Uint8Array;
  /** The sentence at the top that says what the content is; default one that says it is data. */
  readonly notice?: string;
  /** Of this very text; passages with an injection or structure finding of at least a warning, or any secret, are flagged. */
  readonly findings: readonly Finding[];
  /** `quarantine` replaces flagged passages by a note; anything else marks them. */
  readonly policy: 'warn' | 'block' | 'quarantine';
  /** Command that shows a person the passage that begins on this line of the text; named in the note. */
  showCommand?(line: number): string;
}

export interface FramedText {
  readonly text: string;
  /** How many passages were marked or withheld. */
  readonly flagged: number;
}
