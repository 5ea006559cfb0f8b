/** What we tell agents works: every command they read is run, in the state in which they read it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ERRORS } from '../../../src/kernel/errors/index.ts';
import { AGENTS_POINTER, SKILL } from '../../../src/relay/setup/index.ts';
import { COMMANDS } from '../../../src/surfaces/cli/commands.ts';
import { findCommand, GLOBAL_FLAGS } from '../../../src/surfaces/cli/parse-call.ts';
import { testProject, type TestProject } from '../../support/project.ts';
import { verifies } from '../../support/verifies.ts';
import { commandsInHint, listCommands, splitWords } from './commands-in-texts.ts';

/** A project with a test command that passes, and a task to take. */
async function workplace(): Promise<TestProject> {
  const project = await testProject();
  project.write('package.json', '{ "scripts": { "test": "exit 0" } }\n');
  await project.data(['task', 'new', 'Write the parser']);
  return project;
}

/** Runs the commands of a text one after the other, with the values earlier ones printed; gives those that failed. */
async function follow(project: TestProject, commands: readonly string[]): Promise<string[]> {
  const values = new Map<string, string>();
  const failed: string[] = [];
  for (const command of commands) {
    const words = splitWords(command)
      .slice(1)
      .map((word) => values.get(word) ?? word);
    const { code, stdout, stderr } = await project.baton(words);
    // Looking at what a dead session left is a finding, not a failure.
    if (code !== (words[0] === 'recover' ? 1 : 0)) failed.push(`${command}: ${code} ${stdout}${stderr}`);
    const id = /TASK-\d{4}-\d{2}-\d{2}-\d{3}/.exec(stdout)?.[0];
    const run = /\b01[0-9A-HJKMNP-TV-Z]{24}\b/.exec(stdout)?.[0];
    if (words[0] === 'claim' && id !== undefined) values.set('TASK', id);
    if (words[0] === 'claim' && run !== undefined) values.set('RUN', run);
  }
  return failed;
}

verifies(
  'SUR-051',
  'every command of the skill works, in the order in which an agent reads it',
  async () => {
    const commands = listCommands(SKILL).filter((command) => command !== 'baton recover');
    console.info(`the skill names ${commands.length + 1} commands`);
    expect(commands.length).toBeGreaterThanOrEqual(16);
    expect(await follow(await workplace(), commands)).toEqual([]);
  },
  { timeout: 180_000 },
);

verifies('SUR-051', 'recover works where the skill names it: after a session that died', async () => {
  const project = await testProject();
  await project.data(['begin', '--agent', 'bob', '--pid', String(process.pid)]);
  const lock = JSON.parse(project.file('HANDOFF.lock')) as Record<string, unknown>;
  project.write(
    '.ai/handoff/HANDOFF.lock',
    JSON.stringify({ ...lock, pid_started: String(lock['pid_started']).replace(/\d+$/, '1') }),
  );
  expect(await follow(project, ['baton recover'])).toEqual([]);
});

verifies('SUR-051', 'every command of AGENTS.md works', async () => {
  const commands = listCommands(AGENTS_POINTER);
  expect(commands.length).toBeGreaterThanOrEqual(3);
  expect(await follow(await testProject(), commands)).toEqual([]);
});

verifies('SUR-051', 'every command of what the hooks tell an agent works', async () => {
  const folder = join(process.cwd(), 'src/relay/hook');
  const source = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const told = [...source.join('\n').matchAll(/(['`])((?:(?!\1).)*\bbaton (?:(?!\1).)*)\1/g)].map(
    ([, , text = '']) => text,
  );
  const commands = told.flatMap((text) => commandsInHint(text, new Set(COMMANDS.map(({ path }) => path))));
  expect(commands.length).toBeGreaterThanOrEqual(4);
  // `baton handoff`, which the stop hook asks for, is run as it was said in the tests of the hooks.
  const others = commands.filter(([name]) => name !== 'handoff').map((words) => `baton ${words.join(' ')}`);
  expect(await follow(await workplace(), others)).toEqual([]);
});

/** Known to the command line with these flags; placeholders in capitals stand for values. */
async function findFault(command: string): Promise<string | undefined> {
  const words = splitWords(command.replaceAll(/\[[^\]]*\]|…|\|.*$|[<>].*$|;.*$|&&.*$|#(?: .*)$/g, '')).slice(1);
  if (words.length === 0 || words[0]?.startsWith('-') === true || /^[A-Z…(]/.test(words[0] ?? '')) return undefined;
  try {
    const found = findCommand(COMMANDS, words);
    if (found.kind === 'unknown') return `${command}: there is no such command`;
    if (found.kind !== 'command' || found.entry.ownLine === true) return undefined;
    const known = await found.entry.load();
    const flags = found.args.filter((word) => word.startsWith('--') && word !== '--');
    for (const flag of flags) {
      const name = flag.slice(2).split('=')[0] ?? '';
      const isKnown =
        name in known.flags || GLOBAL.has(name) || (name.startsWith('no-') && name.slice(3) in known.flags);
      if (!isKnown) return `${command}: no flag ${flag}`;
    }
    return undefined;
  } catch (error) {
    return `${command}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

const GLOBAL = new Set([...Object.keys(GLOBAL_FLAGS), 'help', 'jsonl']);

verifies('SUR-051', 'every command that an error hint names exists, with its flags', async () => {
  const hints = Object.values(ERRORS).map(({ hint }) => hint);
  const commands = hints
    .flatMap((hint) => [...hint.matchAll(/\bbaton ((?:[a-z-]+|--[a-z-]+|[A-Z]+)(?: (?:[a-z-]+|--[a-z-]+|[A-Z]+))*)/g)])
    .map(([whole]) => whole);
  const named = commands.map((command) => /^baton [a-z-]+(?: (?:--[a-z-]+))*/.exec(command)?.[0] ?? command);
  // "install baton on this machine" is no command.
  const found = named.filter((command) => command !== 'baton on' && command !== 'baton help');
  console.info(`the error hints name ${found.length} commands`);
  expect(found.length).toBeGreaterThan(30);
  expect((await Promise.all(found.map(findFault))).filter(Boolean)).toEqual([]);
});

verifies('SUR-051', 'every command in the documentation exists, with its flags', async () => {
  const folder = join(process.cwd(), 'docs');
  const pages = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'conformance.md');
  const commands = [join(process.cwd(), 'README.md'), ...pages.map((name) => join(folder, name))].flatMap((path) =>
    listCommands(readFileSync(path, 'utf8')),
  );
  console.info(`the documentation names ${commands.length} commands`);
  expect(commands.length).toBeGreaterThan(200);
  expect((await Promise.all([...new Set(commands)].map(findFault))).filter(Boolean)).toEqual([]);
});
