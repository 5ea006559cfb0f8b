import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { codePointLength } from '../../../src/kernel/text.ts';
import { block, capture, published } from '../../protocols/output/support.ts';
import { runBaton, runForData } from '../../support/run-baton.ts';
import { canMount, makeReadOnly, mountSmall } from '../../support/small-disk.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

const CACHE = '.baton/outputs';

interface Data {
  readonly task: string | null;
  readonly status: string;
  readonly summary: string | null;
  readonly details_file: string | null;
  readonly metrics: Record<string, string>;
  readonly timestamps: { start: string | null; end: string | null };
  readonly issues: { rule: string; line: number; message: string }[];
  readonly rows: { number: number; item: string; result: string }[];
  readonly output_file: string;
}

const dataOf = async (args: readonly string[], options: Parameters<typeof runForData>[1]): Promise<Data> =>
  (await runForData(args, options)) as Data;

const readJson = (path: string): Record<string, unknown> =>
  JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;

describe('baton output parse', () => {
  verifies(['AOP-001', 'AOP-010'], 'a published block comes back under the stable keys', async () => {
    const cwd = await tempFolder();
    const data = await dataOf(['output', 'parse', '-'], {
      cwd,
      input: published('search').replace(/\[AOP:DETAILS_FILE\].*/, '[AOP:DETAILS_FILE] none'),
    });
    expect(data).toMatchObject({
      task: 'Search for auth implementations',
      status: 'success',
      details_file: 'none',
      metrics: { files_scanned: '234', matches: '8', duration: '12s' },
      metric_entries: [{ key: 'files_scanned' }, { key: 'matches' }, { key: 'duration' }],
      timestamps: { start: '2026-02-05T10:30:00Z', end: '2026-02-05T10:30:12Z' },
      issues: [],
    });
    const bad = await runBaton(['output', 'parse'], { cwd, input: published('bad') });
    expect(bad.code).toBe(1);
    expect(bad.stdout).toContain('there is no AOP block');
  });

  verifies('AOP-031', 'a details file that is not there is an issue, and the block is still returned', async () => {
    const cwd = await tempFolder();
    const data = await dataOf(['output', 'parse', '-'], { cwd, input: published('search') });
    expect(data.issues).toMatchObject([
      { rule: 'output-details-missing', line: 10, message: 'the details file does not exist' },
    ]);
    expect(data).toMatchObject({ status: 'success', task: 'Search for auth implementations' });
  });

  test('bytes that are no text are read as far as they go', async () => {
    const cwd = await tempFolder();
    const input = Buffer.concat([Buffer.from([0xff, 0xfe, 0x00, 0x80]), Buffer.from(`\n${block()}`)]);
    const data = await dataOf(['output', 'parse', '-'], { cwd, input });
    expect(data).toMatchObject({ status: 'success', issues: [{ rule: 'output-not-utf8' }] });
  });

  test('a file that is not there is said so', async () => {
    const { code, stdout } = await runBaton(['output', 'parse', 'nothing.md', '--json'], { cwd: await tempFolder() });
    expect(code).toBe(4);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'FILE_NOT_FOUND' } });
  });
});

describe('baton output check', () => {
  verifies('AOP-040', 'one result per row of the checklist', async () => {
    const cwd = await tempFolder();
    const good = await dataOf(['output', 'check', '-'], { cwd, input: block() });
    expect(good.rows.map(({ number, result }) => `${number} ${result}`)).toEqual(
      Array.from({ length: 9 }, (_, index) => `${index + 1} pass`),
    );
    const bad = await runBaton(['output', 'check'], { cwd, input: published('bad') });
    expect(bad.code).toBe(1);
    expect(bad.stdout.match(/^FAIL/gm)).toHaveLength(8);
    expect(bad.stdout).toContain('The answer is not compliant.');
    writeFileSync(join(cwd, 'bad.md'), published('bad'));
    const sarif = await runBaton(['output', 'check', '--format', 'sarif', 'bad.md'], { cwd });
    const { version, runs } = JSON.parse(sarif.stdout) as {
      version: string;
      runs: { results: { ruleId: string }[] }[];
    };
    expect(version).toBe('2.1.0');
    expect(runs[0]?.results.map(({ ruleId }) => ruleId)).toContain('output-no-block');
    const compact = '[AOP:SUMMARY] Found 8 files\n[AOP:DETAILS_FILE] none\n[AOP:STATUS] success\n';
    expect((await runBaton(['output', 'check'], { cwd, input: compact })).code).toBe(1);
    expect((await runBaton(['output', 'check', '--level', 'compact'], { cwd, input: compact })).code).toBe(0);
  });
});

