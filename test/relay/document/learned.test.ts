import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isBatonError } from '../../../src/kernel/errors/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../src/kernel/json.ts';
import {
  checkDocument,
  hashPayload,
  isPublishedSchema,
  parseDocumentText,
  planCompression,
  renderDocument,
  shortenText,
} from '../../../src/protocols/document/index.ts';
import {
  adaptDocument,
  compressDocument,
  createDocument,
  expandDocument,
  hashDocument,
  receiveDocument,
  repairDocument,
  validateDocument,
} from '../../../src/relay/document/index.ts';
import { NOW_MS, smallDocument } from '../../protocols/document/sample-document.ts';
import { codeOf } from '../../support/code-of.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { standingClock, testPlatform } from '../../support/test-platform.ts';
import { verifies } from '../../support/verifies.ts';

const OWN_SCHEMA = JSON.parse(readFileSync('schema/universal-handoff-v3.0.schema.json', 'utf8')) as JsonObject;
const platformHere = async () => testPlatform(await tempFolder(), { clock: standingClock(NOW_MS) });

/** The same rules in other words: no references, other descriptions, tighter patterns, an address. */
function rewrite(schema: Json, root: JsonObject): Json {
  if (Array.isArray(schema)) return schema.map((item: Json) => rewrite(item, root));
  if (!isJsonObject(schema)) return schema;
  const { $ref: reference, $defs: _, title: _title, ...rest } = schema;
  if (typeof reference === 'string') {
    return rewrite((root['$defs'] as JsonObject)[reference.replace('#/$defs/', '')] ?? {}, root);
  }
  const members = Object.entries(rest).map(([name, value]) => [name, rewrite(value, root)] as const);
  return { ...Object.fromEntries(members), ...(rest['type'] === undefined ? {} : { description: 'in other words' }) };
}

