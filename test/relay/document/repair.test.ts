import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/kernel/json.ts';
import { estimatingCounter } from '../../../src/kernel/token-estimate.ts';
import {
  checkDocument,
  findAt,
  parseRepairReply,
  renderRepairPrompt,
  withPayloadHash,
  type HandoffDocument,
} from '../../../src/protocols/document/index.ts';
import {
  expandDocument,
  repairDocument,
  type RepairOutcome,
  type RepairRequest,
} from '../../../src/relay/document/index.ts';
import type { Platform } from '../../../src/kernel/ports/index.ts';
import { applyFixes } from '../../../src/protocols/document/repair.ts';
import { fullDocument, NOW_MS, smallDocument } from '../../protocols/document/sample-document.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { standingClock, testPlatform } from '../../support/test-platform.ts';
import { verifies } from '../../support/verifies.ts';

const bytesOf = (document: unknown): Buffer => Buffer.from(JSON.stringify(document));
const platformIn = async (folder: string): Promise<Platform> => testPlatform(folder, { clock: standingClock(NOW_MS) });

async function repair(document: unknown, request: RepairRequest = { dryRun: true }): Promise<RepairOutcome> {
  return repairDocument(await platformIn(await tempFolder()), bytesOf(document), request);
}

/** A copy with one member changed, or removed where the value is undefined. */
function withMember(document: HandoffDocument, path: string, value: unknown): Json {
  const copy = JSON.parse(JSON.stringify(document)) as Record<string, never>;
  const parts = path.split('/').slice(1);
  const parent = parts.slice(0, -1).reduce<Record<string, never>>((at, part) => at[part] ?? {}, copy);
  if (value === undefined) delete parent[parts.at(-1) ?? ''];
  else Object.assign(parent, { [parts.at(-1) ?? '']: value });
  return copy;
}

function pathsOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [
    ...(path === '' ? [] : [path]),
    ...Object.entries(value).flatMap(([name, part]) => pathsOf(part, `${path}/${name}`)),
  ];
}

const SENDERS_OWN = ['/handoff/source', '/handoff/target', '/handoff/context/summary', '/handoff/context/problem_type'];

