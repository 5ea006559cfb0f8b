import type { HandoffDocument } from '../../../src/protocols/document/index.ts';

/** The moment at which the tests take place; the sample is three days old then. */
export const NOW_MS = Date.UTC(2026, 1, 10);

/** A document with nothing but what is required. */
export function smallDocument(): HandoffDocument {
  return {
    handoff: {
      version: '3.0',
      schema_type: 'universal',
      timestamp: '2026-02-07T18:30:00Z',
      trace_id: '550e8400-e29b-41d4-a716-446655440000',
      source: { skill: 'planner', workflow_id: 'w-1', session_path: 'session', phase: 'design' },
      target: { skill: 'coder' },
      context: { summary: 'Build the login form.', problem_type: 'implementation' },
      payload: { working: {} },
      meta: { token_count: 210, confidence: 'high' },
    },
  };
}

/** A document with every field the protocol names. */
export function fullDocument(): HandoffDocument {
  const { handoff } = smallDocument();
  return {
    handoff: {
      ...handoff,
      expires_at: '2026-03-07T18:30:00Z',
      target: { skill: 'coder', invocation: '/coder', category: 'implementation', expected_phase: 'build' },
      context: {
        ...handoff.context,
        original_prompt: 'Please add a login.',
        focus_areas: ['form'],
        known_gaps: ['no design yet'],
        success_criteria: ['tests pass'],
      },
      payload: {
        working: { step: 1, notes: ['one', 'two'] },
        session: {
          artifacts: [
            {
              name: 'spec',
              path: 'spec.md',
              type: 'specification',
              description: 'what to build',
              checksum: `sha256:${'a'.repeat(64)}`,
            },
          ],
          state: { open: true },
        },
        references: {
          files: [{ path: 'notes.md', description: 'notes', relevance: 'optional' }],
          urls: [{ url: 'https://example.com/a', description: 'page' }],
        },
      },
      meta: {
        token_count: 620,
        confidence: 'medium',
        handoff_chain: ['user', 'planner'],
        handoff_reason: 'next step',
        payload_size_bytes: 10,
        user_approved: true,
      },
      tracing: {
        events: [{ timestamp: '2026-02-07T18:29:00Z', event_type: 'created', workflow: 'planner', details: {} }],
        parent_span_id: '00f067aa0ba902b7',
        tags: { team: 'web' },
      },
    },
  };
}
