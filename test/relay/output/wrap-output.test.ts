import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codePointLength } from '../../../src/kernel/text.ts';
import { limitOf, parseOutput, TASK_TYPES } from '../../../src/protocols/output/index.ts';
import { readOutput, runCommand, wrapOutput } from '../../../src/relay/output/index.ts';
import { nodeDisk } from '../../../src/stores/fs/index.ts';
import { failAt, recordDisk } from '../../support/recording-disk.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';
import { pieces, platformIn } from './output-platform.ts';

const CACHE = '.baton/outputs';
const LONG_MS = 60_000;

describe('details', () => {
  verifies('AOP-030', 'raw bytes and a complete record, under safe new names, never over an old one', async () => {
    const folder = await tempFolder();
    const platform = await platformIn(folder);
    const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 31) % 256);
    const clock = { now: () => Date.parse('2026-02-05T10:30:00Z') };
    const still = new Proxy(platform, {
      get: (target, name) => (name === 'clock' ? clock : Reflect.get(target, name)),
    });
    mkdirSync(join(folder, CACHE), { recursive: true });
    writeFileSync(join(folder, CACHE, 'etc-passwd-1770287400.log'), 'an output that was interrupted');
    const first = await wrapOutput(still, { pieces: pieces(bytes), agentId: '../../etc/passwd', task: 'Bytes' });
    const second = await wrapOutput(still, { pieces: pieces('second'), agentId: '../../etc/passwd' });
    expect(readdirSync(join(folder, CACHE)).toSorted()).toEqual([
      'etc-passwd-1770287400-2.json',
      'etc-passwd-1770287400-2.log',
      'etc-passwd-1770287400-3.json',
      'etc-passwd-1770287400-3.log',
      'etc-passwd-1770287400.log',
    ]);
    expect(readFileSync(join(folder, CACHE, 'etc-passwd-1770287400.log'), 'utf8')).toBe(
      'an output that was interrupted',
    );
    expect(first.content.detailsFile).toBe(`${CACHE}/etc-passwd-1770287400-2.json`);
    expect(readFileSync(join(folder, first.rawFile ?? ''))).toEqual(Buffer.from(bytes));
    expect(readFileSync(join(folder, second.rawFile ?? ''), 'utf8')).toBe('second');
    expect(JSON.parse(readFileSync(join(folder, first.content.detailsFile), 'utf8'))).toMatchObject({
      aop_version: '1.0.0',
      agent_id: 'etc-passwd-1770287400-2',
      task: 'Bytes',
      timestamp: '2026-02-05T10:30:00Z',
      duration_ms: 0,
      results: { size_bytes: 300_000, binary: true },
      metadata: { summary_limit: 500 },
    });
  });

  verifies('AOP-031', 'a record is compared with the block that names it', async () => {
    const folder = await tempFolder();
    const platform = await platformIn(folder);
    const record = {
      aop_version: '1.0.0',
      agent_id: 'a',
      task: 'Search',
      timestamp: '2026-02-05T10:30:00Z',
      duration_ms: 12_000,
      results: {},
      metadata: {},
    };
    const issues = async (content: string, name = 'd.json'): Promise<string[]> => {
      writeFileSync(join(folder, 'd.json'), content);
      const text = `[AOP:START] 2026-02-05T10:30:00Z\n[AOP:TASK] Search\n[AOP:SUMMARY]\n- x\n[AOP:DETAILS_FILE] ${name}\n[AOP:STATUS] success\n[AOP:END] 2026-02-05T10:30:12Z\n`;
      const reading = await readOutput(platform, { bytes: Buffer.from(text) });
      expect(reading).toMatchObject({ task: 'Search', status: 'success' });
      return reading.issues.map(({ severity, rule, line, message }) => `${severity} ${rule} ${line}: ${message}`);
    };
    expect(await issues(JSON.stringify(record))).toEqual([]);
    expect(await issues(JSON.stringify({ ...record, task: 'Other' }))).toEqual([
      'warning output-details-task 5: TASK is "Search", the record says "Other"',
    ]);
    expect(await issues(JSON.stringify({ ...record, duration_ms: 60_000 }))).toEqual([
      'warning output-details-duration 5: END − START is 12000 ms, the record says 60000 ms',
    ]);
    expect(await issues('{"aop_version":"1.0.0","duration_ms":12000}')).toEqual([
      'error output-details-invalid 5: the record lacks fields or has them in the wrong form: agent_id, task, timestamp, results, metadata',
    ]);
    expect((await issues(`{\n  // Full results here\n  "a": 1\n}`))[0]).toContain(
      'the details file has comments, which JSON does not allow',
    );
    expect(await issues('{}', 'gone.json')).toEqual([
      'error output-details-missing 5: the details file does not exist',
    ]);
    symlinkSync('/etc/hostname', join(folder, 'link.json'));
    expect((await issues('{}', 'link.json'))[0]).toContain('error output-details-outside 5:');
  });
});

