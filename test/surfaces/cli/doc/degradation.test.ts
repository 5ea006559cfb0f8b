import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect } from 'vitest';
import { renderDocument, type HandoffDocument } from '../../../../src/protocols/document/index.ts';
import { validateDocument } from '../../../../src/relay/document/index.ts';
import { nodeDisk } from '../../../../src/stores/fs/index.ts';
import { createTokenCounter } from '../../../../src/stores/tokens/index.ts';
import { smallDocument } from '../../../protocols/document/sample-document.ts';
import { runBaton, type RunResult } from '../../../support/run-baton.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { testPlatform } from '../../../support/test-platform.ts';
import { verifies } from '../../../support/verifies.ts';

interface Answer extends RunResult {
  readonly data: Record<string, never> & {
    readonly errors: Message[];
    readonly warnings: Message[];
    readonly [key: string]: unknown;
  };
}

interface Message {
  readonly rule: string;
  readonly message: string;
  readonly repair: string;
}

async function doc(cwd: string, args: readonly string[], input?: string): Promise<Answer> {
  const result = await runBaton(['doc', ...args, '--json'], {
    cwd,
    env: { HOME: cwd },
    ...(input === undefined ? {} : { input }),
  });
  return { ...result, data: (JSON.parse(result.stdout) as { data: Answer['data'] }).data };
}

const change = (changes: Partial<HandoffDocument['handoff']>): string =>
  renderDocument({ handoff: { ...smallDocument().handoff, ...changes } });
const NEW = ['new', '--from', 'planner', '--to', 'coder', '--summary', 'Go on.', '--type', 'research'];

function writeSkill(folder: string, name: string, frontmatter: string): void {
  const path = join(folder, '.claude/skills', name, 'SKILL.md');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `---\n${frontmatter}\n---\n# ${name}\n`);
}

describe('graceful degradation', () => {
  verifies('UHS-050', 'schema file missing: the basics are checked', async () => {
    const cwd = await tempFolder();
    const wrongEnum = change({ context: { summary: 'x', problem_type: 'nonsense' as never } });
    const { code, data } = await doc(cwd, ['validate', '-', '--schema', 'gone.json'], wrongEnum);
    expect(code).toBe(0);
    expect(data.warnings.map(({ message }) => message)).toContain('Schema not found. Basic validation only.');
    const missing = await doc(cwd, ['validate', '-', '--schema', 'gone.json'], change({ context: {} as never }));
    expect(missing.code).toBe(1);
    const shipped = await doc(
      cwd,
      ['validate', '-', '--schema', join(process.cwd(), 'schema/universal-handoff-v3.0.schema.json')],
      wrongEnum,
    );
    expect(shipped.data.errors).toMatchObject([{ rule: 'enum' }]);
    writeFileSync(join(cwd, 'other.json'), '{"type":"object"}');
    const other = await runBaton(['doc', 'validate', '-', '--schema', 'other.json', '--json'], {
      cwd,
      input: wrongEnum,
    });
    expect([other.code, JSON.parse(other.stdout)]).toMatchObject([2, { error: { code: 'SCHEMA_UNKNOWN' } }]);
  });

  verifies('UHS-050', 'token counting unavailable: the estimate is used and announced', async () => {
    const said: string[] = [];
    const tokens = createTokenCounter({
      disk: nodeDisk,
      load: () => Promise.reject(new Error('gone')),
      warn: (text) => said.push(text),
    });
    const platform = await testPlatform(await tempFolder(), { tokens });
    const report = await validateDocument(platform, Buffer.from(change({})));
    expect(report.tokens?.method).toBe('bytes/4');
    expect(report.warnings.map(({ message }) => message)).toContain('tiktoken unavailable. Using estimation.');
    expect(said).toEqual(['tiktoken unavailable. Using estimation.']);
  });

  verifies('UHS-050', 'frontmatter unreadable: the skill is skipped', async () => {
    const cwd = await tempFolder();
    writeSkill(cwd, 'good', 'name: good\nhandoff:\n  accepts_from: ["*"]\n  schema_version: "3.0"');
    writeSkill(cwd, 'broken', 'name: [unclosed\nhandoff: {');
    const { data, stderr } = await doc(cwd, ['discover']);
    expect(data['warnings']).toEqual(['Could not parse broken. Skipping.']);
    expect(data['available']).toEqual(['good']);
    expect(stderr).toBe('Could not parse broken. Skipping.\n');
  });

  verifies('UHS-050', 'handoff file not writable: the fallback location is used', async () => {
    const cwd = await tempFolder();
    writeFileSync(join(cwd, 'session'), 'a file where the folder should be');
    const { code, data } = await doc(cwd, [...NEW, '--session-path', 'session']);
    expect(code).toBe(0);
    expect(data['warnings']).toEqual(['Using fallback location.']);
    expect(JSON.parse(readFileSync(String(data['path']), 'utf8'))).toEqual(data['document']);
  });

  verifies('UHS-050', 'a long handoff and its original use the fallback location too', async () => {
    const cwd = await tempFolder();
    writeFileSync(join(cwd, 'session'), 'a file where the folder should be');
    const working = JSON.stringify({ rows: Array.from({ length: 900 }, (_, id) => ({ id })) });
    const long = [...NEW, '--session-path', 'session', '--working', '-'];
    const { code, data } = await doc(cwd, long, working);
    expect([code, data['warnings']]).toEqual([0, ['Using fallback location.']]);
    const expanded = await doc(cwd, ['expand', String(data['path'])]);
    expect(expanded.code).toBe(0);
    expect(JSON.stringify(expanded.data)).toContain('{"id":899}');
    const out = await doc(cwd, [...long, '--out', 'out.json'], working);
    expect([out.code, out.data['warnings']]).toEqual([0, ['Using fallback location.']]);
  });

  verifies('UHS-050', 'trace id missing in an older document: one is generated', async () => {
    const cwd = await tempFolder();
    const { trace_id: _, ...rest } = smallDocument().handoff;
    const { data } = await doc(cwd, ['repair', '-', '--dry-run'], JSON.stringify({ handoff: rest }));
    expect(data['repaired']).toBe(true);
    expect(data['warnings']).toEqual(['Generated trace_id for legacy handoff.']);
  });
});

