import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLI, runBaton, runForData } from '../../support/run-baton.ts';
import { verifies } from '../../support/verifies.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'baton-frame-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the frame', () => {
  test('--version prints the package version alone', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(await runBaton(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
    expect(await runForData(['--version'])).toEqual({ version });
  });

  test('without a command it shows the overview; a line of flags alone is refused', async () => {
    const { code, stdout } = await runBaton([]);
    expect(code).toBe(0);
    expect(stdout).toContain('baton help all');
    expect(await runBaton(['--json'])).toMatchObject({ code: 2 });
  });

  test('an unknown command is answered with the nearest one', async () => {
    const result = await runBaton(['doctr']);
    expect(result).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error there is no command doctr\n  did you mean baton doctor? (COMMAND_UNKNOWN)\n',
    });
  });

  test('with --json a failure is one JSON value on standard output and nothing else', async () => {
    const { code, stdout, stderr } = await runBaton(['doctr', '--json']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      schema_version: 1,
      error: { code: 'COMMAND_UNKNOWN', message: 'there is no command doctr', hint: 'did you mean baton doctor?' },
    });
  });

  test('without a terminal, colours only on request', async () => {
    expect((await runBaton(['--help'])).stdout).not.toContain('\u001B');
    expect((await runBaton(['--help'], { env: { FORCE_COLOR: '1' } })).stdout).toContain('\u001B[1m');
    expect((await runBaton(['--help'], { env: { FORCE_COLOR: '1', NO_COLOR: '1' } })).stdout).not.toContain('\u001B');
  });

  test('-C runs elsewhere', async () => {
    writeFileSync(join(folder, 'baton.config.json'), '{"budget": 77}');
    const data = (await runForData(['-C', folder, 'config', 'budget'])) as { settings: unknown[] };
    expect(data.settings).toMatchObject([{ key: 'budget', value: 77, origin: 'file', from: 'baton.config.json' }]);
  });

  test('-C with a folder that is not there is refused before the command runs', async () => {
    expect(await runBaton(['-C', join(folder, 'none'), 'config'])).toEqual({
      code: 4,
      stdout: '',
      stderr: `error there is no folder ${join(folder, 'none')}\n  check the path (FILE_NOT_FOUND)\n`,
    });
  });

  test('a reader that leaves early is no failure', () => {
    const script = `set -o pipefail; "${process.execPath}" "${CLI}" --help | true; echo $?`;
    expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' })).toBe('0\n');
  });

  verifies('SUR-062', 'a result that finds the disk full is named in one line, and nothing of our code', () => {
    const script = `"${process.execPath}" "${CLI}" --help --json 2>&1 >/dev/full; echo $?`;
    expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' })).toBe(
      'error the result could not be written: ENOSPC: no space left on device, write (DISK_FULL)\n70\n',
    );
  });
});