describe('repair', () => {
  verifies('UHS-103', 'an enum value without a near match takes the default and says so', async () => {
    const { handoff } = smallDocument();
    const document = { handoff: { ...handoff, meta: { ...handoff.meta, confidence: 'certain' } } };
    const outcome = await repairDocument(await platformHere(), document, { dryRun: true });
    expect(outcome.document?.handoff.meta.confidence).toBe('medium');
    expect(outcome.attempts[0]?.changes).toContainEqual({
      path: '/handoff/meta/confidence',
      rule: 'enum',
      what: 'use the default "medium": "certain" is not close to any of high, medium, low',
      before: 'certain',
    });
  });

  test('a problem type that is near none is left to the sender', async () => {
    const { handoff } = smallDocument();
    const document = { handoff: { ...handoff, context: { ...handoff.context, problem_type: 'gardening' } } };
    expect(await repairDocument(await platformHere(), document)).toMatchObject({ repaired: false });
  });

  verifies(
    'UHS-103',
    'a legacy document without trace_id is received with a generated one and the warning',
    async () => {
      const platform = await platformHere();
      const { trace_id: _, ...legacy } = smallDocument().handoff;
      const { report, received } = await receiveDocument(platform, { handoff: legacy });
      expect(report.valid).toBe(true);
      expect(report.warnings.map(({ message }) => message)).toContain('Generated trace_id for legacy handoff.');
      expect(received?.document.handoff.trace_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
      expect(report.trace_id).toBe(received?.document.handoff.trace_id);
      const next = await createDocument(platform, {
        after: { handoff: legacy },
        source: { skill: 'coder', phase: '' },
        target: { skill: 'tester' },
        summary: 'Test it.',
        problemType: 'verification',
        confidence: 'medium',
        working: {},
      });
      expect(next).toMatchObject({ errors: [], path: expect.any(String) as string });
      expect(await validateDocument(platform, { handoff: legacy })).toMatchObject({ valid: false });
    },
  );
});

describe('other files of the protocol', () => {
  verifies('UHS-104', 'the published schema of 3.0 is known by its names and values, another is not', () => {
    const published = rewrite(OWN_SCHEMA, OWN_SCHEMA) as JsonObject;
    expect(isPublishedSchema({ $id: 'https://example.com/universal-handoff-schema-v3.0.json', ...published })).toBe(
      true,
    );
    const changed = JSON.parse(JSON.stringify(published).replace('"creative"', '"inventive"')) as Json;
    expect(isPublishedSchema(changed)).toBe(false);
    const version = JSON.parse(JSON.stringify(published).replace('"const":"3.0"', '"const":"3.1"')) as Json;
    expect(isPublishedSchema(version)).toBe(false);
    for (const other of [null, [], {}, { type: 'object' }]) expect(isPublishedSchema(other as Json)).toBe(false);
  });

  verifies('UHS-104', 'a document of version 1.1 becomes a valid one of 3.0 with nothing dropped', async () => {
    const text = `
handoff:
  version: "1.1"
  from_phase: 3
  to_phase: 4
  producer: systems-architect
  consumer: senior-developer
  timestamp: "2025-02-05T10:15:00Z"
  session:
    session_dir: /tmp/project-session-7/
  deliverable:
    location: /tmp/project-session-7/architecture.md
    type: specification
  context:
    task_id: ARCH-3
    description: Architecture of the importer, ready to be built
    focus_areas: [throughput]
    known_gaps: [rate limits of the API]
  quality: { status: partial, confidence: low, notes: the queue is not chosen }
  components:
    - { name: reader, responsibility: reads pages }
`;
    const { document, errors, warnings } = await adaptDocument(await platformHere(), text, { to: '3.0' });
    expect(errors).toEqual([]);
    expect(document).toMatchObject({
      handoff: {
        version: '3.0',
        source: {
          skill: 'systems-architect',
          workflow_id: 'ARCH-3',
          session_path: '/tmp/project-session-7/',
          phase: 'Phase 3',
        },
        target: { skill: 'senior-developer', expected_phase: 'Phase 4' },
        context: {
          summary: 'Architecture of the importer, ready to be built',
          problem_type: 'implementation',
          task_id: 'ARCH-3',
          known_gaps: ['rate limits of the API'],
        },
        payload: {
          working: {
            from_phase: 3,
            quality: { status: 'partial', confidence: 'low', notes: 'the queue is not chosen' },
            components: [{ name: 'reader', responsibility: 'reads pages' }],
          },
          references: { files: [{ path: '/tmp/project-session-7/architecture.md', relevance: 'critical' }] },
        },
        meta: { confidence: 'low' },
      },
    });
    expect(warnings).toContain('Generated trace_id for legacy handoff.');
    expect(warnings).toContain('problem_type is taken from to_phase 4: implementation');
  });

  test('a document of version 2 whose version YAML reads as a number has its adapter too', async () => {
    const text =
      'handoff:\n  version: 2.0\n  timestamp: "2026-02-04T19:30:00Z"\n  source: {skill: a, session_path: /tmp/s/}\n  target: {skill: b}\n  context: {original_prompt: Shall we?, problem_type: strategic}\n';
    const { errors, document } = await adaptDocument(await platformHere(), text, { to: '3.0' });
    expect([errors, (document as { handoff: JsonObject }).handoff['version']]).toEqual([[], '3.0']);
  });
});

describe('the library', () => {
  verifies('UHS-106', 'takes bytes, text and objects alike', async () => {
    const platform = await platformHere();
    const document = smallDocument();
    const text = renderDocument(document);
    const bytes = Buffer.from(text);
    const reports = await Promise.all([document, text, bytes].map((input) => validateDocument(platform, input)));
    expect(reports[0]?.valid).toBe(true);
    expect(reports[1]).toEqual(reports[0]);
    expect(reports[2]).toEqual(reports[0]);
    expect([document, text, bytes].map((input) => hashDocument(input).payload_hash)).toEqual(
      Array.from({ length: 3 }, () => hashPayload(document.handoff.payload)),
    );
    expect(checkDocument(text, NOW_MS)).toEqual(checkDocument(document, NOW_MS));
    for (const input of [document, text, bytes]) {
      expect(await compressDocument(platform, input, { dryRun: true })).toMatchObject({ fits: true });
    }
  });

  verifies('UHS-106', 'answers wrong types with a typed error', async () => {
    const platform = await platformHere();
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    const calls: readonly ((input: never) => unknown)[] = [
      (input) => validateDocument(platform, input),
      (input) => compressDocument(platform, input),
      (input) => expandDocument(platform, input),
      (input) => repairDocument(platform, input),
      (input) => receiveDocument(platform, input),
      (input) => hashDocument(input),
      (input) => adaptDocument(platform, input, { to: '2.0' }),
      (input) => adaptDocument(platform, input, { to: '3.0' }),
      (input) => planCompression(input, { path: 'p', checksum: 'c' }, platform.tokens),
      (input) => renderDocument(input),
      (input) => hashPayload(input),
      (input) => parseDocumentText(input),
      (input) => shortenText(input, 20),
    ];
    for (const wrong of [undefined, () => 1, Symbol('x'), circular, { big: 1n }]) {
      for (const [index, call] of calls.entries()) {
        const outcome = await Promise.resolve()
          .then(() => call(wrong as never))
          .then(
            () => 'no error',
            (error: unknown) => (isBatonError(error) ? 'typed' : String(error)),
          );
        expect({ index, wrong: typeof wrong, outcome }).toEqual({ index, wrong: typeof wrong, outcome: 'typed' });
      }
    }
    for (const wrong of [5, null, true])
      expect(await codeOf(validateDocument(platform, wrong as never))).toBe('INPUT_INVALID');
    expect(
      await codeOf(planCompression(smallDocument(), { path: 'p', checksum: 'c' }, platform.tokens, Number.NaN)),
    ).toBe('INPUT_INVALID');
  });
});