describe('failure modes', () => {
  verifies('UHS-050', 'handoff JSON corrupted: re-create it', async () => {
    const { code, data } = await doc(await tempFolder(), ['validate', '-'], '{"handoff": {');
    expect(code).toBe(1);
    expect(data.errors).toMatchObject([
      {
        rule: 'json',
        message: expect.stringMatching(/^Handoff JSON corrupted: .*line 1, column 14$/),
        repair: expect.stringMatching(/^Re-create handoff/),
      },
    ]);
  });

  verifies('UHS-050', 'target not found: available workflows are shown', async () => {
    const cwd = await tempFolder();
    writeSkill(cwd, 'coder', 'name: coder\nhandoff:\n  accepts_from: ["*"]\n  schema_version: "3.0"');
    const { code, data } = await doc(cwd, ['discover', 'nobody']);
    expect(code).toBe(1);
    expect(data['message']).toBe('Target workflow not found: nobody. Show available workflows, ask user: coder.');
  });

  verifies('UHS-050', 'over the limit after compression: manual payload reduction', async () => {
    const cwd = await tempFolder();
    const source = { ...smallDocument().handoff.source, phase: 'a phase without end '.repeat(900) };
    const { code, stdout } = await runBaton(['doc', 'compress', '-'], { cwd, input: change({ source }) });
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /Token limit exceeded after compression \(\d+\)\. Manual payload reduction:\n +\/handoff\/source\/phase +\d+ tokens/,
    );
  });

  verifies('UHS-050', 'trace not writable: the work goes on without it', async () => {
    const cwd = await tempFolder();
    mkdirSync(join(cwd, '.baton'));
    writeFileSync(join(cwd, '.baton', 'trace'), 'a file where the folder should be');
    const { code, data } = await doc(cwd, NEW);
    expect(code).toBe(0);
    expect(data['warnings']).toEqual([
      expect.stringMatching(/^Trace log write failure: .*\. Continue without tracing\.$/),
    ]);
    chmodSync(join(cwd, '.baton', 'trace'), 0o600);
  });

  verifies('UHS-050', 'circular handoff: refused with the chain drawn', async () => {
    const meta = { ...smallDocument().handoff.meta, handoff_chain: ['coder', 'planner'] };
    const { code, stdout } = await runBaton(['doc', 'validate', '-', '--no-guard'], { input: change({ meta }) });
    expect(code).toBe(1);
    expect(stdout).toContain('Circular handoff detected: [coder] → planner → coder ✗');
  });

  verifies('UHS-050', 'schema version mismatch: refused, naming the adapter', async () => {
    const { code, data } = await doc(await tempFolder(), ['validate', '-'], change({ version: '2.0' as never }));
    expect(code).toBe(1);
    expect(data.errors).toMatchObject([
      {
        message: expect.stringContaining('Schema version mismatch'),
        repair: expect.stringMatching(/^Reject; document adapter path: run baton doc adapt/),
      },
    ]);
  });
});
