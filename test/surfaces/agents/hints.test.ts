/** What a refusal tells its reader to type is typed here, in the state in which the refusal came. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { ERRORS, type ErrorCode } from '../../../src/kernel/errors/index.ts';
import { newTask } from '../../../src/relay/tasks/index.ts';
import { COMMANDS } from '../../../src/surfaces/cli/commands.ts';
import { given } from '../../../src/kernel/given.ts';
import { testProject, type TestProject } from '../../support/project.ts';
import { verifies } from '../../support/verifies.ts';
import { commandsInHint } from './commands-in-texts.ts';

interface Refusal {
  readonly code: ErrorCode;
  /** The call that is refused, and what came before it. */
  readonly call: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly before?: (project: TestProject) => Promise<unknown>;
  readonly bare?: true;
  /** For the placeholders of the hint. */
  readonly values?: Readonly<Record<string, string>>;
  /** What the commands named answer, in their order: exit code 0 if not said, and what is to be read. */
  readonly answers: readonly (RegExp | readonly [exit: number, says: RegExp])[];
  /** The refused call is repeated after them, and works. */
  readonly heals?: true;
}

const PATHS: ReadonlySet<string> = new Set(['help all', ...COMMANDS.map(({ path }) => path)]);

const begun = (project: TestProject): Promise<unknown> => project.data(['begin', '--agent', 'ada']);

const commit = (project: TestProject): void => {
  project.git('add', '--all');
  project.git('commit', '--quiet', '-m', 'all');
};

async function makeTask(project: TestProject): Promise<void> {
  await project.data(['task', 'new', 'Write the parser']);
}

const TASK = '001';

const damage = (project: TestProject, path: string, change: (text: string) => string): void =>
  project.write(path, change(project.read(path)));

async function governed(project: TestProject): Promise<void> {
  await project.data(['govern', 'init']);
}

const findTaskFile = ({ root }: TestProject): string => {
  const folder = join(root, '.baton/tasks/ready');
  return join(folder, readdirSync(folder)[0] ?? '');
};

