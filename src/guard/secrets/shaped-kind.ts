export interface ShapedKind {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly example: string;
  /** Lower case; one of them must be in the text before the shape is tried around it. */
  readonly keywords: readonly string[];
  /** How much of the text before and after the keyword the shape may need. */
  readonly before: number;
  readonly after: number;
  /** A sign that must follow the keyword, looked for before the shape is tried. */
  readonly needs?: string;
  /** A cheap look around a keyword that is too common to try the shape at each. */
  isLikely?(text: string, keywordStart: number): boolean;
  /** The group `value` is the secret itself. Tried on a window of bounded size only. */
  readonly shape: RegExp;
  /** Where the value ends that begins at `start`, for values longer than the window; undefined: where the shape ends. */
  findEnd?(text: string, start: number): number | undefined;
  /** Instead of the usual check for placeholders. */
  isReal?(value: string, match: RegExpExecArray, before: string, keyword: string): boolean;
  /** The keyword must not be part of a longer word. */
  readonly isWhole?: boolean;
  /** The shape begins with the keyword; otherwise after it. */
  readonly isAtKeyword?: boolean;
}

/** How much of the text after a keyword is read for most kinds. */
export const KEYWORD_WINDOW = 420;
