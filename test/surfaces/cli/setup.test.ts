import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parse } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import { FILE_TOOLS, type SetupRow } from '../../../src/relay/setup/index.ts';
import { batonOnPath } from '../../support/baton-on-path.ts';
import { testProject, type TestProject } from '../../support/project.ts';
import { verifies } from '../../support/verifies.ts';

/** Files as their owners keep them: comments, odd layout, other hooks, no final newline, CRLF. */
const OWN: Readonly<Record<string, string>> = {
  'AGENTS.md': '# Rules\r\n\r\n- be kind\r\n',
  'CLAUDE.md': '# Claude\n\nNo final newline',
  'GEMINI.md': 'Mine.\n\n@AGENTS.md\n\nMore of mine.\n',
  '.claude/settings.json':
    '{\n\t// permissions first\n\t"permissions": { "allow": ["Bash(ls)"], },\n\t"hooks": {\n\t\t"Stop": [ {"hooks":[{"type":"command","command":"./mine.sh"}]} ],\n\t\t"PostToolUse" : []\n\t}\n}',
  '.codex/hooks.json': '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"say done"}]}]}}',
  '.gemini/settings.json': '{\r\n    "theme": "Dark", // eyes\r\n    "hooks": {}\r\n}\r\n',
  '.cursor/mcp.json': '{ "mcpServers": { "other": { "command": "x" } } }\n',
  '.vscode/mcp.json': '{\n  "inputs": []\n}\n',
  '.github/copilot-instructions.md': '',
};

async function rows(project: TestProject, ...args: string[]): Promise<readonly SetupRow[]> {
  return (await project.data(['setup', ...args]))['files'] as SetupRow[];
}

const tree = (project: TestProject): Record<string, string> =>
  Object.fromEntries(
    readdirSync(project.root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('/.git/'))
      .map((entry) => join(entry.parentPath, entry.name).slice(project.root.length + 1))
      .filter((path) => !path.startsWith('.git/'))
      .map((path) => [path, project.read(path)]),
  );

verifies('SUR-003', 'files that are in place do not help if what they call is not on the PATH', async () => {
  const project = await testProject();
  await project.baton(['setup', 'codex']);
  const there = await project.baton(['setup', 'codex', '--check'], { env: batonOnPath() });
  expect(there).toMatchObject({ code: 0, stdout: expect.not.stringContaining('PATH') as string });
  // npm puts this on the PATH of its own programs: a host does not see it.
  project.write('node_modules/.bin/baton', '#!/bin/sh\n');
  chmodSync(join(project.root, 'node_modules/.bin/baton'), 0o755);
  const env = { PATH: `${join(project.root, 'node_modules/.bin')}${delimiter}/usr/bin${delimiter}/bin` };
  const { code, stdout } = await project.baton(['setup', 'codex', '--check'], { env });
  expect(code).toBe(1);
  expect(stdout).toContain('in place');
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
    'baton is not on the PATH here, so no hook and no agent can start it. Run npm install --global agent-baton, or baton setup codex --command "npx agent-baton".',
  );
  expect((await project.baton(['setup', 'codex'], { env })).code).toBe(0);
  const report = await project.data(['doctor'], { env });
  expect((report['checks'] as { id: string }[]).find(({ id }) => id === 'hooks')).toMatchObject({
    state: 'warning',
    found: 'codex cannot start Baton: baton is not on the PATH here',
  });
});

test('the skill promises hooks only to hosts that get them, and git is mentioned until it is set up', async () => {
  const project = await testProject();
  const first = await project.baton(['setup', 'claude']);
  expect(first.stdout).toContain('baton setup git adds the merge driver');
  await project.baton(['setup', 'git']);
  const second = await project.baton(['setup', 'antigravity']);
  expect(second.stdout).toContain('Next: commit these files');
  expect(second.stdout).not.toContain('baton setup git');
  const promise = "the host's hooks record";
  expect(project.read('.claude/skills/baton/SKILL.md')).toContain(promise);
  expect(project.read('.agents/skills/baton/SKILL.md')).not.toContain(promise);
  expect(project.read('.agents/skills/baton/SKILL.md')).toContain(
    'Without that call nothing of the session is recorded.',
  );
});

