import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sha256Tagged } from '../../../src/kernel/hash.ts';
import type { JsonObject } from '../../../src/kernel/json.ts';
import type { Platform } from '../../../src/kernel/ports/index.ts';
import type { HandoffDocument } from '../../../src/protocols/document/index.ts';
import {
  compressDocument,
  createDocument,
  expandDocument,
  repairDocument,
  validateDocument,
} from '../../../src/relay/document/index.ts';
import { fullDocument, NOW_MS, smallDocument } from '../../protocols/document/sample-document.ts';
import { codeOf } from '../../support/code-of.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { standingClock, testPlatform } from '../../support/test-platform.ts';
import { verifies } from '../../support/verifies.ts';

const platformIn = (folder: string): Promise<Platform> => testPlatform(folder, { clock: standingClock(NOW_MS) });

const large = (changes: JsonObject = {}): HandoffDocument => {
  const { handoff } = smallDocument();
  const working = { rows: Array.from({ length: 400 }, (_, index) => ({ file: `src/part-${index}.ts`, line: index })) };
  return { handoff: { ...handoff, ...changes, payload: { working } } };
};

const rulesOf = (issues: readonly { readonly rule: string }[]): string[] => issues.map(({ rule }) => rule);

describe('the file of the original', () => {
  verifies('UHS-043', 'a changed one is an error of the document that refers to it', async () => {
    const folder = await tempFolder();
    const platform = await platformIn(folder);
    const { document, original } = await compressDocument(platform, large());
    expect(await validateDocument(platform, document)).toMatchObject({ valid: true });
    writeFileSync(original ?? '', `${readFileSync(original ?? '', 'utf8')} `);
    const { errors } = await validateDocument(platform, document);
    expect(errors).toMatchObject([{ rule: 'file-checksum', path: '/handoff/payload/references/files/0/checksum' }]);
    expect(await codeOf(expandDocument(platform, document))).toBe('DOCUMENT_ORIGINAL_CHANGED');
  });

  verifies('UHS-022', 'that of another document is refused, even with its right checksum', async () => {
    const platform = await platformIn(await tempFolder());
    const mine = await compressDocument(platform, large());
    const others: JsonObject[] = [
      { trace_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7' },
      { timestamp: '2026-02-07T18:30:01Z' },
      { target: { skill: 'tester' } },
    ];
    for (const changes of others) {
      const other = await compressDocument(platform, large(changes));
      const { handoff } = mine.document;
      const references = other.document.handoff.payload.references ?? {};
      const mixed = { handoff: { ...handoff, payload: { ...handoff.payload, references } } };
      expect(await codeOf(expandDocument(platform, mixed))).toBe('DOCUMENT_ORIGINAL_CHANGED');
    }
    expect((await expandDocument(platform, mine.document)).document).toEqual(large());
  });

  test('a document that was repaired before it was shortened expands as well', async () => {
    const platform = await platformIn(await tempFolder());
    const { trace_id: _, ...legacy } = large({ timestamp: '2026-02-07T19:30:00+01:00' }).handoff;
    const { document } = await repairDocument(platform, { handoff: legacy });
    expect(await codeOf(expandDocument(platform, document ?? {}))).toBe('ok');
  });

  test('is removed again if the shortened document cannot be written', async () => {
    const folder = await tempFolder();
    const platform = await platformIn(folder);
    writeFileSync(join(folder, 'taken.json'), '{}');
    const request = { sessionPath: 'session', out: 'taken.json' };
    expect(await codeOf(compressDocument(platform, large(), request))).toBe('FILE_EXISTS');
    expect(await codeOf(repairDocument(platform, large(), request))).toBe('FILE_EXISTS');
    const loop = large({ target: { skill: 'planner' } });
    expect(await repairDocument(platform, loop, { sessionPath: 'session' })).toMatchObject({ repaired: false });
    expect(readdirSync(join(folder, 'session/handoffs'))).toEqual([]);
    // One that was there before stays.
    const { original } = await compressDocument(platform, large(), { sessionPath: 'session' });
    expect(await codeOf(compressDocument(platform, large(), request))).toBe('FILE_EXISTS');
    expect(existsSync(original ?? '')).toBe(true);
  });

  test('is named relative to the session path if both are in the project, and found so', async () => {
    const platform = await platformIn(await tempFolder());
    const { document } = await compressDocument(platform, large(), { sessionPath: 'elsewhere' });
    expect(document.handoff.payload.references?.files?.[0]?.path).toBe('../elsewhere/handoffs/session-context.json');
    expect((await expandDocument(platform, document)).document).toEqual(large());
    const { valid, warnings } = await validateDocument(platform, document);
    expect([valid, rulesOf(warnings).includes('file-missing')]).toEqual([true, false]);
  });

  test.skipIf(process.platform === 'win32')('a pipe in its place is not waited for', async () => {
    const folder = await tempFolder();
    mkdirSync(join(folder, 'session/handoffs'), { recursive: true });
    spawnSync('mkfifo', [join(folder, 'session/handoffs/session-context.json')]);
    const { original } = await compressDocument(await platformIn(folder), large());
    expect(original).toBe(join(folder, 'session/handoffs/session-context-2.json'));
  });
});

describe.skipIf(process.platform === 'win32')('files without an end', () => {
  verifies('UHS-043', 'an artifact that is a pipe, a device or a folder is an error, and is not read', async () => {
    const folder = await tempFolder();
    const platform = await platformIn(folder);
    mkdirSync(join(folder, 'session/sub'), { recursive: true });
    spawnSync('mkfifo', [join(folder, 'session/pipe')]);
    const { handoff } = fullDocument();
    for (const [path, warned] of [
      ['pipe', ['file-unreadable']],
      ['/dev/zero', ['file-unreadable']],
      ['sub', []],
    ] as const) {
      const artifacts = [{ name: 'a', path, type: 'data' as const, checksum: sha256Tagged('') }];
      const payload = { working: {}, session: { artifacts } };
      const { errors, warnings } = await validateDocument(platform, { handoff: { ...handoff, payload } });
      expect({ path, errors: rulesOf(errors) }).toEqual({ path, errors: ['artifact-checksum'] });
      expect(rulesOf(warnings).filter((rule) => rule.startsWith('file'))).toEqual(warned);
    }
    const references = { files: [{ path: 'pipe' }] };
    const report = await validateDocument(platform, { handoff: { ...handoff, payload: { working: {}, references } } });
    expect([report.valid, rulesOf(report.warnings)]).toEqual([true, expect.arrayContaining(['file-unreadable'])]);
  });
});

describe.skipIf(process.platform === 'win32')('the fallback location', () => {
  const write = async (temp: string): Promise<string> => {
    const folder = await tempFolder();
    writeFileSync(join(folder, 'session'), 'a file where the folder should be');
    const platform = await testPlatform(folder);
    const facts = { ...platform.facts, tempFolder: temp, user: 'ada' };
    const made = await createDocument(Object.assign(Object.create(platform) as Platform, { facts }), {
      source: { skill: 'planner', phase: '' },
      target: { skill: 'coder' },
      summary: 'Go on.',
      problemType: 'research',
      confidence: 'high',
      working: {},
      sessionPath: 'session',
    });
    return made.path ?? '';
  };

  verifies('UHS-050', 'is a folder of this user that nobody else can enter', async () => {
    const temp = await tempFolder();
    mkdirSync(join(temp, 'baton-handoffs-ada'), { mode: 0o755 });
    const path = await write(temp);
    expect(path.startsWith(join(temp, 'baton-handoffs-ada'))).toBe(true);
    expect(statSync(join(temp, 'baton-handoffs-ada')).mode & 0o777).toBe(0o700);
  });

  verifies('UHS-050', 'is refused if a symlink has its name', async () => {
    const temp = await tempFolder();
    const elsewhere = await tempFolder();
    symlinkSync(elsewhere, join(temp, 'baton-handoffs-ada'));
    expect(await codeOf(write(temp))).toBe('FILE_NOT_WRITABLE');
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test.runIf(process.getuid?.() === 0)('is refused if it is somebody else’s', async () => {
    const temp = await tempFolder();
    mkdirSync(join(temp, 'baton-handoffs-ada'));
    spawnSync('chown', ['65534', join(temp, 'baton-handoffs-ada')]);
    expect(await codeOf(write(temp))).toBe('FILE_NOT_WRITABLE');
  });
});
