import { expect, test } from 'vitest';
import { viewDocument } from '../../../src/protocols/document/index.ts';
import { fullDocument, smallDocument } from './sample-document.ts';

test('a reader sees the defaults of what is not there, and the document itself stays as it is', () => {
  const document = smallDocument();
  expect(viewDocument(document)).toMatchObject({
    expires_at: null,
    target: { skill: 'coder', invocation: null, expected_phase: null },
    context: { focus_areas: [], known_gaps: [], success_criteria: [] },
    payload: { working: {}, session: null, references: null },
    meta: { handoff_chain: ['planner'], user_approved: false },
  });
  expect(document).toEqual(smallDocument());
});

test('what is there is shown as it is', () => {
  const document = fullDocument();
  expect(viewDocument(document)).toEqual(document.handoff);
});