describe('baton output wrap', () => {
  verifies(['AOP-030', 'AOP-041'], 'any output becomes a block, all of it goes to the details', async () => {
    const cwd = await tempFolder();
    const raw = `${'noise\n'.repeat(5_000)}All 12 links work.\n`;
    const { code, stdout } = await runBaton(['output', 'wrap', '--agent', 'link checker', '--type', 'search'], {
      cwd,
      input: raw,
    });
    expect(code).toBe(0);
    expect(codePointLength(stdout)).toBeLessThan(800);
    const path = /\[AOP:DETAILS_FILE\] (.+)/.exec(stdout)?.[1] ?? '';
    expect(path).toMatch(/^\.baton\/outputs\/link-checker-\d+\.json$/);
    expect(stdout).toContain('[AOP:STATUS] partial');
    expect(stdout).toContain('- Last line: All 12 links work.');
    const record = readJson(join(cwd, path));
    expect(Object.keys(record)).toEqual([
      'aop_version',
      'agent_id',
      'task',
      'timestamp',
      'duration_ms',
      'results',
      'metadata',
    ]);
    const { output_file: rawFile } = record['results'] as { output_file: string };
    expect(readFileSync(join(cwd, rawFile), 'utf8')).toBe(raw);
    const check = await runBaton(['output', 'check', '--type', 'search'], { cwd, input: stdout });
    expect(check.stdout).toContain('The answer is compliant.');
  });

  verifies('AOP-041', 'a block in the output is kept, --status decides if given', async () => {
    const cwd = await tempFolder();
    const input = `Here is a long story.\n${block({ status: 'failure', task: 'Own task' })}`;
    expect(await dataOf(['output', 'wrap'], { cwd, input })).toMatchObject({
      status: 'failure',
      task: 'Own task',
      summary: '- Found 8 files',
    });
    expect(await dataOf(['output', 'wrap', '--status', 'success'], { cwd, input: 'x' })).toMatchObject({
      status: 'success',
    });
  });

  verifies('AOP-041', 'a block that was cut off gives what it has, and is never a success', async () => {
    const cwd = await tempFolder();
    const cut = '[AOP:START] 2026-02-05T10:30:00Z\n[AOP:TASK] Cut task\n[AOP:SUMMARY]\n- Found 8 files\n- Looked';
    expect(await dataOf(['output', 'wrap'], { cwd, input: cut })).toMatchObject({
      status: 'partial',
      task: 'Cut task',
      summary: '- Found 8 files\n- Looked',
    });
    writeFileSync(join(cwd, 'cut.txt'), cut);
    const { stdout } = await runBaton(['output', 'run', '--', 'cat', 'cut.txt'], { cwd });
    expect(stdout).toContain('[AOP:STATUS] partial');
  });

  verifies('AOP-030', 'a file is wrapped like a stream, one that is not there is said so', async () => {
    const cwd = await tempFolder();
    writeFileSync(join(cwd, 'big.log'), 'x'.repeat(3_000_000));
    const data = await dataOf(['output', 'wrap', 'big.log'], { cwd });
    expect(readFileSync(join(cwd, data.output_file)).length).toBe(3_000_000);
    const { code, stderr } = await runBaton(['output', 'wrap', 'gone.log'], { cwd });
    expect(code).toBe(4);
    expect(stderr).toContain('FILE_NOT_FOUND');
    expect(readdirSync(join(cwd, CACHE))).toHaveLength(2);
  });

  verifies('AOP-030', 'a dry run writes nothing', async () => {
    const cwd = await tempFolder();
    expect((await runBaton(['output', 'wrap', '--dry-run'], { cwd, input: 'x' })).code).toBe(0);
    expect(readdirSync(cwd)).toEqual([]);
  });

  verifies(
    'AOP-030',
    'a path outside the project is refused, and the summary still arrives with the reason',
    async () => {
      const cwd = await tempFolder();
      writeFileSync(join(cwd, 'baton.config.json'), '{}');
      const { code, stdout, stderr } = await runBaton(['output', 'wrap', '--details', '../stolen.json'], {
        cwd,
        input: 'Found 3 things.\n',
      });
      expect(code).toBe(1);
      expect(stdout).toContain('- Details not written:');
      expect(stdout).toContain('- Last line: Found 3 things.');
      expect(stdout).toContain('[AOP:DETAILS_FILE] none');
      expect(stderr).toContain('FILE_OUTSIDE_ROOT');
    },
  );

  verifies('AOP-030', 'the cache folder is configurable', async () => {
    const cwd = await tempFolder();
    writeFileSync(
      join(cwd, 'baton.config.json'),
      JSON.stringify({ output: { cacheDir: 'out/agents', type: 'build' } }),
    );
    const data = await dataOf(['output', 'wrap', '--agent', 'a'], { cwd, input: 'x' });
    expect(data.details_file).toMatch(/^out\/agents\/a-\d+\.json$/);
    expect((await runBaton(['output', 'prompt'], { cwd })).stdout).toContain('max 200 chars total');
  });
});

