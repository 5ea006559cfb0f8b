/** What hooks record of a session nobody handed over, and when they leave git alone. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { answerHook, type HookEvent, type HookReply } from '../../../src/relay/hook/index.ts';
import { begin, findDraft, handoff, log } from '../../../src/relay/project/index.ts';
import { testProject, type TestProject } from '../../support/project.ts';
import { verifies } from '../../support/verifies.ts';

const LOCK = '.ai/handoff/HANDOFF.lock';

type Rest<T> = T extends unknown ? Omit<T, 'host' | 'sessionId' | 'folder'> : never;

/** A host that tells Baton of one session; remarks are collected. */
function host(project: TestProject, sessionId: string, remarks: string[] = [], env: Record<string, string> = {}) {
  return async (event: Rest<HookEvent>): Promise<HookReply> => {
    const platform = await project.platform({ env });
    const watched = Object.create(platform, {
      remark: { value: (text: string) => remarks.push(text) },
    }) as typeof platform;
    return answerHook(watched, { host: 'claude', sessionId, folder: project.root, ...event });
  };
}

const START = { verb: 'session-start', source: 'startup' } as const;
const END = { verb: 'session-end', reason: 'exit' } as const;
const COMPACT = { verb: 'pre-compact', trigger: 'auto' } as const;
const stop = (message: string) => ({ verb: 'stop', message, isRetry: false }) as const;

async function committedProject(): Promise<TestProject> {
  const project = await testProject();
  project.git('add', '.');
  project.git('commit', '--quiet', '-m', 'second');
  return project;
}

const head = (project: TestProject): string => project.git('rev-parse', 'HEAD');

describe('answers', () => {
  verifies('SUR-056', 'the answers of turns that changed something are recorded, not the last courtesy', async () => {
    const project = await committedProject();
    const tell = host(project, 's');
    await tell(START);
    project.write('parser.txt', 'rewritten\n');
    await tell(stop('Parser rewritten; the cache must be rebuilt with make cache before tests.'));
    project.write('lexer.txt', 'new\n');
    await tell(stop('Lexer added. It is slow.'));
    await tell(stop('You are welcome!'));
    await tell(END);
    expect(project.file('LOG.md')).toContain('Recorded automatically: Lexer added.');
    expect(project.file('LOG.md')).toContain(
      '> Parser rewritten; the cache must be rebuilt with make cache before tests.',
    );
    expect(project.file('LOG.md') + project.file('STATUS.md')).not.toContain('You are welcome!');
    expect(project.git('log', '-1', '--format=%s')).toBe(
      'Handoff of claude-code: Recorded automatically: Lexer added.',
    );
  });

  verifies('SUR-056', 'an answer the guard refuses takes no other answer with it, except older ones', async () => {
    const project = await committedProject();
    const tell = host(project, 's');
    await tell(START);
    project.write('a.txt', '1\n');
    await tell(stop('The key is AKIAQ3LMPZX7TRWNV2QK.'));
    project.write('a.txt', 'two\n');
    await tell(stop('The deployment works.'));
    await tell(END);
    expect(project.file('LOG.md')).toContain('Recorded automatically: The deployment works.');
    expect(project.file('LOG.md')).toContain('Left out, because the checks of handoff files refuse it: 1 answer.');
    expect(project.file('LOG.md')).not.toContain('AKIAQ3LMPZX7TRWNV2QK');
  });

  test('a long session keeps a bounded number of shortened answers', async () => {
    const project = await committedProject();
    const tell = host(project, 's');
    await tell(START);
    for (let turn = 0; turn < 12; turn += 1) {
      project.write(`part-${turn % 3}.txt`, 'x'.repeat(turn + 1));
      await tell(stop(`Turn ${turn}. ${'word '.repeat(1_000)}`));
    }
    const answers = (await findDraft(await project.platform(), 's'))?.work?.answers ?? [];
    expect(answers.map((answer) => answer.slice(0, 8))).toEqual([
      'Turn 4. ',
      'Turn 5. ',
      'Turn 6. ',
      'Turn 7. ',
      'Turn 8. ',
      'Turn 9. ',
      'Turn 10.',
      'Turn 11.',
    ]);
    expect(answers.map((answer) => answer.length)).toEqual([500, 500, 500, 500, 500, 500, 500, 2_000]);
  });
});

