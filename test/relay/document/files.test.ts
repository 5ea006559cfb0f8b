import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isUuidV4 } from '../../../src/kernel/ids.ts';
import { createDocument, type CreateOutcome, type CreateRequest } from '../../../src/relay/document/index.ts';
import { readTrace } from '../../../src/relay/trace/index.ts';
import { renderDocument } from '../../../src/protocols/document/index.ts';
import { NOW_MS } from '../../protocols/document/sample-document.ts';
import { codeOf } from '../../support/code-of.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { standingClock, testPlatform } from '../../support/test-platform.ts';
import { verifies } from '../../support/verifies.ts';

const draft = (changes: Partial<CreateRequest> = {}): CreateRequest => ({
  source: { skill: 'skill-editor', phase: 'plan' },
  target: { skill: 'programming-pm' },
  summary: 'Go on.',
  problemType: 'implementation',
  confidence: 'high',
  working: {},
  sessionPath: 'mine',
  ...changes,
});

async function create(folder: string, changes: Partial<CreateRequest> = {}): Promise<CreateOutcome> {
  return createDocument(await testPlatform(folder, { clock: standingClock(NOW_MS) }), draft(changes));
}

describe('files of handoffs', () => {
  verifies('UHS-060', 'are named after source, target and time, and two in one second never overwrite', async () => {
    const folder = await tempFolder();
    const all = await Promise.all(Array.from({ length: 4 }, () => create(folder)));
    expect(all.map(({ path }) => path).sort()).toEqual(
      ['-2', '-3', '-4', ''].map((copy) =>
        join(folder, 'mine/handoffs', `skill-editor-to-programming-pm-20260210T000000Z${copy}.json`),
      ),
    );
    for (const { path, document } of all) expect(readFileSync(path ?? '', 'utf8')).toBe(renderDocument(document));
  });

  verifies('UHS-060', 'have safe names whatever the skills are called', async () => {
    const folder = await tempFolder();
    const { path } = await create(folder, { source: { skill: '../../etc', phase: '' }, target: { skill: 'a/b\\c:d' } });
    expect(path).toBe(join(folder, 'mine/handoffs', 'etc-to-a-b-c-d-20260210T000000Z.json'));
  });

  verifies('UHS-060', "are never written to a received document's session path", async () => {
    const folder = await tempFolder();
    const first = await create(folder, { sessionPath: 'theirs' });
    const before = readdirSync(join(folder, 'theirs/handoffs'));
    const { sessionPath: _, ...rest } = draft({
      source: { skill: 'programming-pm', phase: '' },
      target: { skill: 'tester' },
    });
    const platform = await testPlatform(folder, { clock: standingClock(NOW_MS) });
    const next = await createDocument(platform, { ...rest, after: readFileSync(first.path ?? '') });
    expect(next.path?.startsWith(join(folder, '.baton/sessions'))).toBe(true);
    expect(next.document.handoff.source.session_path).not.toBe(first.document.handoff.source.session_path);
    expect(readdirSync(join(folder, 'theirs/handoffs'))).toEqual(before);
  });

  test("a sender's session path is refused when it is named for a new document", async () => {
    const folder = await tempFolder();
    const first = await create(folder, { sessionPath: 'theirs' });
    const next = create(folder, {
      source: { skill: 'programming-pm', phase: '' },
      target: { skill: 'tester' },
      sessionPath: 'theirs',
      after: readFileSync(first.path ?? ''),
    });
    expect(await codeOf(next)).toBe('INPUT_INVALID');
  });

  test('a refused document leaves no file', async () => {
    const folder = await tempFolder();
    const outcome = await create(folder, {
      target: { skill: 'skill-editor' },
      working: { notes: 'Long story. '.repeat(2_000) },
    });
    expect(outcome).toMatchObject({ path: null, errors: [{ rule: 'self-loop' }] });
    expect(readdirSync(folder)).toEqual([]);
  });

  verifies('UHS-041', 'a chain of more than ten is shortened in the document and whole in the trace', async () => {
    const folder = await tempFolder();
    const platform = await testPlatform(folder, { clock: standingClock(NOW_MS) });
    let last: CreateOutcome | undefined;
    const names = Array.from({ length: 13 }, (_, index) => `s${index}`);
    for (const [index, skill] of names.entries()) {
      last = await createDocument(platform, {
        ...draft({
          source: { skill, phase: '' },
          target: { skill: `s${index + 1}` },
          sessionPath: skill,
          approved: index >= 5,
        }),
        ...(last === undefined ? {} : { after: readFileSync(last.path ?? '') }),
      });
    }
    expect(last?.document.handoff.meta.handoff_chain).toEqual(['s0', ...names.slice(-9)]);
    expect(last?.warnings).toEqual([expect.stringContaining('The chain has 13 entries')]);
    const { hops } = await readTrace(platform, last?.document.handoff.trace_id ?? '');
    expect(hops.at(-1)?.chain).toEqual(names);
  });

  verifies(
    ['UHS-004', 'UHS-005', 'UHS-014', 'UHS-042'],
    'hold what we promise: a v4 trace id, UTC, the exact count, the sender last in the chain',
    async () => {
      const { document } = await create(await tempFolder(), { expires: '3d' });
      const { trace_id, timestamp, expires_at, meta, source } = document.handoff;
      expect(isUuidV4(trace_id)).toBe(true);
      expect([timestamp, expires_at]).toEqual(['2026-02-10T00:00:00Z', '2026-02-13T00:00:00Z']);
      const { tokens } = await testPlatform(await tempFolder());
      expect(meta.token_count).toBe(await tokens.count(renderDocument(document)));
      expect(meta.handoff_chain?.at(-1)).toBe(source.skill);
    },
  );
});