describe.each(FILE_TOOLS)('baton setup %s', (tool) => {
  verifies('SUR-003', 'comes into the user’s files and leaves them again byte for byte', async () => {
    const project = await testProject({ init: false });
    for (const [path, content] of Object.entries(OWN)) project.write(path, content);
    const before = tree(project);
    expect((await project.baton(['setup', tool, '--check'])).code).toBe(1);
    expect(tree(project)).toEqual(before);
    const printed = await rows(project, tool, '--print');
    expect(tree(project)).toEqual(before);

    const written = await rows(project, tool);
    expect(written.some(({ done }) => done === 'written')).toBe(true);
    const after = tree(project);
    for (const { path, content } of printed) expect(after[path]).toBe(content);
    for (const [path, content] of Object.entries(before)) {
      if (!written.some((row) => row.path === path)) expect(after[path]).toBe(content);
      else if (path.endsWith('.json')) expect(parse(after[path] ?? '')).toMatchObject(keptOf(parse(content)));
      else expect(after[path]?.startsWith(content)).toBe(true);
    }
    expect((await project.baton(['setup', tool, '--check'], { env: batonOnPath() })).code).toBe(0);
    expect((await rows(project, tool)).map(({ done }) => done)).toEqual(written.map(() => 'none'));
    expect(tree(project)).toEqual(after);

    await rows(project, tool, '--remove');
    expect(tree(project)).toEqual(before);
  });

  verifies('SUR-003', 'makes what is missing and takes it away again, never a symlink', async () => {
    const project = await testProject({ init: false });
    const before = tree(project);
    const written = await rows(project, tool);
    for (const { path, done } of written) {
      expect(done).toBe('written');
      expect(lstatSync(join(project.root, path)).isFile()).toBe(true);
    }
    await rows(project, tool, '--remove');
    expect(tree(project)).toEqual(before);
  });
});

/** What must still be there: everything, lists with at least as many entries. */
const keptOf = (value: unknown): object =>
  JSON.parse(JSON.stringify(value, (key, item: unknown) => (key === 'hooks' ? undefined : item))) as object;

verifies('SUR-003', 'the section is marked with a hash, CLAUDE.md gets the line @AGENTS.md', async () => {
  const project = await testProject({ init: false });
  await rows(project, 'claude');
  expect(project.read('AGENTS.md')).toMatch(
    /^<!-- BEGIN baton agents-md hash:[0-9a-f]{12} -->\n## Handoffs \(Baton\)\n/,
  );
  expect(project.read('CLAUDE.md').split('\n')).toContain('@AGENTS.md');
  const settings = JSON.parse(project.read('.claude/settings.json')) as { hooks: Record<string, unknown[]> };
  expect(settings.hooks['SessionStart']).toEqual([
    {
      matcher: 'startup|resume|clear|compact',
      hooks: [{ type: 'command', command: 'baton', args: ['hook', 'session-start', '--host', 'claude'], timeout: 10 }],
    },
  ]);
});

test('a section somebody changed is kept and said so; --yes writes ours over it', async () => {
  const project = await testProject({ init: false });
  await rows(project, 'agents-md');
  const edited = project.read('AGENTS.md').replace('At the end', 'At the very end');
  project.write('AGENTS.md', edited);
  const { code, stdout } = await project.baton(['setup', 'agents-md']);
  expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining('--yes writes ours over it') as string });
  expect(project.read('AGENTS.md')).toBe(edited);
  expect((await project.baton(['setup', 'agents-md', '--yes'])).code).toBe(0);
  expect(project.read('AGENTS.md')).not.toContain('very end');
});

test('hooks of an older or differently started Baton are replaced, not doubled', async () => {
  const project = await testProject({ init: false });
  await rows(project, 'claude', '--command', 'npx agent-baton');
  expect(project.read('.claude/settings.json')).toContain('"npx"');
  expect((await project.baton(['setup', 'claude', '--check'])).code).toBe(1);
  await rows(project, 'claude');
  expect(project.read('.claude/settings.json')).not.toContain('npx');
  expect(project.read('.claude/settings.json').match(/session-start/g)).toHaveLength(1);
});

