import { given } from '../../../kernel/given.ts';
import { createUlidAfter, isTaskId } from '../../../kernel/ids.ts';
import { TASK_STATUSES, type CompletionOutcome, type TaskEntry } from '../../../kernel/tasks.ts';
import { describeEntry, explainRefusal, findTaskHint, isTaskRefusal, taskTool, TOOLS_DOOR } from './task.ts';
import type { RouteResult } from '../../../protocols/tasks/index.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import {
  answerHandoff,
  claim,
  givesSecrets,
  heartbeat,
  readBrief,
  reportPatiently,
  secretOfRun,
  readTask,
  updateStatus,
  type ExplainPlatform,
  type Reported,
} from '../../../relay/tasks/index.ts';
import {
  gives,
  OBJECT,
  OBJECT_OR_NULL,
  oneOf,
  takes,
  text,
  texts,
  WRITES,
  WRITES_ONCE,
  type Tool,
  type ToolAnswer,
} from '../tool.ts';

const AGENT = text('your name');
const TASK = text('TASK-…');
const SECRET = text('from baton_claim, if it gave one');
/** Clients give a call up after a minute. */
const MAX_WAIT = { maxWaitMs: 20_000 };
const OUTCOMES: readonly CompletionOutcome[] = ['done', 'blocked', 'needs_review', 'partial'];

export const taskTools: readonly Tool[] = [
  taskTool,
  {
    name: 'baton_claim',
    title: 'Claim',
    description: 'Takes a task (the next one without id) with its brief, or answers a handoff that was offered to you.',
    input: takes({ agent: AGENT, id: TASK, answer: oneOf('accept', 'reject'), reason: text() }, 'agent'),
    output: gives({ task: OBJECT_OR_NULL, run: OBJECT_OR_NULL, brief: { type: ['string', 'null'] } }),
    annotations: WRITES,
    async run(platform, args) {
      const agent = args.get('agent');
      const answer = args.choose('answer', ['accept', 'reject']);
      if (answer !== undefined) {
        const verdict = answer === 'accept' ? 'accepted' : 'rejected';
        const request = { id: args.get('id'), agent, answer: verdict, ...args.given({ reason: 'reason' }) } as const;
        return showRouting(platform, await answerHandoff(platform, request));
      }
      const wanted = args.given({ id: 'id' });
      const entry = await explainRefusal(platform, wanted.id, () => claim(platform, { agent, ...wanted }));
      if (entry === undefined) return { data: { task: null, run: null, brief: null } };
      return {
        data: { ...(await withSecret(platform, entry)), brief: (await readBrief(platform, entry, TOOLS_DOOR)).text },
      };
    },
  },
  {
    name: 'baton_heartbeat',
    title: 'Heartbeat',
    description: 'Keeps your lease and saves a checkpoint for the next agent; with status, moves the task.',
    input: takes(
      {
        agent: AGENT,
        id: TASK,
        run_id: text('from baton_claim'),
        run_secret: SECRET,
        checkpoint: text(),
        status: text('blocked, review, …'),
        progress: text(),
        blockers: texts(),
      },
      'agent',
      'id',
      'run_id',
    ),
    output: gives({ task: OBJECT_OR_NULL, run: OBJECT_OR_NULL }),
    annotations: WRITES_ONCE,
    async run(platform, args) {
      const [id, runId, agent] = [args.get('id'), args.get('run_id'), args.get('agent')];
      const status = args.choose('status', TASK_STATUSES);
      const progress = args.find('progress');
      const beat = { id, runId, agent, ...args.given({ checkpoint: 'checkpoint' }), ...proof(platform, args) };
      if (status === undefined && progress === undefined) {
        const reported = await explainRefusal(platform, id, () =>
          reportPatiently(platform, 'heartbeat', beat, MAX_WAIT),
        );
        return reported.kind === 'kept' ? showKept(reported) : { data: describeBeat(reported.result) };
      }
      await explainRefusal(platform, id, () => heartbeat(platform, beat));
      const payload = given({ status, progress, blockers: args.findTexts('blockers') });
      const update = { id, agent, runId, payload, ...proof(platform, args) };
      return showRouting(platform, await updateStatus(platform, update), { describe: describeBeat });
    },
  },
  {
    name: 'baton_complete',
    title: 'Complete',
    description: 'Reports how a task ended; blocked and partial need blockers or notes.',
    input: takes(
      {
        agent: AGENT,
        id: TASK,
        run_id: text(),
        run_secret: SECRET,
        outcome: oneOf(...OUTCOMES),
        notes: text(),
        blockers: texts(),
        deliverables: texts(),
        summary: text(),
      },
      'agent',
      'id',
      'outcome',
    ),
    output: gives({ task: OBJECT_OR_NULL, run: OBJECT_OR_NULL, result: OBJECT }),
    annotations: WRITES_ONCE,
    async run(platform, args) {
      const blockers = args.findTexts('blockers');
      const deliverables = args.findTexts('deliverables');
      const request = {
        id: args.get('id'),
        agent: args.get('agent'),
        outcome: args.choose('outcome', OUTCOMES) ?? 'done',
        ...proof(platform, args),
        ...args.given({ runId: 'run_id', notes: 'notes', summary: 'summary' }),
        ...given({ blockers, deliverables }),
      };
      const reported = await explainRefusal(platform, request.id, () =>
        reportPatiently(platform, 'complete', request, MAX_WAIT),
      );
      return reported.kind === 'kept' ? showKept(reported) : await showRouting(platform, reported.result);
    },
  },
  {
    name: 'baton_delegate',
    title: 'Delegate',
    description: 'Hands a part of your task to another agent as a child task.',
    input: takes(
      {
        agent: AGENT,
        id: text('your task'),
        run_id: text(),
        run_secret: SECRET,
        to: text('agent'),
        title: text(),
        acceptance_criteria: texts(),
        expected_outputs: texts(),
        context_refs: texts('paths'),
        constraints: texts(),
        due_by: text('ISO 8601'),
      },
      'agent',
      'id',
      'to',
      'title',
    ),
    output: gives({ task: OBJECT_OR_NULL, run: OBJECT_OR_NULL, result: OBJECT }),
    annotations: WRITES,
    async run(platform, args) {
      const lists = given({
        acceptanceCriteria: args.findTexts('acceptance_criteria'),
        expectedOutputs: args.findTexts('expected_outputs'),
        contextRefs: args.findTexts('context_refs'),
        constraints: args.findTexts('constraints'),
      });
      const request = {
        messageId: createUlidAfter(undefined, platform.clock.now(), platform.random),
        parentId: args.get('id'),
        from: args.get('agent'),
        to: args.get('to'),
        title: args.get('title'),
        ...proof(platform, args),
        ...args.given({ runId: 'run_id' }),
        handoff: { ...lists, ...args.given({ dueBy: 'due_by' }) },
      };
      const reported = await explainRefusal(platform, request.parentId, () =>
        reportPatiently(platform, 'delegate', request, MAX_WAIT),
      );
      return reported.kind === 'kept'
        ? showKept(reported)
        : await showRouting(platform, reported.result, { id: request.parentId });
    },
  },
];

