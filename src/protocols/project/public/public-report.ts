/** What a checking command of the public tool has to say, as data: the surface decides how it looks. */
export interface PublicReport {
  readonly checks: readonly PublicCheck[];
  /** More than none means exit code 1. */
  readonly violations: number;
}

/** One check of a folder that is about to be published. */
export interface PublicCheck {
  readonly title: string;
  readonly remarks: readonly PublicRemark[];
}

/** Something a check of a public folder noticed. */
export interface PublicRemark {
  /** Only a violation counts; a note is shown and changes nothing. */
  readonly state: 'ok' | 'violation' | 'note';
  readonly text: string;
}

export const ok = (text: string): PublicRemark => ({ state: 'ok', text });
export const violation = (text: string): PublicRemark => ({ state: 'violation', text });
export const note = (text: string): PublicRemark => ({ state: 'note', text });

export const makeReport = (checks: readonly PublicCheck[]): PublicReport => ({
  checks,
  violations: checks.flatMap(({ remarks }) => remarks).filter(({ state }) => state === 'violation').length,
});
