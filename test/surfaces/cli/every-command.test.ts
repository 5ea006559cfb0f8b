/** Rules that hold for every command there is: a new row of the registry is checked without a line here. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Command, Flag } from '../../../src/surfaces/cli/command.ts';
import { COMMANDS } from '../../../src/surfaces/cli/commands.ts';
import { main } from '../../../src/surfaces/cli/main.ts';
import { runBaton } from '../../support/run-baton.ts';
import { verifies } from '../../support/verifies.ts';
import { FakeProcess } from './fake-process.ts';

/** Nothing is there, and whatever a command that should have refused writes is thrown away. */
let elsewhere: string;
beforeAll(() => {
  elsewhere = mkdtempSync(join(tmpdir(), 'baton-elsewhere-'));
});
afterAll(() => {
  rmSync(elsewhere, { recursive: true, force: true });
});

/** One command line in this process: the frame takes the process it works on as an argument. */
async function run(line: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const process = new FakeProcess(line, env, elsewhere);
  await main(process.asNode());
  return process.result();
}

const words = (path: string): string[] => path.split(' ');

/** A host reads exit code 2 of a hook as "block", so a hook that fails ends with 1. */
const failing = (path: string, code: number): number => (path === 'hook' ? 1 : code);

/** As many operands as the command wants at least. */
const enough = (command: Command): string[] => Array.from({ length: command.takes[0] }, () => 'x');

const envelope = (code: string) => ({
  schema_version: 1,
  error: { code, message: expect.stringMatching(/./), hint: expect.stringMatching(/./) },
});

/** Ways to give a flag wrongly. */
function wrongUses(name: string, flag: Flag): string[][] {
  const dashes = name.length === 1 ? `-${name}` : `--${name}`;
  if (flag.kind === 'switch') return [[`--${name}=yes`]].filter(() => name.length > 1);
  const choice = flag.choices === undefined ? [] : [[dashes, 'no-such-choice']];
  const number = flag.kind === 'number' ? [[dashes, 'many']] : [];
  const twice = flag.kind === 'text' && flag.choices === undefined ? [[dashes, 'a', dashes, 'b']] : [];
  return [[dashes], [dashes, '--dry-run'], ...choice, ...number, ...twice];
}

/** `baton aahp` keeps the public tool's own line and exit codes; it has tests of its own. */
const FRAMED = COMMANDS.filter(({ ownLine }) => ownLine !== true);

/** They may run on until they are ended, as processes of their own. */
const STAYING = new Set(['serve', 'mcp', 'watch', 'board', 'demo', 'tour']);

