import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { composePlatform } from '../src/compose.ts';
import {
  checkDocument,
  renderDocument,
  withTokenCount,
  type HandoffDocument,
} from '../src/protocols/document/index.ts';
import { validate } from '../src/protocols/document/universal-handoff.gen.js';
import { validateDocuments } from '../src/relay/document/index.ts';
import type { Platform } from '../src/kernel/ports/index.ts';
import { compressionCases, factsCase } from './document/cases.ts';
import { defineBenchmark, ratePerSecond, type Case, type Contender } from './frame/index.ts';

const SCHEMA = 'schema/universal-handoff-v3.0.schema.json';
const BATCH = 1_000;
const NOW_MS = Date.UTC(2026, 1, 10);

/** Words as handoffs have them; the number makes every document, and so every token count, a new one. */
const notes = (index: number): string[] =>
  Array.from(
    { length: 9 },
    (_, at) => `Step ${at} of run ${index}: the form posts to /api/login and the token is kept in memory only.`,
  );

const document = (index: number): HandoffDocument => ({
  handoff: {
    version: '3.0',
    schema_type: 'universal',
    timestamp: '2026-02-07T18:30:00Z',
    expires_at: '2027-02-07T18:30:00Z',
    trace_id: '550e8400-e29b-41d4-a716-446655440000',
    source: { skill: 'planner', workflow_id: `w-${index}`, session_path: 'session', phase: 'design' },
    target: { skill: 'coder', category: 'implementation' },
    context: {
      summary: 'Build the login form and wire it to the session service.',
      problem_type: 'implementation',
      focus_areas: ['form', 'session'],
      known_gaps: ['no design yet'],
    },
    payload: { working: { notes: notes(index), index } },
    meta: { token_count: 500, confidence: 'high', handoff_chain: ['user', 'planner'] },
    tracing: { parent_span_id: '00f067aa0ba902b7', tags: { team: 'web' } },
  },
});

/** Validating documents beside the bare compiled schema, whole batches with token counts, and compression. */
export const benchmark = defineBenchmark({
  about:
    'validation of 2 kB handoff documents beside the bare compiled schema and Python jsonschema; compression, and the facts it keeps',
  async prepare({ folder, quick }) {
    const forMs = quick ? 300 : 1_500;
    const platform = await composePlatform({
      folder,
      environment: { HOME: folder, BATON_CACHE_DIR: join(folder, 'cache') },
    });
    const one = await withTokenCount(document(0), platform.tokens);
    const rate = (name: string, check: () => boolean): Contender => ({
      name,
      measure: () => ratePerSecond(forMs, () => repeat(200, check)).then((perSecond) => perSecond * 200),
      note: () => `${Buffer.byteLength(renderDocument(one))} bytes`,
    });
    const single: Case = {
      title: 'one document in memory, stages 1 and 3',
      unit: '/s',
      ours: rate('checkDocument', () => checkDocument(one, NOW_MS).valid),
      peers: pythonPeer(folder, one, forMs),
      floor: rate('bare compiled schema', () => validate(one)),
      target: { limit: 0.5, against: 'floor' },
    };
    return {
      cases: [
        single,
        batchCase(platform, false),
        batchCase(platform, true),
        ...compressionCases(platform.tokens, document(0)),
        factsCase(platform.tokens, 2_000),
        factsCase(platform.tokens, 800),
      ],
    };
  },
});

function repeat(times: number, check: () => boolean): void {
  for (let i = 0; i < times; i += 1) {
    if (!check()) throw new Error('the document of the benchmark is not valid');
  }
}

/** New documents every round: a count that is cached would be no count. */
function batchCase(platform: Platform, guard: boolean): Case {
  let round = 0;
  return {
    title: `a batch of 1,000 with real token counts, ${guard ? 'with' : 'without'} guard`,
    unit: '/s',
    rounds: 3,
    ours: {
      name: 'validateDocuments',
      async measure() {
        round += 1;
        const batch = Array.from({ length: BATCH }, (_, index) =>
          Buffer.from(renderDocument(document(round * BATCH + index))),
        );
        const beganMs = performance.now();
        const reports = await validateDocuments(platform, batch, { guard, checkFiles: false });
        if (!reports.every(({ valid }) => valid)) throw new Error('a document of the batch is not valid');
        return BATCH / ((performance.now() - beganMs) / 1_000);
      },
    },
    ...(guard ? {} : { target: { limit: 1_500 } }),
  };
}

const PYTHON = `
import json, sys, time
from jsonschema import Draft202012Validator
validator = Draft202012Validator(json.load(open(sys.argv[1])))
document = json.load(open(sys.argv[2]))
count, began, end = 0, time.perf_counter(), time.perf_counter() + float(sys.argv[3])
while time.perf_counter() < end:
    assert validator.is_valid(document)
    count += 1
print(count / (time.perf_counter() - began))
`;

/** Where Python and its jsonschema are installed. */
function pythonPeer(folder: string, one: HandoffDocument, forMs: number): Contender[] {
  if (spawnSync('python3', ['-c', 'import jsonschema']).status !== 0) return [];
  const [schema, file] = [join(folder, 'schema.json'), join(folder, 'document.json')];
  writeFileSync(schema, readFileSync(SCHEMA));
  writeFileSync(file, JSON.stringify(one));
  const args = ['-c', PYTHON, schema, file, String(forMs / 1_000)];
  return [{ name: 'Python jsonschema', measure: () => Number(execFileSync('python3', args, { encoding: 'utf8' })) }];
}
