/** Texts that other tools of this protocol print too: kept word for word. */

export const WARNINGS = {
  schemaMissing: 'Schema not found. Basic validation only.',
  frontmatter: (skill: string): string => `Could not parse ${skill}. Skipping.`,
  fallbackLocation: 'Using fallback location.',
  legacyTraceId: 'Generated trace_id for legacy handoff.',
} as const;

export interface FailureMode {
  readonly failure: string;
  readonly recovery: string;
}

export const FAILURES = {
  corrupted: { failure: 'Handoff JSON corrupted', recovery: 'Re-create handoff' },
  targetNotFound: { failure: 'Target workflow not found', recovery: 'Show available workflows, ask user' },
  overLimit: { failure: 'Token limit exceeded after compression', recovery: 'Manual payload reduction' },
  traceWrite: { failure: 'Trace log write failure', recovery: 'Continue without tracing' },
  circular: { failure: 'Circular handoff detected', recovery: 'Reject with chain visualization' },
  version: { failure: 'Schema version mismatch', recovery: 'Reject; document adapter path' },
} as const satisfies Record<string, FailureMode>;