describe('whatever is wrong with the place, the summary arrives', () => {
  const wrapIn = async (folder: string, platform = platformIn(folder)) =>
    wrapOutput(await platform, { pieces: pieces('Found 3 things.\n'), agentId: 'a' });

  verifies('AOP-041', 'a cache folder that leads out of the project by a symlink', async () => {
    const [folder, elsewhere] = [await tempFolder(), await tempFolder()];
    mkdirSync(join(folder, '.baton'));
    symlinkSync(elsewhere, join(folder, '.baton/outputs'));
    const { text, issues } = await wrapIn(folder);
    expect(text).toContain('- Details not written:');
    expect(text).toContain('- Last line: Found 3 things.');
    expect(issues[0]?.message).toContain('FILE_OUTSIDE_ROOT');
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  verifies('AOP-041', 'a file stands where the folder should be', async () => {
    const folder = await tempFolder();
    writeFileSync(join(folder, '.baton'), '');
    const { content, issues } = await wrapIn(folder);
    expect(content.detailsFile).toBe('none');
    expect(issues).toHaveLength(1);
  });

  verifies('AOP-041', 'the disk is full at any write', async () => {
    const total = await countOperations();
    expect(total).toBeGreaterThan(8);
    for (let index = 0; index < total; index += 1) {
      const folder = await tempFolder();
      const disk = await recordDisk(nodeDisk, folder);
      disk.fault = failAt(index, 'ENOSPC');
      const { text, issues, content } = await wrapIn(folder, platformIn(folder, disk));
      expect(text).toContain('- Last line: Found 3 things.');
      if (content.detailsFile === 'none') {
        expect(text).toContain('- Details not written:');
        expect(issues[0]?.message).toContain('DISK_FULL');
      } else {
        expect(existsSync(join(folder, content.detailsFile))).toBe(true);
      }
    }
  });

  async function countOperations(): Promise<number> {
    const folder = await tempFolder();
    const disk = await recordDisk(nodeDisk, folder);
    await wrapIn(folder, platformIn(folder, disk));
    return disk.operations.length;
  }

  verifies('AOP-041', 'a folder nobody may write to', async () => {
    const folder = await tempFolder();
    mkdirSync(join(folder, CACHE), { recursive: true });
    const disk = await recordDisk(nodeDisk, folder);
    // Root may write anywhere, so the system's answer to anybody else is given by hand.
    disk.fault = ({ kind }) => (kind === 'create' ? { errno: 'EACCES' } : undefined);
    const { text, issues } = await wrapIn(folder, platformIn(folder, disk));
    expect(text).toContain('- Last line: Found 3 things.');
    expect(text).toContain('- Details not written:');
    expect(issues[0]?.message).toContain('permission denied (FILE_NOT_WRITABLE)');
  });

  verifies('AOP-041', 'a command goes on when its disk fills up', async () => {
    const folder = await tempFolder();
    const disk = await recordDisk(nodeDisk, folder);
    let written = 0;
    disk.fault = (operation) => {
      if (operation.kind !== 'write') return undefined;
      written += operation.data.length;
      return written > 500_000 ? { errno: 'ENOSPC' } : undefined;
    };
    const script = 'for i in $(seq 1 200); do head -c 10000 /dev/zero | tr "\\\\0" x; echo; done; echo the end; exit 5';
    const output = await runCommand(await platformIn(folder, disk), {
      command: ['sh', '-c', script],
      timeoutMs: LONG_MS,
    });
    expect(output.exitCode).toBe(5);
    expect(output.text).toContain('- Details not written:');
    expect(output.text).toContain('- Last line: the end');
    expect(readdirSync(join(folder, CACHE))).toEqual([]);
  });
});

test('input that breaks off in the middle leaves nothing behind', async () => {
  const folder = await tempFolder();
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield await Promise.resolve(Buffer.from('half'));
    throw new Error('the pipe broke');
  }
  await expect(wrapOutput(await platformIn(folder), { pieces: broken(), agentId: 'a' })).rejects.toThrow(
    'the pipe broke',
  );
  expect(readdirSync(join(folder, CACHE))).toEqual([]);
});

describe('limits', () => {
  verifies(
    ['AOP-041', 'AOP-043'],
    'the parent gets a valid block within its limit, whatever the child said',
    async () => {
      const folder = await tempFolder();
      const platform = await platformIn(folder);
      const anything = fc.array(
        fc.oneof(
          fc.uint8Array({ maxLength: 300 }),
          fc.string({ unit: 'binary', maxLength: 300 }).map((text) => Buffer.from(text)),
        ),
        { maxLength: 6 },
      );
      await fc.assert(
        fc.asyncProperty(anything, fc.constantFrom(...TASK_TYPES, undefined), async (said, type) => {
          const { text, content } = await wrapOutput(platform, {
            pieces: pieces(...said),
            type,
            dryRun: true,
            task: 'T',
          });
          const reading = parseOutput(text, { type });
          expect(reading.level).toBe('strict');
          expect(reading.issues.filter((issue) => issue.severity === 'error')).toEqual([]);
          expect(codePointLength(reading.summary ?? '')).toBeLessThanOrEqual(limitOf(type));
          expect(content.status).not.toBe('unknown');
          expect(text).not.toMatch(/\p{Surrogate}/u);
        }),
        { numRuns: 150 },
      );
    },
  );

  verifies('AOP-043', 'the middle of a long output never reaches the parent', async () => {
    const folder = await tempFolder();
    const platform = await platformIn(folder);
    const secret = 'DETAIL-4711';
    const output = await wrapOutput(platform, {
      pieces: pieces('start\n', `${secret} line\n`.repeat(20_000), 'end\n'),
      agentId: 'a',
    });
    expect(output.text).not.toContain(secret);
    expect(readFileSync(join(folder, output.content.detailsFile), 'utf8')).not.toContain(secret);
    expect(readFileSync(join(folder, output.rawFile ?? ''), 'utf8').split(secret)).toHaveLength(20_001);
  });

  test('a command that prints more than memory should hold is kept whole', async () => {
    const folder = await tempFolder();
    const output = await runCommand(await platformIn(folder), {
      command: ['sh', '-c', 'yes 0123456789abcdef | head -c 60000000; echo; echo 3 errors >&2'],
      timeoutMs: LONG_MS,
    });
    expect(output.content.status).toBe('success');
    expect(readFileSync(join(folder, output.rawFile ?? '')).length).toBe(60_000_010);
  });
});
