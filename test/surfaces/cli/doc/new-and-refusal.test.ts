import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { renderDocument } from '../../../../src/protocols/document/index.ts';
import { smallDocument } from '../../../protocols/document/sample-document.ts';
import { runBaton } from '../../../support/run-baton.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { verifies } from '../../../support/verifies.ts';

const NEW = ['doc', 'new', '--from', 'planner', '--summary', 'Add login', '--type', 'implementation'];

const writeSkill = (cwd: string, name: string): void => {
  mkdirSync(join(cwd, 'skills', name), { recursive: true });
  const handoff = 'handoff:\n  accepts_from: ["*"]\n  schema_version: "3.0"';
  writeFileSync(join(cwd, 'skills', name, 'SKILL.md'), `---\nname: ${name}\n${handoff}\n---\n`);
};

describe('doc new', () => {
  verifies('UHS-105', 'checks the target if any is known and lists the nearest', async () => {
    const cwd = await tempFolder();
    const unknown = await runBaton([...NEW, '--to', 'codr', '--json'], { cwd });
    expect(unknown.code).toBe(0);
    for (const name of ['coder', 'tester']) writeSkill(cwd, name);
    const refused = await runBaton([...NEW, '--to', 'codr', '--json'], { cwd });
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.stdout)).toMatchObject({
      data: {
        path: null,
        errors: [
          {
            rule: 'target-unknown',
            message:
              'Target workflow not found: codr. Show available workflows, ask user: coder, tester. Did you mean coder?',
          },
        ],
      },
    });
    expect((await runBaton([...NEW, '--to', 'coder'], { cwd })).code).toBe(0);
    expect((await runBaton([...NEW, '--to', 'codr', '--unlisted'], { cwd })).code).toBe(0);
  });

  verifies('UHS-105', 'a path that cannot be written ends with an error', async () => {
    const cwd = await tempFolder();
    if (!existsSync('/proc/self')) return;
    const { code, stdout } = await runBaton([...NEW, '--to', 'coder', '--session-path', '/proc/nope', '--json'], {
      cwd,
    });
    expect([code === 0, JSON.parse(stdout)]).toMatchObject([false, { error: { code: 'FILE_NOT_FOUND' } }]);
    const out = await runBaton([...NEW, '--to', 'coder', '--out', '/proc/nope/x.json', '--json'], { cwd });
    expect(out.code).not.toBe(0);
  });
});

describe('a refusal', () => {
  verifies('UHS-100', 'prints at most 20 lines and names no file that was not written', async () => {
    const cwd = await tempFolder();
    const { handoff } = smallDocument();
    const working = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, index) => [`key ${index}`, 'long '.repeat(120)]),
    );
    const source = { ...handoff.source, phase: 'a phase without end '.repeat(900) };
    const input = renderDocument({ handoff: { ...handoff, source, payload: { working } } });
    const text = await runBaton(['doc', 'compress', '-'], { cwd, input });
    expect(text.code).toBe(1);
    expect(text.stdout.split('\n').length).toBeLessThanOrEqual(20);
    expect(text.stdout).not.toContain('session-context');
    const json = await runBaton(['doc', 'compress', '-', '--json'], { cwd, input });
    expect(JSON.parse(json.stdout)).toMatchObject({
      data: { fits: false, path: null, original: null, document: null, steps: [] },
    });
    expect(json.stdout).not.toContain('session-context');
    expect(existsSync(join(cwd, 'session'))).toBe(false);
  });

  verifies('UHS-103', 'a legacy document is received by validate --receive', async () => {
    const cwd = await tempFolder();
    const { trace_id: _, ...legacy } = smallDocument().handoff;
    const input = renderDocument({ handoff: legacy });
    const { code, stdout } = await runBaton(['doc', 'validate', '-', '--receive', '--json'], { cwd, input });
    expect(code).toBe(0);
    expect(stdout).toContain('Generated trace_id for legacy handoff.');
  });
});
