/** Limits of one scan. Each that is hit becomes a finding. */

/** At most this many findings of one text are listed, the most severe first; nobody reads more. */
export const MAX_HITS = 1_000;

/** Longer text is scanned up to here. */
export const MAX_CHARACTERS = 256 * 1024 * 1024;