describe.each(FRAMED.map((entry) => [entry.path, entry] as const))('baton %s', (path, entry) => {
  test('declares what help, completion and the reference are made from', async () => {
    const command = await entry.load();
    expect(entry.summary).toMatch(/^[A-Z].*[^.]$/);
    expect(command.about).toMatch(/\.$/);
    expect(command.takes[0]).toBeLessThanOrEqual(command.takes[1]);
    expect(command.examples.length).toBeGreaterThan(0);
    for (const example of command.examples) {
      expect(example.run).toContain(`baton ${path}`);
      expect(example.does).toMatch(/./);
    }
    for (const flag of Object.values(command.flags)) expect(flag.about).toMatch(/^\S.*\.$/);
  });

  test('shows its help with examples, in text and in JSON', async () => {
    const command = await entry.load();
    const { code, stdout, stderr } = await run([...words(path), '--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`Usage  baton ${path}`);
    const flowing = stdout.replaceAll(/\s+/g, ' ');
    for (const example of command.examples) {
      expect(stdout).toContain(`  ${example.run}\n      `);
      expect(flowing).toContain(`${example.run} ${example.does} `.replaceAll(/\s+/g, ' '));
    }
    for (const name of Object.keys(command.flags))
      expect(stdout).toContain(name.length === 1 ? `-${name}` : `--${name}`);
    const asJson = await run([...words(path), '--help', '--json']);
    expect(JSON.parse(asJson.stdout)).toMatchObject({ schema_version: 1, data: { command: path } });
    expect((await run(['help', ...words(path)])).stdout).toBe(stdout);
  });

  test('has colours only on request', async () => {
    const line = [...words(path), '--help'];
    expect((await run(line)).stdout).not.toContain('\u001B');
    expect((await run(line, { FORCE_COLOR: '1' })).stdout).toContain('\u001B[');
    expect((await run(line, { FORCE_COLOR: '1', NO_COLOR: '1' })).stdout).not.toContain('\u001B');
    expect((await run([...line, '--json'], { FORCE_COLOR: '1' })).stdout).not.toContain('\u001B');
  });

  verifies('CMD-002', `a wrong use of baton ${path} ends with 2, in words on standard error`, async () => {
    const { code, stdout, stderr } = await run([...words(path), '--jsno']);
    expect({ code, stdout }).toEqual({ code: failing(path, 2), stdout: '' });
    expect(stderr).toContain('unknown flag --jsno; did you mean --json');
    expect(stderr).toContain('(USAGE_INVALID)');
  });

  verifies(
    'CMD-002',
    `a wrong use of baton ${path} with --json is one envelope on standard output and nothing else`,
    async () => {
      for (const form of ['--json', '--jsonl']) {
        const { code, stdout, stderr } = await run([...words(path), '--no-such-flag', form]);
        expect({ code, stderr, lines: stdout.split('\n').length }).toEqual({
          code: failing(path, 2),
          stderr: '',
          lines: 2,
        });
        expect(JSON.parse(stdout)).toEqual(envelope('USAGE_INVALID'));
      }
    },
  );

  verifies('CMD-002', `baton ${path} refuses flags given wrongly, and missing or unexpected arguments`, async () => {
    const command = await entry.load();
    const [least, most] = command.takes;
    const lines = Object.entries(command.flags).flatMap(([name, flag]) =>
      wrongUses(name, flag).map((use) => [...enough(command), ...use]),
    );
    if (least > 0) lines.push(enough(command).slice(1));
    if (most < Infinity) lines.push(Array.from({ length: most + 1 }, () => 'x'));
    for (const line of lines) {
      const { code, stdout } = await run([...words(path), ...line, '--json']);
      expect({ line, code, body: JSON.parse(stdout) }).toEqual({
        line,
        code: failing(path, 2),
        body: envelope('USAGE_INVALID'),
      });
    }
  });

  verifies('CMD-002', `baton ${path} -C with a folder that is not there ends with 4`, async () => {
    const command = await entry.load();
    const { code, stdout } = await run(['-C', '/no/such/folder', ...words(path), ...enough(command), '--json']);
    expect({ code, body: JSON.parse(stdout) }).toEqual({ code: failing(path, 4), body: envelope('FILE_NOT_FOUND') });
    const file = await run(['-C', import.meta.filename, ...words(path), ...enough(command), '--json']);
    expect({ code: file.code, body: JSON.parse(file.stdout) }).toEqual({
      code: failing(path, 2),
      body: envelope('INPUT_INVALID'),
    });
  });
});

describe('through the built command line', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'baton-every-'));
    mkdirSync(join(folder, 'project'));
    writeFileSync(join(folder, 'project', 'baton.config.json'), '{}\n');
    writeFileSync(join(folder, 'project', 'x'), 'a file by the name of the operand\n');
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const contents = (): string[] =>
    readdirSync(join(folder, 'project'), { recursive: true, withFileTypes: true })
      .map(
        (entry) =>
          `${entry.parentPath}/${entry.name} ${entry.isFile() ? readFileSync(join(entry.parentPath, entry.name), 'utf8') : ''}`,
      )
      .sort();

  verifies(
    'CMD-002',
    'no command changes anything with --dry-run, and each answers with one envelope and a known exit code',
    async () => {
      const before = contents();
      const env = {
        HOME: join(folder, 'home'),
        XDG_CACHE_HOME: join(folder, 'cache'),
        BATON_CACHE_DIR: join(folder, 'cache'),
      };
      const ask = async ({ path, load }: (typeof COMMANDS)[number]): Promise<void> => {
        const line = [...words(path), ...enough(await load()), '--dry-run', '--json'];
        const limit = STAYING.has(path) ? { limitMs: 5_000 } : {};
        const { code, stdout } = await runBaton(line, { cwd: join(folder, 'project'), env, ...limit });
        // A server runs on until it is ended.
        if (code === null) return;
        expect({ path, code, body: Object.keys(JSON.parse(stdout) as object) }).toEqual({
          path,
          code: expect.toSatisfy((each: number) => [0, 1, 2, 3, 4].includes(each)),
          body: ['schema_version', expect.stringMatching(/^(data|error)$/)],
        });
      };
      const staying = FRAMED.filter(({ path }) => STAYING.has(path)).map(ask);
      for (const entry of FRAMED) if (!STAYING.has(entry.path)) await ask(entry);
      await Promise.all(staying);
      expect(contents()).toEqual(before);
    },
    { timeout: 120_000 },
  );
});
