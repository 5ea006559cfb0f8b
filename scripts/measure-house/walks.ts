import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readFunctionRuns, type FunctionRun } from './function-coverage.ts';
import { SETTLE_MS, Stage, type Counted } from './stage.ts';

export interface Walk {
  readonly name: string;
  /** Files of `src` with a function that ran. */
  readonly files: number;
  readonly functions: number;
  readonly gitProcesses: number;
  readonly runs: readonly FunctionRun[];
}

const WALKS: readonly { readonly name: string; play(root: string, stage: Stage): Promise<Counted> }[] = [
  { name: 'close', play: async (_, stage) => playClose(stage) },
  { name: 'delegate', play: async (root, stage) => playDelegate(root, stage) },
  { name: 'completion.report', play: async (_, stage) => await playReport(stage) },
];

/** Plays three everyday flows from the sources of `root` and counts what runs. */
export async function measureWalks(root: string): Promise<Walk[]> {
  const walks: Walk[] = [];
  for (const { name, play } of WALKS) {
    const stage = new Stage(root);
    try {
      const { coverage, gitProcesses } = await play(root, stage);
      const runs = readFunctionRuns(root, coverage);
      walks.push({
        name,
        files: new Set(runs.map(({ file }) => file)).size,
        functions: runs.length,
        gitProcesses,
        runs,
      });
    } finally {
      stage.remove();
    }
  }
  return walks;
}

/** `baton close` with its commit, in a small project with one commit and one log entry. */
function playClose(stage: Stage): Counted {
  stage.git('init', '--quiet', '--initial-branch', 'main');
  writeFileSync(join(stage.project, 'app.js'), "console.log('hello');\n");
  stage.ask('init');
  stage.git('add', '--all');
  stage.git('commit', '--quiet', '--message', 'start');
  stage.ask('begin', '--agent', 'ada', '--session-id', 'S1', '--pid', String(process.pid));
  stage.ask('log', 'Fix the greeting', '--body', 'The greeting is now polite.');
  return stage.count('close', '--context', 'The greeting is fixed. Next: translate it.', '--phase', 'fix');
}

/** `baton delegate` with `governance: required`, in the example team. */
function playDelegate(root: string, stage: Stage): Counted {
  const team = join(root, 'examples/governed-team');
  for (const name of ['archetypes', 'domains', 'orchestrators', 'prompt-lock.json', 'prompt-manifest.json'])
    cpSync(join(team, name), join(stage.project, name), { recursive: true });
  writeFileSync(join(stage.project, 'baton.config.json'), '{ "governance": "required" }\n');
  const agent = 'domain-05-product';
  const id = readText(stage.ask('task', 'new', 'A page that tells what is new'), 'task', 'id');
  stage.ask('claim', id, '--agent', agent);
  const about = ['--title', 'Plan the announcement', '--criterion', 'A date and a name'];
  return stage.count('delegate', id, '--agent', agent, '--to', 'domain-03-planning', ...about);
}

/** A `completion.report` that the daemon gets over HTTP, with the pass of the scheduler that follows it. */
async function playReport(stage: Stage): Promise<Counted> {
  const id = readText(stage.ask('task', 'new', 'Fix the greeting'), 'task', 'id');
  const claimed = stage.ask('claim', id, '--agent', 'ada');
  const runId = readText(claimed, 'run', 'runId', 'run_id');
  const serve = ['serve', '--jsonl', '--port', '0', '--poll', '3600000', '--token-file', join(stage.project, 'token')];
  writeFileSync(join(stage.project, 'token'), 'measure-house-token-0123456789abcdef\n', { mode: 0o600 });
  return await stage.countWhileRunning(serve, async (line) => {
    const response = await fetch(`${readText(JSON.parse(line), 'listening')}/v1/messages`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${readFileSync(join(stage.project, 'token'), 'utf8').trim()}`,
      },
      body: JSON.stringify(completionReport(id, runId)),
    });
    const text = await response.text();
    if (!response.ok || !text.includes('"routed":true')) throw new Error(`${response.status} ${text}`);
    await sleep(SETTLE_MS);
  });
}

const completionReport = (taskId: string, runId: string): object => ({
  protocol: 'aof',
  version: 1,
  type: 'completion.report',
  taskId,
  fromAgent: 'ada',
  toAgent: 'baton',
  sentAt: new Date().toISOString(),
  runId,
  payload: {
    outcome: 'done',
    summaryRef: 'outputs/summary.md',
    deliverables: [],
    tests: { total: 1, passed: 1, failed: 0 },
    blockers: [],
    notes: 'done',
  },
});

/** The text at `data.outer.key`; with several keys the first that is there, as spellings differ between versions. */
function readText(data: unknown, outer: string, ...keys: readonly string[]): string {
  const at = (value: unknown, key: string): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  const inner = at(at(data, 'data'), outer) ?? at(data, outer);
  const found = keys.length === 0 ? inner : keys.map((key) => at(inner, key)).find((value) => value !== undefined);
  if (typeof found !== 'string') throw new Error(`no ${outer}.${keys.join('|')} in ${JSON.stringify(data)}`);
  return found;
}