describe('repair', () => {
  verifies('UHS-103', 'what is there under a misspelt name is renamed, never replaced by a default', () => {
    const fresh = { traceId: '00000000-0000-4000-8000-000000000000', timestamp: '2030-01-01T00:00:00Z' };
    const { handoff } = smallDocument();
    for (const [name, misspelt] of [
      ['timestamp', 'timestmp'],
      ['trace_id', 'traceId'],
      ['trace_id', 'trace-id'],
      ['version', 'verison'],
      ['schema_type', 'schema_tpye'],
    ] as const) {
      const { [name]: kept, ...others } = handoff;
      const { value } = applyFixes({ handoff: { ...others, [misspelt]: kept } } as unknown as Json, fresh);
      expect([misspelt, findAt(value, `/handoff/${name}`)]).toEqual([misspelt, kept]);
      expect(findAt(value, `/handoff/${misspelt}`)).toBeUndefined();
    }
  });

  verifies('UHS-030', 'fills in the six defaults if they are missing and overwrites nothing', async () => {
    const { handoff } = smallDocument();
    const { version: _v, schema_type: _s, timestamp: _t, trace_id: _i, ...rest } = handoff;
    const outcome = await repair({ handoff: { ...rest, meta: {} } });
    expect(outcome.repaired).toBe(true);
    expect(outcome.document?.handoff).toMatchObject({
      version: '3.0',
      schema_type: 'universal',
      timestamp: '2026-02-10T00:00:00Z',
      trace_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      meta: { confidence: 'medium', token_count: expect.any(Number) },
    });
    expect(outcome.document?.handoff.meta.token_count).toBeGreaterThan(100);
    expect(outcome.warnings).toEqual(['Generated trace_id for legacy handoff.']);

    const older = await repair(withMember(smallDocument(), '/handoff/version', '2.0'));
    expect(older).toMatchObject({ repaired: false, unresolved: [{ path: '/handoff/version', rule: 'const' }] });
  });

  verifies(['UHS-031', 'UHS-005'], 'really repairs each kind of fault in the first attempt', async () => {
    const faults: [string, unknown, unknown][] = [
      ['/handoff/meta/confidence', undefined, 'medium'],
      ['/handoff/meta/user_approved', 'true', true],
      ['/handoff/context/focus_areas', 'form', ['form']],
      ['/handoff/timestamp', '2026-02-07T20:30:00+02:00', '2026-02-07T18:30:00Z'],
      ['/handoff/timestamp', '2026-02-07 18:30:00', '2026-02-07T18:30:00Z'],
      ['/handoff/timestamp', 'Sat, 07 Feb 2026 18:30:00 GMT', '2026-02-07T18:30:00Z'],
      ['/handoff/timestamp', 1_770_489_000_000, '2026-02-07T18:30:00Z'],
      ['/handoff/context/problem_type', 'Reserch', 'research'],
      ['/handoff/payload/session', null, undefined],
      ['/handoff/extra', 1, undefined],
      ['/handoff/meta/handoff_chain', [], undefined],
    ];
    for (const [path, damage, mended] of faults) {
      const outcome = await repair(withMember(fullDocument(), path, damage));
      expect({ path, damage, repaired: outcome.repaired }).toEqual({ path, damage, repaired: true });
      expect(findAt(outcome.document, path)).toEqual(mended);
      expect(outcome.attempts.map(({ attempt, outcome: how }) => [attempt, how])).toEqual([[1, 'repaired']]);
    }
    const long = await repair(withMember(smallDocument(), '/handoff/context/summary', 'ü'.repeat(501)));
    expect(long.document?.handoff.context.summary).toBe(`${'ü'.repeat(497)}...`);
    const misspelt = await repair({ handof: smallDocument().handoff });
    expect(misspelt.document?.handoff.source).toEqual(smallDocument().handoff.source);
  });

  verifies('UHS-032', 'never makes up a source, a target, a context, a summary or a problem type', async () => {
    for (const path of [...SENDERS_OWN, '/handoff/context', '/handoff/source/skill', '/handoff/payload']) {
      const outcome = await repair(withMember(smallDocument(), path, undefined));
      expect({ path, repaired: outcome.repaired }).toEqual({ path, repaired: false });
      expect(outcome.unresolved[0]).toMatchObject({
        rule: 'required',
        repair: expect.stringContaining('only the sender knows it'),
      });
    }
  });

  verifies(
    ['UHS-031', 'UHS-032'],
    'any one field removed or damaged is repaired, or refused for a stated reason',
    async () => {
      const folder = await tempFolder();
      const platform = await platformIn(folder);
      const base = withPayloadHash(fullDocument());
      const damage = fc.oneof(
        fc.constant(undefined),
        fc.constantFrom<unknown>(null, '', 0, -1, true, [], {}, '[]', '{}', 'x'.repeat(600), 1e21),
        fc.string(),
        fc.jsonValue(),
      );
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...pathsOf(base)), damage, async (path, value) => {
          const damaged = withMember(base, path, value);
          const bytes = bytesOf(damaged);
          const before = bytes.toString();
          const outcome = await repairDocument(platform, bytes, { dryRun: true, counter: estimatingCounter });
          expect(bytes.toString()).toBe(before);
          expect(outcome.attempts.filter(({ attempt }) => attempt !== 'command').length).toBeLessThanOrEqual(3);
          if (!outcome.repaired) {
            expect(outcome.unresolved.length).toBeGreaterThan(0);
            for (const { repair: advice } of outcome.unresolved) expect(advice).not.toBe('');
            return;
          }
          expect(checkDocument(outcome.document, NOW_MS)).toMatchObject({ valid: true });
          for (const own of SENDERS_OWN) {
            if (findAt(damaged, own) === undefined)
              expect({ own, path }).toBe('a missing field of the sender was filled');
          }
        }),
        { numRuns: 300 },
      );
    },
  );

  verifies('UHS-031', 'compresses in the second attempt and keeps only the working context in the third', async () => {
    const folder = await tempFolder();
    const platform = await platformIn(folder);
    const big = withMember(fullDocument(), '/handoff/context/original_prompt', 'Long story. '.repeat(2_000));
    const second = await repairDocument(platform, bytesOf(big));
    expect(second.attempts.map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
      [1, 'failed'],
      [2, 'repaired'],
    ]);
    expect(JSON.parse(readFileSync(second.path ?? '', 'utf8'))).toEqual(second.document);

    const both = withMember(big as never, '/handoff/trace_id', undefined);
    const mended = await repairDocument(platform, bytesOf(both), { sessionPath: 'other' });
    const whole = await expandDocument(platform, readFileSync(mended.path ?? ''));
    expect(whole.document).toEqual(withMember(big as never, '/handoff/trace_id', mended.document?.handoff.trace_id));

    const broken = withMember(fullDocument(), '/handoff/payload/session/artifacts', [{ name: 'a' }]);
    const third = await repairDocument(platform, bytesOf(broken));
    expect(third.attempts.map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
      [1, 'failed'],
      [2, 'not applicable'],
      [3, 'repaired'],
    ]);
    expect(third.document?.handoff.payload).toEqual({
      working: { step: 1, notes: ['one', 'two'] },
      references: { files: [expect.objectContaining({ path: 'handoffs/session-context-2.json' })] },
    });
    const kept = readFileSync(join(folder, 'session/handoffs/session-context-2.json'), 'utf8');
    expect(JSON.parse(kept)).toEqual(broken);
  });

  test('a payload that was changed on its way is refused, not hashed again', async () => {
    const hashed = withPayloadHash(fullDocument());
    const outcome = await repair(withMember(hashed, '/handoff/payload/working/step', 2));
    expect(outcome).toMatchObject({ repaired: false, unresolved: [{ rule: 'payload-hash' }] });
  });
});

