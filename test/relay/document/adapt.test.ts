import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isUuidV4 } from '../../../src/kernel/ids.ts';
import { isHandoffDocument, type HandoffDocument } from '../../../src/protocols/document/index.ts';
import { adaptDocument, validateDocument } from '../../../src/relay/document/index.ts';
import { fullDocument, smallDocument } from '../../protocols/document/sample-document.ts';
import { codeOf } from '../../support/code-of.ts';
import { runBaton } from '../../support/run-baton.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { testPlatform } from '../../support/test-platform.ts';
import { verifies } from '../../support/verifies.ts';

const OLD = `handoff:
  version: "2.0"
  timestamp: "2026-02-04T19:30:00Z"
  source:
    skill: perspective-swarm
    workflow_id: swarm-1
    session_path: /tmp/swarm-1/
  target:
    skill: lit-pm
    invocation: "/lit-pm --handoff {payload_path}"
    category: research
  context:
    original_prompt: "Should we go there?"
    reframed_challenge: "Evaluate going there"
    problem_type: strategic
    synthesis_summary: |
      Going there looks good.
      Rules are the risk.
  insights:
    uncertainties: ["cost of the rules"]
  research_seeds:
    open_questions: ["what does it cost?"]
  meta:
    perspectives_completed: 5
    convergence_level: none
    handoff_chain: ["user"]
    payload_hash: "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
`;

describe('documents of version 2.0', () => {
  verifies('UHS-080', 'in YAML become valid 3.0 documents, with nothing dropped', async () => {
    const platform = await testPlatform(await tempFolder());
    const { document, errors, warnings, text } = await adaptDocument(platform, Buffer.from(OLD), { to: '3.0' });
    expect(errors).toEqual([]);
    expect(isHandoffDocument(document)).toBe(true);
    const { handoff } = document as unknown as HandoffDocument;
    expect(handoff).toMatchObject({
      version: '3.0',
      schema_type: 'universal',
      timestamp: '2026-02-04T19:30:00Z',
      source: { skill: 'perspective-swarm', workflow_id: 'swarm-1', session_path: '/tmp/swarm-1/', phase: '' },
      target: { skill: 'lit-pm', category: 'research' },
      context: {
        summary: 'Going there looks good.\nRules are the risk.',
        problem_type: 'strategic',
        reframed_challenge: 'Evaluate going there',
      },
      payload: {
        working: {
          insights: { uncertainties: ['cost of the rules'] },
          research_seeds: { open_questions: ['what does it cost?'] },
        },
      },
      meta: { confidence: 'low', perspectives_completed: 5, handoff_chain: ['user', 'perspective-swarm'] },
    });
    expect(isUuidV4(handoff.trace_id)).toBe(true);
    expect(warnings).toEqual([
      'Generated trace_id for legacy handoff.',
      'the chain is continued by its sender: perspective-swarm',
    ]);
    expect(await validateDocument(platform, Buffer.from(text), { guard: false })).toMatchObject({
      valid: true,
      payload_hash: 'document-order',
    });
  });

  verifies('UHS-080', 'in JSON too; a long summary is cut and kept whole beside it', async () => {
    const platform = await testPlatform(await tempFolder());
    const summary = 'Long. '.repeat(200).trim();
    const old = {
      handoff: {
        version: '2.0',
        timestamp: '2026-02-04T19:30:00+01:00',
        source: { skill: 'a', session_path: '/tmp/s-9/' },
        target: { skill: 'b' },
        context: { problem_type: 'decision', synthesis_summary: summary },
      },
    };
    const { document, errors } = await adaptDocument(platform, Buffer.from(JSON.stringify(old)), { to: '3.0' });
    const { handoff } = document as unknown as HandoffDocument;
    expect(errors).toEqual([]);
    expect(handoff.timestamp).toBe('2026-02-04T18:30:00Z');
    expect(handoff.source.workflow_id).toBe('s-9');
    expect(handoff.context.summary).toHaveLength(500);
    expect(handoff.payload.working).toEqual({ synthesis_summary: summary });
  });

  test('that lack what 3.0 asks for are named, not completed by guesses', async () => {
    const folder = await tempFolder();
    writeFileSync(join(folder, 'old.yaml'), 'handoff:\n  version: "2.0"\n  source: {skill: a, session_path: /tmp/x}\n');
    const { code, stdout } = await runBaton(['doc', 'adapt', 'old.yaml', '--out', 'new.json', '--json'], {
      cwd: folder,
    });
    const { data } = JSON.parse(stdout) as { data: { path: unknown; errors: { path: string }[] } };
    expect([code, data.path]).toEqual([1, null]);
    expect(data.errors.map(({ path }) => path)).toEqual([
      '/handoff/context/problem_type',
      '/handoff/context/summary',
      '/handoff/target',
      '/handoff/timestamp',
    ]);
  });

  test('other versions and other texts are refused', async () => {
    const platform = await testPlatform(await tempFolder());
    for (const text of ['{"handoff": {"version": "4.2"}}', JSON.stringify(smallDocument()), 'a: [', '[]']) {
      expect(await codeOf(adaptDocument(platform, Buffer.from(text), { to: '3.0' }))).toBe('DOCUMENT_INVALID');
    }
  });
});

describe('back to version 2.0', () => {
  verifies('UHS-080', 'says what is lost', async () => {
    const platform = await testPlatform(await tempFolder());
    const { document, lost } = await adaptDocument(platform, Buffer.from(JSON.stringify(fullDocument())), {
      to: '2.0',
    });
    expect(document).toMatchObject({
      handoff: {
        version: '2.0',
        context: {
          original_prompt: 'Please add a login.',
          problem_type: 'implementation',
          synthesis_summary: 'Build the login form.',
        },
        meta: { convergence_level: 'medium', handoff_chain: ['user', 'planner'] },
      },
    });
    expect(lost).toEqual(
      expect.arrayContaining([
        '/handoff/trace_id',
        '/handoff/tracing',
        '/handoff/payload/session',
        '/handoff/payload/working/notes',
        '/handoff/context/known_gaps',
      ]),
    );
  });

  test('and forth again keeps what 2.0 has a place for', async () => {
    const platform = await testPlatform(await tempFolder());
    const there = await adaptDocument(platform, Buffer.from(OLD), { to: '3.0' });
    const back = await adaptDocument(platform, Buffer.from(there.text), { to: '2.0' });
    expect(back.document).toMatchObject({
      handoff: {
        insights: { uncertainties: ['cost of the rules'] },
        target: { invocation: '/lit-pm --handoff {payload_path}' },
      },
    });
  });
});