describe('git in the middle of something', () => {
  const STATES: Readonly<Record<string, (project: TestProject) => void>> = {
    'a rebase is in progress': (project) => project.write('.git/rebase-merge/done', ''),
    'a merge is in progress': (project) => project.write('.git/MERGE_HEAD', `${head(project)}\n`),
    'a cherry-pick is in progress': (project) => project.write('.git/CHERRY_PICK_HEAD', `${head(project)}\n`),
    'a revert is in progress': (project) => project.write('.git/REVERT_HEAD', `${head(project)}\n`),
    'a bisect is in progress': (project) => project.write('.git/BISECT_LOG', ''),
    'HEAD is detached': (project) => void project.git('checkout', '--quiet', '--detach'),
  };

  for (const [state, enter] of Object.entries(STATES)) {
    verifies('SUR-056', `${state}: hooks make no commit and keep the draft`, async () => {
      const project = await committedProject();
      const remarks: string[] = [];
      const tell = host(project, 's', remarks);
      await tell(START);
      enter(project);
      const before = [head(project), project.file('LOG.md')];
      project.write('work.txt', 'x\n');
      await tell(stop('Work is done.'));
      await tell(COMPACT);
      await tell(END);
      expect([head(project), project.file('LOG.md')]).toEqual(before);
      expect(remarks.at(-1)).toContain(`the work of this session stays a draft: ${state}`);
      expect(await findDraft(await project.platform(), 's')).toMatchObject({ isEnded: true });
    });
  }

  verifies(
    'SUR-056',
    'after a rebase was aborted the next start records the draft, though its host lives',
    async () => {
      const project = await committedProject();
      for (const name of ['a', 'b']) {
        project.write(name, 'x\n');
        project.git('add', name);
        project.git('commit', '--quiet', '-m', name);
      }
      const tip = head(project);
      await host(project, 's')(START);
      project.git('-c', 'sequence.editor=sed -i.bak s/^pick/edit/', 'rebase', '--quiet', '-i', 'HEAD~1');
      project.write('work.txt', 'x\n');
      await host(project, 's')(stop('Work is done.'));
      await host(project, 's')(END);
      // The next session starts before the rebase is over, and the same one again.
      await host(project, 't')(START);
      await host(project, 's')(START);
      expect(head(project)).toBe(tip);
      project.git('rebase', '--abort');
      await host(project, 'u')(START);
      expect(project.git('log', '-2', '--format=%s').split('\n')).toEqual([
        'Handoff of claude-code: Recorded automatically: Work is done.',
        'b',
      ]);
      expect(await findDraft(await project.platform(), 's')).toBeUndefined();
    },
  );

  test('a handoff somebody asks for is made there, and says so', async () => {
    const project = await committedProject();
    project.git('checkout', '--quiet', '--detach');
    const { stdout, code } = await project.baton(['handoff', '--agent', 'ada', '--done', 'Read it']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/handed over {2}commit [0-9a-f]{7} \(HEAD is detached: this commit is now HEAD/);
  });

  test('a session that the agent opened is not closed there either', async () => {
    const project = await committedProject();
    const platform = await project.platform();
    await begin(platform, { agent: 'claude-code' });
    const before = head(project);
    project.write('.git/MERGE_HEAD', `${before}\n`);
    await host(project, 's')(END);
    expect([head(project), existsSync(join(project.root, LOCK))]).toEqual([before, true]);
  });
});

describe('what is nobody’s work', () => {
  verifies('SUR-056', 'commits that others made and a pull or merge brought are not this session’s work', async () => {
    const project = await committedProject();
    const clone = mkdtempSync(join(tmpdir(), 'baton-clone-'));
    onTestFinished(() => rmSync(clone, { recursive: true, force: true }));
    project.git('clone', '--quiet', project.root, clone);
    const tell = host(project, 's');
    await tell(START);
    for (const name of ['a', 'b', 'c', 'd']) {
      writeFileSync(join(clone, name), 'x\n');
      project.git('-C', clone, 'add', name);
      project.git(
        '-C',
        clone,
        '-c',
        'user.name=Bob',
        '-c',
        'user.email=b@example.org',
        'commit',
        '-qm',
        `theirs ${name}`,
      );
    }
    project.git('pull', '--quiet', '--ff-only', clone, 'main');
    expect(await tell(stop('Read what Bob did.'))).toEqual({ kind: 'silent' });
    expect((await findDraft(await project.platform(), 's'))?.work).toBeUndefined();
    project.write('own.txt', 'x\n');
    project.git('add', 'own.txt');
    project.git('commit', '--quiet', '-m', 'own work');
    await tell(stop('Own work is committed.'));
    expect((await findDraft(await project.platform(), 's'))?.work).toMatchObject({
      files: ['own.txt'],
      commits: [expect.stringMatching(/^[0-9a-f]+ own work$/)],
    });
  });

  verifies('SUR-056', 'what a host caches is no work: nothing is asked, nothing is committed', async () => {
    const project = await committedProject();
    const tell = host(project, 's', [], { BATON_HANDOFF: 'ask' });
    await tell(START);
    const before = head(project);
    project.write('.claude/cache/a.json', '{}');
    expect(await tell(stop('nothing'))).toEqual({ kind: 'silent' });
    await tell(END);
    expect(head(project)).toBe(before);
  });

  verifies('SUR-056', 'the next start does not call an automatic record changed outside', async () => {
    const project = await committedProject();
    await host(project, 's')(START);
    project.write('a.txt', '1\n');
    await host(project, 's')(stop('One is done.'));
    await host(project, 's')(END);
    const start = await host(project, 't')(START);
    const text = start.kind === 'context' ? start.text : '';
    expect(text).toContain('STATUS.md Assumed');
    expect(text).not.toContain('Changed outside');
    await handoff(await project.platform(), { agent: 'ada', done: 'Read it' });
    const { files } = JSON.parse(project.file('MANIFEST.json')) as { files: Record<string, { sections?: object }> };
    expect(Object.values(files['LOG.md']?.sections ?? {})).toEqual([{ trust: 'assumed' }]);
  });
});

verifies('SUR-056', 'a host that died after a note does not keep later sessions from being recorded', async () => {
  const project = await committedProject();
  const platform = await project.platform();
  await begin(platform, { agent: 'claude-code', sessionId: 'dead' });
  await log(platform, { title: 'Half an entry', body: 'Words of the dead.', sessionId: 'dead' });
  const lock = JSON.parse(project.read(LOCK)) as object;
  project.write(LOCK, JSON.stringify({ ...lock, pid: 2 ** 30, pid_started: undefined }));
  const remarks: string[] = [];
  const tell = host(project, 's', remarks);
  await tell(START);
  project.write('a.txt', '1\n');
  await tell(stop('One is done.'));
  await tell(END);
  expect(existsSync(join(project.root, LOCK))).toBe(false);
  expect(remarks.join('\n')).toContain('the session of claude-code did not close');
  expect(remarks.join('\n')).not.toContain('stays a draft');
  const { files } = JSON.parse(project.file('MANIFEST.json')) as { files: Record<string, { sections?: object }> };
  expect(Object.values(files['LOG.md']?.sections ?? {})).toEqual([{ trust: 'assumed' }, { trust: 'unknown' }]);
});

test('a draft of the version before, with its last answer alone, is still recorded', async () => {
  const project = await testProject();
  const tell = host(project, 's1');
  await tell(START);
  project.write('code.txt', 'changed\n');
  await tell(stop('Parser rewritten.'));
  const platform = await project.platform();
  const draft = await findDraft(platform, 's1');
  const { answers = [], fingerprint: _, ...work } = draft?.work ?? {};
  const { writeDraft } = await import('../../../src/relay/project/drafts/draft-store.ts');
  await writeDraft(platform, { ...draft, work: { ...work, answers: [], message: answers[0] } } as never);
  expect((await findDraft(platform, 's1'))?.work).toMatchObject({
    answers: ['Parser rewritten.'],
    files: ['code.txt'],
  });
});

verifies('PRJ-171', 'a handoff without a status says that the old one stands', async () => {
  const project = await testProject();
  const platform = await project.platform();
  const said = async (done: string, status?: string): Promise<unknown> =>
    (await handoff(platform, { agent: 'ada', done, ...(status === undefined ? {} : { status }) })).status_kept;
  expect([await said('One.', 'Build green.'), await said('Two.'), await said('Three.', 'Build red.')]).toEqual([
    false,
    true,
    false,
  ]);
  expect(project.file('STATUS.md')).toContain('Build red.');
});
