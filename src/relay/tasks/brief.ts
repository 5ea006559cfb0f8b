import { join } from 'node:path';
import { isBatonError } from '../../kernel/errors/index.ts';
import type { TaskEntry } from '../../kernel/tasks.ts';
import { cutText } from '../../kernel/text.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { orient } from '../project/index.ts';

export interface Brief {
  readonly text: string;
  readonly tokens: number;
  /** Passages the guard marked or withheld. */
  readonly flagged: number;
}

/** What must be said of the task itself; the rest of the budget is the project's. */
const OWN_SHARE = 0.6;
const NONCE_BYTES = 16;
/** The heading of the project's part, and what joining two texts may cost. */
const HEADING_TOKENS = 12;

/**
 * What an agent is given at the start of a run, within the budget: its task, what was handed to it, where the last run
 * got to, and then as much of the project's state as fits. Text of people and other agents is framed as data.
 */
export async function composeBrief(
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
    | 'scanner'
    | 'tasks'
    | 'tokens'
  >,
  entry: TaskEntry,
  folder: string,
): Promise<Brief> {
  const { budget } = platform.project.settings.values;
  const own = await composeOwn(platform, entry, folder, budget);
  const project = await readProject(platform, budget - (await platform.tokens.count(own.text)) - HEADING_TOKENS);
  const text = project === undefined ? own.text : `${own.text}\n## The project\n\n${project.text}\n`;
  return {
    text,
    tokens: await platform.tokens.count(text),
    flagged: own.flagged + (project?.flagged ?? 0),
  };
}

type Part = Pick<Brief, 'text' | 'flagged'>;

/** Its parts share what is theirs; frames and commands take room too, so that it may need another try. */
async function composeOwn(
  platform: Pick<Platform, 'project' | 'random' | 'scanner' | 'tasks' | 'tokens'>,
  entry: TaskEntry,
  folder: string,
  budget: number,
): Promise<Part> {
  const said = await readSaid(platform, entry);
  let share = Math.floor((budget * OWN_SHARE) / said.length);
  for (;;) {
    const own = await composeShares(platform, entry, folder, said, share);
    const excess = (await platform.tokens.count(own.text)) - budget;
    // What to do and how to report is said in any case.
    if (excess <= 0 || share === 0) return own;
    share = Math.max(0, share - Math.ceil(excess / said.length));
  }
}

interface Said {
  readonly title: string;
  readonly label: string;
  readonly text: string;
  /** Shows it to a person. */
  readonly command: string;
}

async function readSaid(platform: Pick<Platform, 'tasks'>, { task, checkpoint }: TaskEntry): Promise<readonly Said[]> {
  const body = (await (await platform.tasks()).readBody(task.id)).trim();
  const handoff = task.parentId === undefined ? undefined : await findText(platform, task.id, 'inputs/handoff.md');
  const show = `baton task show ${task.id}`;
  return [
    { title: 'The task', label: task.id, text: body === '' ? task.title : `${task.title}\n\n${body}`, command: show },
    ...(handoff === undefined
      ? []
      : [
          {
            title: 'What was handed to you (all of it: inputs/handoff.json)',
            label: 'inputs/handoff.md',
            text: handoff,
            command: `${show} --file inputs/handoff.md`,
          },
        ]),
    ...(checkpoint === undefined
      ? []
      : [
          {
            title: 'Where the last run got to',
            label: 'checkpoint',
            text: renderCheckpoint(checkpoint),
            command: `${show} --json`,
          },
        ]),
  ];
}

async function composeShares(
  platform: Pick<Platform, 'project' | 'random' | 'scanner' | 'tokens'>,
  entry: TaskEntry,
  folder: string,
  said: readonly Said[],
  share: number,
): Promise<Part> {
  const parts: string[] = [renderHead(entry, folder)];
  let flagged = 0;
  for (const { title, label, text, command } of said) {
    const framed = await frame(platform, label, await fit(platform, text, share, entry.task.id), command);
    flagged += framed.flagged;
    parts.push(`## ${title}\n\n${framed.text}\n`);
  }
  return { text: parts.join('\n'), flagged };
}

function renderHead({ task, run }: TaskEntry, folder: string): string {
  const [agent, runId] = [run?.agentId ?? '', run?.runId ?? ''];
  return [
    `# ${task.id}`,
    '',
    `You are ${agent}. This is run ${runId}, attempt ${run?.attempt ?? 1}.`,
    `Your folder: ${folder} (inputs, work, outputs).`,
    '',
    `While you work: baton heartbeat ${task.id} --agent ${agent} --run ${runId}`,
    `When you are done: baton complete ${task.id} --agent ${agent} --run ${runId} --outcome done --notes "…"`,
    'Other outcomes: blocked, needs_review, partial. Or answer in AOP and give it to --output -.',
    '',
  ].join('\n');
}

const renderCheckpoint = (checkpoint: NonNullable<TaskEntry['checkpoint']>): string =>
  typeof checkpoint === 'string' ? checkpoint : JSON.stringify(checkpoint, null, 2);

async function findText(platform: Pick<Platform, 'tasks'>, id: string, path: string): Promise<string | undefined> {
  return (await (await platform.tasks()).readArtifact(id, path))?.toString('utf8').trim();
}

/** Cut where it is too long; the agent is told where the rest is. */
async function fit(platform: Pick<Platform, 'tokens'>, text: string, limit: number, id: string): Promise<string> {
  let kept = text;
  for (;;) {
    const tokens = await platform.tokens.count(kept);
    if (tokens <= limit) break;
    kept = cutText(kept, Math.floor((kept.length * limit * 0.95) / tokens));
  }
  return kept === text ? text : `${kept}\n… cut to fit; baton task show ${id} has all of it`;
}

async function frame(
  platform: Pick<Platform, 'project' | 'random' | 'scanner'>,
  label: string,
  text: string,
  command: string,
): Promise<Part> {
  const scanner = await platform.scanner();
  return scanner.frame(text, {
    label,
    nonce: platform.random.bytes(NONCE_BYTES),
    findings: scanner.scan(text, { model: platform.project.settings.values.guardModel === 'on', all: true }),
    policy: platform.project.settings.values.guard,
    showCommand: () => command,
  });
}

/** Nothing where the project keeps no handoff files, or where not even the smallest reading fits. */
async function readProject(
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
    | 'scanner'
    | 'tokens'
  >,
  budget: number,
): Promise<Part | undefined> {
  if ((await platform.files.stat(join(platform.project.root, '.ai', 'handoff'))) === undefined || budget <= 0)
    return undefined;
  try {
    return await orient(platform, { kind: 'feature', budget, readOnly: true });
  } catch (error) {
    if (!isBatonError(error)) throw error;
    if (error.code !== 'BUDGET_TOO_SMALL')
      platform.remark(`the brief is without the project's state: ${error.message}`);
    return undefined;
  }
}