describe('repair by a model', () => {
  verifies('UHS-033', 'the prompt is word for word, with document and errors filled in', () => {
    const prompt = renderRepairPrompt({ a: 1 }, [
      { path: '/a', rule: 'type', message: 'one', repair: '' },
      { path: '', rule: 'json', message: 'two', repair: '' },
    ]);
    expect(prompt).toBe(
      `The following handoff failed validation:

{
  "a": 1
}

Validation errors:
- /a: one
- two

Please repair the handoff to comply with universal handoff schema v3.0.
Return only the repaired JSON (no explanation).
`,
    );
  });

  test('the reply is found bare, in a code fence and after some words', () => {
    for (const reply of [
      '{"a": 1}',
      '```json\n{"a": 1}\n```',
      'Here it is:\n{"a": 1}\nDone.',
      '```\n{"a": 1}\n```\nnote {',
    ]) {
      expect(parseRepairReply(reply)).toEqual({ a: 1 });
    }
    expect(parseRepairReply('I cannot do that.')).toBeUndefined();
    expect(parseRepairReply('{"a": ')).toBeUndefined();
  });

  verifies(
    'UHS-033',
    'the command is asked between the second and the third attempt, and its answer is validated again',
    async () => {
      const folder = await tempFolder();
      const platform = await platformIn(folder);
      const damaged = withMember(fullDocument(), '/handoff/context/problem_type', 'xyz');
      writeFileSync(join(folder, 'good.json'), `Sure:\n\`\`\`json\n${JSON.stringify(fullDocument())}\n\`\`\`\n`);
      const good = await repairDocument(platform, bytesOf(damaged), { repairWith: 'cat > prompt.txt; cat good.json' });
      expect(good.attempts.map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
        [1, 'failed'],
        [2, 'not applicable'],
        ['command', 'repaired'],
      ]);
      expect(readFileSync(join(folder, 'prompt.txt'), 'utf8')).toContain('- /handoff/context/problem_type: ');

      const bad = await repairDocument(platform, bytesOf(damaged), { repairWith: 'echo "{}"' });
      expect(bad.repaired).toBe(false);
      const failing = await repairDocument(platform, bytesOf(damaged), { repairWith: 'exit 3' });
      expect(failing.attempts[2]).toMatchObject({
        attempt: 'command',
        outcome: 'failed',
        reason: 'the command ended with 3',
      });
    },
  );

  verifies('UHS-032', 'a reply that makes up what the sender never said is not taken', async () => {
    const folder = await tempFolder();
    const platform = await platformIn(folder);
    writeFileSync(join(folder, 'reply.json'), JSON.stringify(fullDocument()));
    const without = withMember(fullDocument(), '/handoff/context/summary', undefined);
    const outcome = await repairDocument(platform, bytesOf(without), { repairWith: 'cat reply.json' });
    expect(outcome.repaired).toBe(false);
    expect(outcome.attempts[2]?.reason).toBe('the reply invents /handoff/context/summary');
  });
});
