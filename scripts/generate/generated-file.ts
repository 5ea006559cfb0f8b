/** A file that is derived from code. */
export interface GeneratedFile {
  readonly path: string;
  readonly content: string;
}