const REFUSALS: Readonly<Record<string, Refusal>> = {
  'a word that is no command': { code: 'COMMAND_UNKNOWN', call: ['frobnicate'], answers: [/handoff/] },
  'a folder without a handoff': {
    code: 'PROJECT_NOT_FOUND',
    bare: true,
    call: ['lint'],
    answers: [/created/],
    heals: true,
  },
  'no open session': {
    code: 'SESSION_NOT_OPEN',
    call: ['log', 'Wrote the parser'],
    values: { NAME: 'ada' },
    answers: [/begun/],
    heals: true,
  },
  'a session that died': {
    code: 'RECOVERY_NEEDED',
    async before(project) {
      await project.data(['begin', '--agent', 'ada', '--pid', String(process.pid)]);
      damage(project, '.ai/handoff/HANDOFF.lock', (text) => text.replace(/("pid_started": "[^"]*)\d"/, '$1x"'));
    },
    call: ['begin', '--agent', 'bob'],
    answers: [[1, /--salvage/]],
  },
  'a setting that is not allowed': {
    code: 'CONFIG_INVALID',
    before: async (project) => project.write('baton.config.json', '{"governance": "sometimes"}'),
    call: ['status'],
    answers: [[1, /governance must be one of/]],
  },
  'a setting nobody knows': { code: 'INPUT_INVALID', call: ['config', 'set', 'budjet', '1'], answers: [/budget/] },
  'a store nobody approved': {
    code: 'STORE_NOT_APPROVED',
    before: async (project) => project.write('baton.config.json', '{"store": "postgres://h/db"}'),
    call: ['task', 'list'],
    answers: [[1, /nobody is at a terminal/]],
  },
  'an approval without a terminal': {
    code: 'APPROVAL_NEEDS_PERSON',
    before: async (project) => project.write('baton.config.json', '{"store": "postgres://h/db"}'),
    call: ['approve', '--yes'],
    answers: [
      [1, /nobody is at a terminal/],
      [1, /SHA-256 [0-9a-f]{64}/],
    ],
  },
  'an assertion that is not there': {
    code: 'CLAIM_NOT_FOUND',
    before: begun,
    call: ['trust', 'verify', 'Nobody said this'],
    answers: [/./],
  },
  'an assertion that is there': {
    code: 'CLAIM_EXISTS',
    async before(project) {
      await begun(project);
      await project.data(['trust', 'add', 'Tests pass']);
    },
    call: ['trust', 'add', 'Tests pass'],
    answers: [/verified/i],
  },
  'an action that is not there': {
    code: 'ACTION_NOT_FOUND',
    before: begun,
    call: ['next', 'done', '9'],
    answers: [/./],
  },
  'a file that no commit has': {
    code: 'FILE_NOT_FOUND',
    async before(project) {
      commit(project);
      await begun(project);
    },
    call: ['restore', 'DASHBOARD.md'],
    values: { FILE: 'STATUS.md' },
    answers: [/all/, /all/],
  },
  'a task that is not there': {
    code: 'TASK_NOT_FOUND',
    before: makeTask,
    call: ['task', 'show', 'TASK-2026-01-01-001'],
    answers: [/Write the parser/],
  },
  'a short id of two tasks': {
    code: 'TASK_ID_AMBIGUOUS',
    async before(project) {
      for (const day of ['08', '09']) {
        const platform = await project.platform({ nowMs: Date.parse(`2026-02-${day}T10:00:00Z`) });
        await newTask(platform, { title: 'Write the parser', by: 'ada' });
      }
    },
    call: ['task', 'show', '001'],
    answers: [/Write the parser/],
  },
  'a task that waits for another': {
    code: 'TASK_NOT_CLAIMABLE',
    async before(project) {
      await makeTask(project);
      await makeTask(project);
      await project.data(['task', 'dep', '002', '--add', '001']);
    },
    call: ['claim', '002', '--agent', 'ada'],
    values: { ID: '002' },
    answers: [/waits for/],
  },
  'a part of a task nobody holds': {
    code: 'LEASE_NOT_YOURS',
    before: makeTask,
    call: ['delegate', TASK, '--agent', 'ada', '--to', 'bob', '--title', 'One part'],
    values: { NAME: 'ada' },
    answers: [/held by ada/],
    heals: true,
  },
  'a part of a task whose work is over': {
    code: 'LEASE_NOT_YOURS',
    async before(project) {
      await makeTask(project);
      await project.data(['claim', TASK, '--agent', 'ada']);
      await project.data(['complete', TASK, '--agent', 'ada', '--notes', 'it is done']);
    },
    call: ['delegate', TASK, '--agent', 'bob', '--to', 'cy', '--title', 'One part'],
    answers: [/done|review/],
  },
  'an offer that was not made': {
    code: 'HANDOFF_NOT_OFFERED',
    before: makeTask,
    call: ['accept', TASK, '--agent', 'ada'],
    values: { ID: TASK },
    answers: [/ready/],
  },
  'a program that is not there': {
    code: 'AGENT_NOT_FOUND',
    call: ['agent', 'remove', 'nobody'],
    answers: [/./],
  },
  'an agent that is not in the registry': {
    code: 'AGENT_NOT_FOUND',
    before: governed,
    call: ['govern', 'reconcile', 'nobody', '--by', 'Ada', '--reason', 'she looked at it'],
    answers: [/orchestrator/i],
  },
  'no registry': { code: 'REGISTRY_NOT_FOUND', call: ['govern', 'check'], answers: [/created/], heals: true },
  'a registry that is not JSON': {
    code: 'REGISTRY_INVALID',
    async before(project) {
      await governed(project);
      project.write('prompt-manifest.json', '{');
    },
    call: ['govern', 'graph'],
    answers: [[1, /prompt-manifest\.json/]],
  },
  'a prompt that changed without its version': {
    code: 'PROMPT_VERSION_UNCHANGED',
    async before(project) {
      await governed(project);
      damage(project, 'prompts/orchestrator.md', (text) => `${text}\nOne line more.\n`);
    },
    call: ['govern', 'lock', '--by', 'Ada', '--reason', 'she looked at it'],
    answers: [[2, /--by PERSON --reason TEXT/]],
  },
  'an entry that is not there': {
    code: 'AUDIT_ENTRY_NOT_FOUND',
    before: governed,
    call: ['audit', 'show', 'nothing'],
    answers: [/govern/],
  },
  'text that close would refuse': {
    code: 'CONTENT_REFUSED',
    before: begun,
    call: ['log', 'the key is AKIAQ3EGRV7HWZ2KXU5B'],
    answers: [],
  },
  'a task that nobody worked on': {
    code: 'TASK_MOVE_REFUSED',
    before: makeTask,
    call: ['task', 'rework', TASK, '--reason', 'it is not good yet'],
    values: { TEXT: 'mind the tests' },
    answers: [/./],
  },
  'a task that is being worked on': {
    code: 'TASK_MOVE_REFUSED',
    async before(project) {
      await makeTask(project);
      await project.data(['claim', TASK, '--agent', 'ada']);
    },
    call: ['task', 'rework', TASK, '--reason', 'it is not good yet'],
    answers: [/stopped|ready/],
  },
  'a task that is blocked': {
    code: 'TASK_MOVE_REFUSED',
    async before(project) {
      await makeTask(project);
      await project.data(['task', 'move', TASK, 'blocked', '--reason', 'it waits for the release']);
    },
    call: ['task', 'rework', TASK, '--reason', 'it is not good yet'],
    values: { ANSWER: 'it is out' },
    answers: [/ready/],
  },
  'an act of a person by an agent': {
    code: 'PERSON_ONLY',
    async before(project) {
      await makeTask(project);
      await project.data(['claim', TASK, '--agent', 'ada']);
      await project.data(['complete', TASK, '--agent', 'ada', '--notes', 'it is done']);
    },
    call: ['task', 'rework', TASK, '--reason', 'it is not good yet'],
    env: { BATON_RUN_ID: '01J00000000000000000000000' },
    values: { ID: TASK },
    answers: [[2, /--agent NAME/]],
  },
  'a task file that is none any more': {
    code: 'TASK_FILE_INVALID',
    async before(project) {
      await makeTask(project);
      writeFileSync(findTaskFile(project), 'nothing of it is left\n');
    },
    call: ['task', 'show', TASK],
    answers: [[1, /tasks\/ready\/TASK-/]],
  },
  'a task file that is gone': {
    code: 'TASK_FILE_MISSING',
    async before(project) {
      await makeTask(project);
      rmSync(findTaskFile(project));
    },
    call: ['task', 'show', TASK],
    answers: [/./],
    heals: true,
  },
  'an export of edited files': {
    code: 'STORE_UNSETTLED',
    async before(project) {
      await makeTask(project);
      const path = findTaskFile(project);
      writeFileSync(path, readFileSync(path, 'utf8').replace('priority: normal', 'priority: high'));
    },
    call: ['export', 'data.jsonl'],
    answers: [/./, /Tasks/],
    heals: true,
  },
  'a journal with a damaged record': {
    code: 'JOURNAL_CORRUPT',
    async before(project) {
      for (let number = 0; number < 3; number += 1) await makeTask(project);
      damage(project, '.baton/journal/tasks.jsonl', (text) => text.replace('"', '#'));
      rmSync(join(project.root, '.baton/journal/tasks.projected'));
    },
    call: ['task', 'list'],
    answers: [[1, /journal/]],
  },
  'an audit log that was edited': {
    code: 'AUDIT_BROKEN',
    async before(project) {
      await governed(project);
      const name = readdirSync(join(project.root, '.baton/audit')).find((file) => file.endsWith('.jsonl')) ?? '';
      damage(project, join('.baton/audit', name), (text) => text.replace('the first lock', 'the other lock'));
    },
    call: ['govern', 'lock', '--by', 'Ada', '--reason', 'she looked at it'],
    answers: [[1, /handoff-log-.*line 2/]],
  },
  'tasks that another installation made': {
    code: 'STATE_FOREIGN',
    async before(project) {
      await makeTask(project);
      const journal = join(project.root, '.baton/journal');
      for (const name of readdirSync(journal)) if (name.startsWith('made-here')) rmSync(join(journal, name));
    },
    call: ['task', 'list'],
    answers: [[1, /nobody is at a terminal/]],
  },
  'a configuration that git cannot read': {
    code: 'GIT_FAILED',
    before: async (project) => project.write('.git/config', '[core'),
    call: ['history'],
    answers: [[1, /bad config line/]],
  },
  'a payload that is not there': {
    code: 'DOCUMENT_INVALID',
    before: async (project) => project.write('handoff.json', '{}'),
    call: ['doc', 'hash', 'handoff.json'],
    values: { FILE: 'handoff.json' },
    answers: [
      [1, /not valid/],
      [1, /handoff/],
    ],
  },
  'a file with the marks of a merge': {
    code: 'HANDOFF_FILE_CORRUPT',
    async before(project) {
      commit(project);
      await begun(project);
      project.write('.ai/handoff/STATUS.md', '<<<<<<< ours\none\n=======\ntwo\n>>>>>>> theirs\n');
    },
    call: ['set', 'STATUS.md#summary', '--body', 'The parser works.'],
    values: { FILE: 'STATUS.md' },
    answers: [/restored/],
    heals: true,
  },
  'a dead session, and nothing to go back to': {
    code: 'CLEAN_COMMIT_NOT_FOUND',
    async before(project) {
      await project.data(['begin', '--agent', 'ada', '--pid', String(process.pid)]);
      damage(project, '.ai/handoff/HANDOFF.lock', (text) => text.replace(/("pid_started": "[^"]*)\d"/, '$1x"'));
    },
    call: ['recover', '--restore'],
    answers: [/kept|salvaged|closed/],
  },
};

describe('what a refusal says to type', () => {
  for (const [name, refusal] of Object.entries(REFUSALS)) {
    verifies('SUR-051', `${name}: ${refusal.code}`, async () => {
      const { code, call, answers, values = {} } = refusal;
      const project = await testProject(refusal.bare === true ? { init: false } : {});
      await refusal.before?.(project);
      const options = given({ env: refusal.env });
      const first = await project.baton(call, options);
      const told = readRefusal(first.stdout + first.stderr);
      expect(told.code, first.stdout + first.stderr).toBe(code);

      const commands = commandsInHint(told.hint ?? '', PATHS);
      expect(commands, told.hint).toHaveLength(answers.length);
      for (const [index, command] of commands.entries()) {
        const answer = answers[index];
        const [exit, says] = answer instanceof RegExp ? [0, answer] : (answer ?? [0, /./]);
        const words = command.map((word) => values[word] ?? word);
        expect(words.filter((word) => /^[A-Z]{2,}$/.test(word))).toEqual([]);
        const { code: ended, stdout, stderr } = await project.baton(words);
        expect({ command, ended, said: stdout + stderr }).toMatchObject({
          command,
          ended: exit,
          said: expect.stringMatching(says) as string,
        });
      }
      if (refusal.heals === true) expect((await project.baton(call, options)).code).toBe(0);
    });
  }
});

/** The indented line below an error or a refusal. */
function readRefusal(printed: string): { readonly hint?: string; readonly code?: string } {
  const [, hint, code] = /^(?:error |refused: ).*\n {2}(.+) \(([A-Z_]+)\)$/m.exec(printed) ?? [];
  return { ...given({ hint, code }) };
}

/** Hints that name a command without telling anybody to type it now, or that need what another test has. */
const ELSEWHERE: Readonly<Partial<Record<ErrorCode, string>>> = {
  AUDIT_KEY_MISSING: 'baton audit admit: test/stores/postgres/audit.fleet.ts',
  DEMO_FAILED: 'baton doctor, in any folder',
  DOCUMENT_NOT_COMPRESSED: 'says what wrote the document',
  HOST_FOREIGN: 'says where the address was printed',
  LOGIN_CODE_INVALID: 'baton board: test/surfaces/http/trust.test.ts',
  MANIFEST_INVALID: 'below',
  ORIGIN_FOREIGN: 'says where the address was printed',
  STORE_FAILED: 'baton doctor beside a database: test/stores/postgres/cli.fleet.ts',
  STORE_FULL: 'baton doctor beside a database: test/stores/postgres/cli.fleet.ts',
  STORE_IN_USE: 'says what is to be stopped',
  STORE_SCHEMA_OLD: 'baton doctor --fix: test/stores/postgres/cli.fleet.ts',
  TOKEN_MISSING: 'baton board: test/surfaces/http/trust.test.ts',
};

verifies('SUR-051', 'a manifest that is broken: baton restore MANIFEST.json', async () => {
  const project = await testProject();
  commit(project);
  await begun(project);
  project.write('.ai/handoff/MANIFEST.json', '{');
  const [[...words] = []] = commandsInHint(ERRORS.MANIFEST_INVALID.hint, PATHS);
  expect((await project.baton(words)).code).toBe(0);
  expect(JSON.parse(project.file('MANIFEST.json'))).toHaveProperty('files');
});

verifies('SUR-051', 'each error whose hint names a command is met above or in the test named', () => {
  const met = new Set(Object.values(REFUSALS).map(({ code }) => code));
  const left = Object.entries(ERRORS).filter(([code, { hint }]) => {
    const names = commandsInHint(hint, PATHS).length > 0;
    return names && !met.has(code as ErrorCode) && ELSEWHERE[code as ErrorCode] === undefined;
  });
  expect(left.map(([code, { hint }]) => `${code}: ${hint}`)).toEqual([]);
});