describe('baton output run', () => {
  verifies('AOP-041', 'a test run is summed up, the command’s code is passed on, nothing else is printed', async () => {
    const cwd = await tempFolder();
    writeFileSync(join(cwd, 'out.txt'), capture('vitest-fail'));
    const { code, stdout, stderr } = await runBaton(
      ['output', 'run', '--task', 'Run unit tests', '--', 'sh', '-c', 'cat out.txt; exit 7'],
      { cwd },
    );
    expect(code).toBe(7);
    expect(stderr).toBe('');
    expect(stdout).toContain(
      '- Tests: 3 passed, 3 failed, 2 skipped, 1 error\n- Failed: auth.test.ts (2), broken.test.ts (1), math.test.ts (1)',
    );
    expect(stdout).toContain('[AOP:STATUS] failure');
    expect(stdout.startsWith('[AOP:START] ')).toBe(true);
    const log = readdirSync(join(cwd, CACHE)).find((name) => name.endsWith('.log')) ?? '';
    expect(readFileSync(join(cwd, CACHE, log), 'utf8')).toBe(capture('vitest-fail'));
  });

  verifies('AOP-041', 'status follows the exit code, and printed failures are never a success', async () => {
    const cwd = await tempFolder();
    writeFileSync(join(cwd, 'out.txt'), capture('pytest-fail'));
    const status = async (script: string): Promise<string> => {
      const { stdout } = await runBaton(['output', 'run', '--json', '--', 'sh', '-c', script], { cwd });
      return (JSON.parse(stdout) as { data: Data }).data.status;
    };
    expect(await status('echo fine')).toBe('success');
    expect(await status('echo fine; exit 3')).toBe('failure');
    expect(await status('cat out.txt; exit 0')).toBe('partial');
    expect(await status('kill -9 $$')).toBe('failure');
  });

  verifies('AOP-041', 'a command that never ends is stopped at its limit, and what it said is kept', async () => {
    const cwd = await tempFolder();
    const { code, stdout } = await runBaton(
      ['output', 'run', '--timeout', '1s', '--', 'sh', '-c', 'echo begun; sleep 600'],
      { cwd },
    );
    expect(code).toBe(124);
    expect(stdout).toContain('- Stopped at its time limit of 1 seconds');
    expect(stdout).toContain('[AOP:STATUS] failure');
    const log = readdirSync(join(cwd, CACHE)).find((name) => name.endsWith('.log')) ?? '';
    expect(readFileSync(join(cwd, CACHE, log), 'utf8')).toBe('begun\n');
  });

  verifies('AOP-041', 'a command that is not there is a failure with its reason', async () => {
    const { code, stdout } = await runBaton(['output', 'run', '--', 'no-such-program-x'], { cwd: await tempFolder() });
    expect(code).toBe(127);
    expect(stdout).toContain('- Not started: cannot start no-such-program-x: no such program');
  });

  verifies('AOP-041', 'binary output is kept byte for byte and never shown', async () => {
    const cwd = await tempFolder();
    const { code, stdout } = await runBaton(['output', 'run', '--', 'head', '-c', '300000', '/dev/urandom'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('- Output is binary: 300 kB');
    // eslint-disable-next-line no-control-regex -- exactly those must not be there
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000B-\u001F\uFFFD]/);
  });

  test.runIf(canMount)('a real disk that fills up does not stop the command, and the parent is told', async () => {
    const cwd = await mountSmall();
    writeFileSync(join(cwd, 'baton.config.json'), '{}');
    const script = 'head -c 300000 /dev/zero | tr "\\0" x; echo; echo the end; exit 5';
    const { code, stdout, stderr } = await runBaton(['output', 'run', '--', 'sh', '-c', script], { cwd });
    expect(code).toBe(5);
    expect(stdout).toContain('- Details not written: cannot write');
    expect(stdout).toContain('- Last line: the end');
    expect(stderr).toContain('DISK_FULL');
    expect(readdirSync(join(cwd, CACHE))).toEqual([]);
  });

  test.runIf(canMount)('a real read-only disk neither', async () => {
    const cwd = await mountSmall();
    writeFileSync(join(cwd, 'baton.config.json'), '{}');
    makeReadOnly(cwd);
    const { code, stdout, stderr } = await runBaton(['output', 'run', '--', 'echo', 'fine'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('- Last line: fine');
    expect(stderr).toContain('FILE_NOT_WRITABLE');
  });

  test('no command is wrong usage', async () => {
    const { code, stderr } = await runBaton(['output', 'run'], { cwd: await tempFolder() });
    expect(code).toBe(2);
    expect(stderr).toContain('no command is given');
  });
});

describe('baton output prompt', () => {
  verifies('AOP-042', 'the mandatory block, word for word, filled in for a task type', async () => {
    const cwd = await tempFolder();
    const { stdout } = await runBaton(['output', 'prompt', '--type', 'search', '--agent', 'search-auth'], { cwd });
    expect(stdout).toBe(published('prompt').replace('{cache_dir}/{agent-id}', `${CACHE}/search-auth`));
    expect((await runBaton(['output', 'prompt', '--type', 'analysis'], { cwd })).stdout).toContain(
      'max 600 chars total',
    );
  });
});

describe('baton output aggregate', () => {
  verifies('AOP-044', 'numbered summaries with paths and counts', async () => {
    const cwd = await tempFolder();
    mkdirSync(join(cwd, 'answers'));
    for (const name of ['search', 'analysis', 'test'] as const)
      writeFileSync(join(cwd, 'answers', `${name}.md`), published(name));
    const { code, stdout } = await runBaton(
      ['output', 'aggregate', 'answers/search.md', 'answers/analysis.md', 'answers/test.md'],
      { cwd },
    );
    expect(code).toBe(0);
    expect(stdout).toContain('3 results: 2 success, 1 failure, 0 partial');
    expect(stdout).toContain('3. [failure] Run unit test suite');
    expect(stdout).toContain('   Details: .claude/cache/agent-outputs/test-run-1707141600.json');
    const input = published('search') + published('test');
    const data = (await runForData(['output', 'aggregate'], { cwd, input })) as { counts: unknown };
    expect(data.counts).toEqual({ success: 1, failure: 1, partial: 0, unknown: 0 });
  });
});