verifies('SUR-003', 'a symlink, a broken file and a wrong word change nothing', async () => {
  const project = await testProject({ init: false });
  project.write('elsewhere.md', 'mine\n');
  symlinkSync('elsewhere.md', join(project.root, 'CLAUDE.md'));
  const linked = await project.baton(['setup', 'claude', '--json']);
  expect(linked.stdout).toContain('CLAUDE.md is a symlink');
  expect(existsSync(join(project.root, 'AGENTS.md'))).toBe(false);
  project.write('.codex/hooks.json', '{ "hooks": ');
  const broken = await project.baton(['setup', 'codex', '--json']);
  expect(JSON.parse(broken.stdout)).toMatchObject({
    error: { code: 'INPUT_INVALID', message: '.codex/hooks.json: it is not a JSON object' },
  });
  expect(existsSync(join(project.root, 'AGENTS.md'))).toBe(false);
  expect(await project.baton(['setup', 'cluade'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('did you mean claude?') as string,
  });
  expect((await project.baton(['setup', 'codex', '--check', '--remove'])).code).toBe(2);
});

test('a folder that leads out of the project is refused', async () => {
  const project = await testProject({ init: false });
  const other = await testProject({ init: false });
  symlinkSync(other.root, join(project.root, '.codex'));
  expect((await project.baton(['setup', 'codex'])).code).not.toBe(0);
  expect(existsSync(join(other.root, 'hooks.json'))).toBe(false);
});

test('init --agents-md and setup agents-md write the same', async () => {
  const [one, two] = [await testProject({ init: false }), await testProject({ init: false })];
  await one.data(['init', '--agents-md']);
  await two.data(['setup', 'agents-md']);
  expect(one.read('AGENTS.md')).toBe(two.read('AGENTS.md'));
  expect((await one.data(['init', '--agents-md']))['kept']).toContain('AGENTS.md');
});

verifies('SUR-003', 'git gets hooks, merge driver and attributes, and loses them again byte for byte', async () => {
  const project = await testProject();
  const own = '#!/bin/sh\necho mine\nexit 0\n';
  project.write('.git/hooks/pre-commit', own);
  expect((await project.baton(['setup', 'git', '--check'])).code).toBe(1);
  expect(project.read('.git/hooks/pre-commit')).toBe(own);
  expect((await rows(project, 'git', '--print')).map(({ content }) => content).join()).toContain(
    'verify --level precommit',
  );
  const written = await rows(project, 'git');
  expect(written.every(({ done }) => done === 'written')).toBe(true);
  expect(project.read('.git/hooks/pre-commit')).toContain('verify --level precommit');
  expect(project.git('config', '--get', 'merge.baton.driver')).toContain('merge-file');
  expect((await project.baton(['setup', 'git', '--check'])).code).toBe(0);
  expect((await rows(project, 'git')).every(({ done }) => done === 'none')).toBe(true);
  await rows(project, 'git', '--remove');
  expect(project.read('.git/hooks/pre-commit')).toBe(own);
  expect(existsSync(join(project.root, '.git/hooks/pre-push'))).toBe(false);
  expect(existsSync(join(project.root, '.ai/handoff/.gitattributes'))).toBe(false);
  expect((await project.baton(['setup', 'git', '--check'])).code).toBe(1);
});

describe('baton setup without a name', () => {
  /** What each tool leaves in a project that is used with it. */
  const SIGNS = {
    claude: 'CLAUDE.md',
    codex: '.codex/config.toml',
    gemini: '.gemini/settings.json',
    cursor: '.cursor/rules/a.mdc',
    copilot: '.github/copilot-instructions.md',
    opencode: 'opencode.json',
    vscode: '.vscode/settings.json',
    antigravity: '.agents/rules.md',
    windsurf: '.windsurfrules',
    cline: '.clinerules/a.md',
    zed: '.zed/settings.json',
    kiro: '.kiro/steering/product.md',
  } as const;

  verifies('SUR-052', 'every supported host is known by what it leaves in a project, and by nothing else', async () => {
    const all = FILE_TOOLS.filter((tool) => tool !== 'agents-md');
    expect(Object.keys(SIGNS)).toEqual(expect.arrayContaining([...all]));
    const project = await testProject({ init: false });
    expect((await project.baton(['setup'])).code).toBe(2);
    for (const [tool, path] of Object.entries(SIGNS)) {
      const one = await testProject({ init: false });
      one.write(path, path.endsWith('.json') ? '{}\n' : '');
      const { tools } = (await one.data(['setup', '--dry-run'])) as { tools: { tool: string }[] };
      expect(tools.map((row) => row.tool)).toEqual([tool]);
      project.write(path, path.endsWith('.json') ? '{}\n' : '');
    }
    const { tools } = (await project.data(['setup'])) as { tools: { tool: string }[] };
    expect(tools.map((row) => row.tool).toSorted()).toEqual(all.toSorted());
    const again = (await project.data(['setup'])) as { tools: { files: SetupRow[] }[] };
    expect(again.tools.flatMap(({ files }) => files).map(({ state }) => state)).not.toContain('missing');
  });

  verifies('SUR-052', 'docs/hosts.md says of every host what works and how it is proven', () => {
    const page = readFileSync('docs/hosts.md', 'utf8');
    const proven = new Map([...page.matchAll(/^\| `([\w-]+)` \|.*\| ([^|]*) \|$/gm)].map((row) => [row[1], row[2]]));
    const real = readFileSync('test/hosts/hosts.ts', 'utf8');
    for (const tool of FILE_TOOLS.filter((name) => name !== 'agents-md')) {
      const how = proven.get(tool) ?? '';
      expect([tool, /real program|recorded events|documentation only/.test(how)]).toEqual([tool, true]);
      expect([tool, how.includes('real program')]).toEqual([tool, real.includes(`name: '${tool}'`)]);
    }
  });
});
