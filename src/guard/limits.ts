/** Limits of one scan. Each that is hit becomes a finding. */

/** So many findings of one text are listed, the severe ones first; nobody reads more. */
export const MOST_HITS = 1_000;

/** Longer text is looked through up to here. */
export const MOST_CHARACTERS = 256 * 1024 * 1024;
