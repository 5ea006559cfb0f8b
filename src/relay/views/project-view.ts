import { basename } from 'node:path';
import { isBatonError } from '../../kernel/errors/index.ts';
import type { GitRepo, Platform } from '../../kernel/ports/index.ts';
import { describeProject, lint, listClaims, savings, TRACE_TRAILER } from '../project/index.ts';
import type { CommitView, FindingView, ProjectView } from './types.ts';

/** The project state with labels, expiry and what reading it costs; null if there is none. */
export async function viewProject(
  platform: Pick<
    Platform,
    | 'clock'
    | 'disk'
    | 'facts'
    | 'files'
    | 'notifier'
    | 'processes'
    | 'project'
    | 'random'
    | 'remark'
    | 'reopen'
    | 'scanner'
    | 'tokens'
  >,
): Promise<ProjectView | null> {
  const project = await describeProject(platform);
  if (project === undefined) return null;
  const claims = await listClaims(platform);
  const { scenarios, method } = await savings(platform);
  return {
    ...project,
    name: project.name === '' ? basename(platform.project.root) : project.name,
    claims: claims.map(({ property, status, effective, expired, expires }) => ({
      property,
      status,
      effective,
      expired,
      ...(expires === null ? {} : { expires }),
    })),
    scenarios: scenarios.map(({ name, full, layered, savings: saved }) => ({ name, full, layered, savings: saved })),
    method,
  };
}

const MAX_FINDINGS = 1_000;

/** What the guard and the other checks have against the handoff files as they are now. */
export async function viewFindings(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project' | 'scanner' | 'tokens'>,
): Promise<{ findings: readonly FindingView[]; scanned: number }> {
  try {
    const { findings, files } = await lint(platform);
    return { findings: findings.slice(0, MAX_FINDINGS), scanned: files.length };
  } catch (error) {
    if (isBatonError(error, 'PROJECT_NOT_FOUND')) return { findings: [], scanned: 0 };
    throw error;
  }
}

const MAX_COMMITS = 20;
const MAX_DIFF_CHARACTERS = 60_000;
const FIELDS = ['%H', '%cI', '%an', '%s'];

/** What changed in the repository for a task: commits of any branch that name it or its trace. */
export async function viewCommits(
  platform: Pick<Platform, 'project' | 'tasks'>,
  id: string,
): Promise<readonly CommitView[]> {
  const repo = await platform.project.findRepo();
  if (repo === undefined || (await repo.head()) === undefined) return [];
  const traceId = (await (await platform.tasks()).find(id))?.task.metadata.traceId;
  const { stdout } = await repo.run([
    'log',
    '--all',
    `--max-count=${MAX_COMMITS}`,
    '--fixed-strings',
    `--grep=${id}`,
    ...(traceId === undefined ? [] : [`--grep=${TRACE_TRAILER}: ${traceId}`]),
    `--format=${FIELDS.join('%x1f')}`,
  ]);
  const commits: CommitView[] = [];
  for (const row of stdout.toString().split('\n').filter(Boolean)) commits.push(await readCommit(repo, row));
  return commits;
}

async function readCommit(repo: GitRepo, row: string): Promise<CommitView> {
  const [commit = '', at = '', author = '', subject = ''] = row.split('\u001F');
  // Nothing that the repository configures may run for this: no external diff, no text conversion.
  const show = (...args: string[]): Promise<string> =>
    repo
      .run(['show', '--format=', '--no-ext-diff', '--no-textconv', '--no-color', ...args, commit])
      .then(({ stdout }) => stdout.toString('utf8'));
  const diff = await show('--patch');
  return {
    commit,
    subject,
    author,
    at: new Date(at).toISOString(),
    files: (await show('--numstat')).split('\n').flatMap(toFile),
    diff: diff.slice(0, MAX_DIFF_CHARACTERS),
    isCut: diff.length > MAX_DIFF_CHARACTERS,
  };
}

function toFile(line: string): CommitView['files'] {
  const [added = '', removed = '', path] = line.split('\t');
  return path === undefined ? [] : [{ path, added: Number(added) || 0, removed: Number(removed) || 0 }];
}
