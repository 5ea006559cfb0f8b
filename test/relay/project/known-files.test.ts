import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Platform } from '../../../src/kernel/ports/index.ts';
import { lint, manifest } from '../../../src/relay/project/index.ts';
import { readHandoffFile, recognizeFile } from '../../../src/relay/project/folder/handoff-file.ts';
import { findStamp } from '../../../src/relay/project/folder/known-files.ts';
import type { Manifest } from '../../../src/protocols/project/index.ts';
import { codeOf } from '../../support/code-of.ts';
import { testProject, type TestProject } from '../../support/project.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

/** The same in every manifest, so that its own tokens are. */
const REQUEST = { sessionId: 'sess_0123456789abcdef' };
/** Far enough behind every file of these tests that its times can be trusted. */
const NOW_MS = Date.now() + 600_000;

interface Watched {
  readonly project: TestProject;
  readonly cache: string;
  readonly platform: Platform;
  /** Names read since it was last asked. */
  read(): string[];
}

async function watchedProject(): Promise<Watched> {
  const project = await testProject();
  const cache = await tempFolder();
  const platform = await project.platform({ nowMs: NOW_MS, env: { BATON_CACHE_DIR: cache } });
  const names: string[] = [];
  const files: Platform['files'] = {
    ...platform.files,
    readBytes(path, limit) {
      names.push(path.slice(path.lastIndexOf('/') + 1));
      return platform.files.readBytes(path, limit);
    },
  };
  const watched = Object.create(platform, { files: { value: files } }) as Platform;
  return { project, cache, platform: watched, read: () => names.splice(0).toSorted() };
}

/** What counts as the right answer: the manifest of somebody who never read the folder before. */
async function madeAnew({ project }: Watched): Promise<unknown> {
  const platform = await project.platform({ nowMs: NOW_MS, env: { BATON_CACHE_DIR: await tempFolder() } });
  return contentOf((await manifest(platform, { ...REQUEST, dryRun: true })).manifest);
}

/** When a file was seen first depends on who looked; what it holds does not. */
const contentOf = ({ files, token_budget }: Manifest): unknown => ({
  files: Object.entries(files).map(([name, { checksum, lines, summary }]) => [name, checksum, lines, summary]),
  token_budget,
});

describe('files that were read before', () => {
  verifies(
    ['PRJ-003', 'PRJ-005'],
    'are described by what they hold, whatever the old manifest says of them',
    async () => {
      const watched = await watchedProject();
      const { platform, project } = watched;
      const right = await madeAnew(watched);
      for (let round = 0; round < 2; round += 1) {
        await manifest(platform, REQUEST);
        const made = JSON.parse(project.file('MANIFEST.json')) as Manifest;
        for (const file of Object.values(made.files)) Object.assign(file, { summary: 'TODO', lines: 9999 });
        Object.assign(made.token_budget ?? {}, { manifest_only: 1, manifest_plus_status_and_actions: 2, full_read: 5 });
        project.write('.ai/handoff/MANIFEST.json', JSON.stringify(made));
        expect(contentOf((await manifest(platform, REQUEST)).manifest)).toEqual(right);
      }
    },
  );

  verifies('PRJ-010', 'are not read again, and the manifest stays the same', async () => {
    const watched = await watchedProject();
    const { platform, read } = watched;
    await manifest(platform, REQUEST);
    expect(read()).toContain('STATUS.md');
    await manifest(platform, REQUEST);
    expect(read()).toEqual([]);
    const again = await manifest(platform, REQUEST);
    expect(contentOf(again.manifest)).toEqual(await madeAnew(watched));
  });

  test('one that changed is the only one read, and those beside it are counted without it', async () => {
    const watched = await watchedProject();
    const { project, platform, read } = watched;
    await manifest(platform, REQUEST);
    read();
    project.write('.ai/handoff/STATUS.md', `${project.file('STATUS.md')}\nAnother line.\n`);
    const { manifest: made } = await manifest(platform, REQUEST);
    expect(read()).toEqual(['STATUS.md']);
    expect(contentOf(made)).toEqual(await madeAnew(watched));
  });

  verifies('PRJ-002', 'a change that keeps size and time of modification is noticed', async () => {
    const watched = await watchedProject();
    const { project, platform } = watched;
    const path = join(project.root, '.ai/handoff/STATUS.md');
    const old = new Date(Date.now() - 60_000);
    utimesSync(path, old, old);
    const { manifest: before } = await manifest(platform, REQUEST);
    // Past the tick of the file system's clock.
    await sleep(30);
    writeFileSync(path, project.file('STATUS.md').replace('e', 'E'));
    utimesSync(path, old, old);
    const { manifest: after } = await manifest(platform, REQUEST);
    expect(after.files['STATUS.md']?.checksum).not.toBe(before.files['STATUS.md']?.checksum);
    expect(contentOf(after)).toEqual(await madeAnew(watched));
  });

  test('whatever is done to the files, the manifest is that of somebody who reads them all', async () => {
    const watched = await watchedProject();
    const { project, platform } = watched;
    const names = ['STATUS.md', 'LOG.md', 'NOTES.md', 'allow.json'];
    const edit = fc.tuple(
      fc.constantFrom(...names),
      fc.constantFrom('same length', 'longer', 'CRLF', 'not text', 'gone'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { maxLength: 3 }), async (edits) => {
        for (const [name, how] of edits) change(project, name, how);
        await sleep(15);
        const { manifest: made } = await manifest(platform, REQUEST);
        expect(contentOf(made)).toEqual(await madeAnew(watched));
      }),
      { numRuns: 25 },
    );
  });

  test('a cache that holds nonsense is no cache', async () => {
    const watched = await watchedProject();
    const { cache, platform, read } = watched;
    await manifest(platform, REQUEST);
    const [kept = ''] = readdirSync(join(cache, 'checksums'));
    const nonsense = ['', '[]', '{"STATUS.md": 1}', '{"STATUS.md": {"stamp": 1, "checksum": "sha256:x"}}', '\u0000'];
    for (const text of nonsense) {
      writeFileSync(join(cache, 'checksums', kept), text);
      read();
      const { manifest: made } = await manifest(platform, REQUEST);
      expect(read()).toContain('STATUS.md');
      expect(contentOf(made)).toEqual(await madeAnew(watched));
    }
  });

  verifies('PRJ-040', 'who checks the files reads them, whatever is known of them', async () => {
    const { project, cache, platform, read } = await watchedProject();
    await manifest(platform, REQUEST);
    const [kept = ''] = readdirSync(join(cache, 'checksums'));
    const path = join(cache, 'checksums', kept);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/sha256:\w{64}/g, `sha256:${'0'.repeat(64)}`));
    read();
    const wrong = async (): Promise<string[]> =>
      (await lint(platform)).findings.filter(({ kind }) => kind === 'integrity').map(({ file }) => file ?? '');
    expect(await wrong()).toEqual([]);
    expect(read()).toContain('STATUS.md');
    project.write('.ai/handoff/STATUS.md', 'Changed.\n');
    expect(await wrong()).toEqual(['.ai/handoff/STATUS.md']);
  });

  test('a dry run keeps nothing', async () => {
    const { cache, platform } = await watchedProject();
    await manifest(platform, { ...REQUEST, dryRun: true });
    expect(readdirSync(cache)).not.toContain('checksums');
  });
});

