import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { runForData } from '../../../support/run-baton.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { verifies } from '../../../support/verifies.ts';

const LIMIT_MS = 20_000;

/** Writes down how it was called, in the place of the real program. */
const recorder = (name: string): string => `#!/bin/sh
{ printf '[%s]' "$@"; echo; cat; echo; } > ${name}.part && mv ${name}.part ${name}.seen
`;

async function textOf(path: string): Promise<string> {
  for (let waitedMs = 0; !existsSync(path) && waitedMs < LIMIT_MS; waitedMs += 50) await sleep(50);
  return await readFile(path, 'utf8');
}

/** The arguments each program takes its work with; `{brief}` where it is one of them, else it comes on standard input. */
const CALLS = {
  claude: ['-p', '--permission-mode', 'acceptEdits'],
  codex: ['exec', '--full-auto', '-'],
  gemini: ['--yolo', '-p', '{brief}'],
} as const;

verifies(
  'TSK-060',
  'the templates start Claude Code, Codex, Gemini CLI and a shell script with their brief',
  async () => {
    const folder = await tempFolder();
    const bin = join(folder, 'bin');
    await mkdir(bin);
    const env = { PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` };
    for (const name of [...Object.keys(CALLS), 'shell']) {
      const path = name === 'shell' ? join(folder, 'agent.sh') : join(bin, name);
      await writeFile(path, recorder(name));
      await chmod(path, 0o755);
      await runForData(['agent', 'add', `a-${name}`, '--template', name], { cwd: folder, env });
      await runForData(['task', 'new', `Work for ${name}`, '--agent', `a-${name}`], { cwd: folder, env });
    }
    await runForData(['tick'], { cwd: folder, env });
    for (const [name, args] of Object.entries(CALLS)) {
      const seen = await textOf(join(folder, `${name}.seen`));
      const [before = ''] = args
        .map((arg) => `[${arg}]`)
        .join('')
        .split('{brief}');
      expect(seen.startsWith(before)).toBe(true);
      expect(seen.slice(before.length)).toContain(`Work for ${name}`);
    }
    expect(await textOf(join(folder, 'shell.seen'))).toContain('Work for shell');
  },
);
