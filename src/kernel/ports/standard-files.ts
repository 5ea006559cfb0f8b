/** Standard input (0) and output (1) as files that are asked at once. */
export interface StandardFiles {
  /** True for a file, a pipe, a socket or the null device: no terminal, and a write may wait for its reader. */
  isPlain(file: 0 | 1): boolean;
  /** How many bytes were taken; undefined if none can be taken right now. */
  write(file: 1, bytes: Uint8Array): number | undefined;
  /** How many bytes came, 0 at the end; undefined if none are there right now. */
  read(file: 0, buffer: Uint8Array): number | undefined;
}
