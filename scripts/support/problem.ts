/** Something a check found wrong, at a place a person can open. */
export interface Problem {
  readonly file: string;
  readonly line?: number | undefined;
  readonly message: string;
}

export const renderProblem = ({ file, line, message }: Problem): string =>
  line === undefined ? `${file}: ${message}` : `${file}:${line}: ${message}`;