/** What the client shows, or what this process was started with. */
function proof({ project }: Pick<Platform, 'project'>, args: Parameters<Tool['run']>[1]): { readonly secret?: string } {
  const secret = args.find('run_secret') ?? project.authority.runSecret;
  return secret === undefined ? {} : { secret };
}

/** Given once, to the client that claimed: its later calls prove with it that they are the holder's. */
async function withSecret(platform: Pick<Platform, 'project'>, entry: TaskEntry): Promise<object> {
  const described = describeEntry(entry);
  if (!givesSecrets(platform) || entry.run === undefined) return described;
  const secret = await secretOfRun(platform, entry.run.runId);
  return secret === undefined ? described : { ...described, run_secret: secret };
}

/** The caller has done its part: this machine delivers it when the database is back. */
const showKept = ({ path, reason }: Extract<Reported<unknown>, { kind: 'kept' }>): ToolAnswer => ({
  data: { task: null, run: null, kept: { path, reason } },
});

const FINE: ReadonlySet<RouteResult['outcome']> = new Set(['applied', 'unchanged', 'duplicate']);

interface RoutingView {
  /** The task whose state decided; default the one the message is about. */
  readonly id?: string;
  describe?(this: void, entry: TaskEntry): object;
}

async function showRouting(
  platform: ExplainPlatform,
  result: RouteResult,
  { id = result.taskId, describe = describeEntry }: RoutingView = {},
): Promise<ToolAnswer> {
  if (!FINE.has(result.outcome)) {
    const hint = isTaskRefusal(result.code) ? await findTaskHint(platform, id) : undefined;
    return { data: { task: null, run: null, result }, refused: result.reason ?? result.outcome, ...given({ hint }) };
  }
  const entry = isTaskId(result.taskId) ? await readTask(platform, result.taskId) : undefined;
  return { data: { ...(entry === undefined ? { task: null, run: null } : describe(entry)), result } };
}

/** Sent often, so it is short: the lease, and what people said since this run began. */
function describeBeat({ task, run }: TaskEntry): object {
  const { id, status, lease, metadata } = task;
  const said = (metadata.remarks ?? []).filter(({ at }) => run !== undefined && at >= run.startedAt);
  return {
    task: { id, status },
    run: run === undefined ? null : { runId: run.runId, expiresAt: lease?.expiresAt ?? null },
    ...(said.length === 0 ? {} : { said }),
  };
}