describe('a stamp', () => {
  const stat = {
    kind: 'file',
    inode: 7,
    sizeBytes: 3,
    modifiedMs: 1_000,
    changedMs: 5_000,
    mode: 0o644,
    links: 1,
  } as const;

  test('is given to no file of the last two seconds, nor to one from the future', () => {
    expect([6_999, 7_000, 7_001, 0].map((nowMs) => findStamp(stat, nowMs) !== undefined)).toEqual([
      false,
      false,
      true,
      false,
    ]);
    expect(findStamp({ ...stat, kind: 'symlink' }, 60_000)).toBeUndefined();
  });

  test.each(['inode', 'sizeBytes', 'modifiedMs', 'changedMs'] as const)('differs with %s', (field) => {
    expect(findStamp({ ...stat, [field]: 1_001 }, 60_000)).not.toBe(findStamp(stat, 60_000));
  });
});

test('a file that is changed between the look at it and its reading is refused', async () => {
  const project = await testProject();
  const platform = await project.platform({ nowMs: NOW_MS });
  const path = join(project.root, '.ai/handoff/STATUS.md');
  const { checksum, text } = await readHandoffFile(platform, 'STATUS.md', path);
  const stat = await platform.files.stat(path);
  const stamp = findStamp(stat ?? expect.fail(), NOW_MS) ?? expect.fail();
  const known = await recognizeFile(platform, 'STATUS.md', path, { stamp, checksum });
  expect([known.text, statSync(path).size]).toEqual([text, known.bytes.length]);
  const other = await recognizeFile(platform, 'STATUS.md', path, { stamp, checksum });
  writeFileSync(path, 'Changed.\n');
  expect(await codeOf((async () => other.text)())).toBe('HANDOFF_FILE_CHANGED');
});

function change(project: TestProject, name: string, how: string): void {
  const path = `.ai/handoff/${name}`;
  const isThere = readdirSync(join(project.root, '.ai/handoff')).includes(name);
  const text = isThere ? project.file(name) : '# Notes\n\nOne line of them.\n';
  if (how === 'gone') rmSync(join(project.root, path), { force: true });
  else project.write(path, edited(text, how));
}

function edited(text: string, how: string): string | Buffer {
  if (how === 'same length') return text.split('').toReversed().join('');
  if (how === 'longer') return `${text}More.\n`;
  if (how === 'CRLF') return text.replaceAll(/\r?\n/g, '\r\n');
  return Buffer.from([0xff, 0xfe, 0x00]);
}
