/** The story, act by act. Whatever an act says, it has seen itself: on the command line, or in the event feed. */
import { BatonError } from '../../src/kernel/errors/index.ts';
import { isJsonObject, parseJson, type Json, type JsonObject } from '../../src/kernel/json.ts';
import type { PlaneEvent } from '../../src/kernel/tasks.ts';
import type { EventFeed } from './event-feed.ts';
import type { Stage } from './stage.ts';
import type { Telling } from './telling.ts';

export interface Show {
  readonly stage: Stage;
  readonly feed: EventFeed;
  /** What is known so far; every act adds to it. */
  readonly telling: Partial<Telling>;
}

export interface Act {
  readonly title: string;
  play(show: Show): Promise<string>;
}

const ENGINEER = 'domain-02-engineering';
const TESTER = 'domain-03-quality';
const AGENTS = { [ENGINEER]: 'engineer.mjs', [TESTER]: 'tester.mjs' } as const;

const CONFIG = {
  governance: 'required',
  guard: 'block',
  budget: 1_500,
  'tasks.leaseSeconds': 60,
  'tasks.backoffSeconds': 0,
};

/** Before the daemon starts. */
export async function setStage(stage: Stage): Promise<void> {
  const { files, node } = stage.place;
  await stage.copy(`${files}/project`, '.');
  await stage.copy(`${files}/agents`, '.agents');
  await stage.write('baton.config.json', CONFIG);
  await stage.run('git', ['init', '--quiet', '--initial-branch=main']);
  await stage.baton(['init', '--git']);
  await stage.baton(['govern', 'lock', '--by', 'the demo', '--reason', 'the first lock of this team']);
  for (const [agent, program] of Object.entries(AGENTS)) {
    await stage.baton(['agent', 'add', agent, '--command', node, '--arg', stage.path('.agents', program)]);
  }
  await stage.run('git', ['add', '--all']);
  await stage.run('git', ['commit', '--quiet', '--no-verify', '--message', 'A project, a team, and Baton']);
}

export const ACTS: readonly Act[] = [
  { title: 'A task is created', play: createTask },
  { title: 'The engineer is briefed and begins', play: watchFirstRun },
  { title: 'The engineer is killed', play: killFirstRun },
  { title: 'The next run starts from the checkpoint', play: watchSecondRun },
  { title: 'A report of the dead run arrives', play: sendLateReport },
  { title: 'Testing is handed to the wrong agent', play: watchBoundary },
  { title: 'A found page tries to give orders', play: watchGuard },
  { title: 'Testing is handed on, compressed and governed', play: watchHandoff },
  { title: 'The tester answers in a few lines', play: watchAnswer },
  { title: 'The engineer reports', play: watchReport },
  { title: 'Two more pieces of work wait for a person', play: leaveForPeople },
  { title: 'The project is handed over', play: closeProject },
  { title: 'The audit log is verified', play: verifyAudit },
  { title: 'One trace leads through all of it', play: followTrace },
];

async function createTask({ stage, telling }: Show): Promise<string> {
  const { data } = await stage.baton(
    ['task', 'new', 'Limit failed logins', '--agent', ENGINEER, '--body', '-'],
    'After five failed logins a name has to wait. Let somebody else test the change.\n',
  );
  telling.task = textAt(data, 'task', 'id');
  telling.trace_id = textAt(data, 'task', 'metadata', 'traceId');
  return `${telling.task}, trace ${telling.trace_id}`;
}

async function watchFirstRun({ feed, stage, telling }: Show): Promise<string> {
  const began = await feed.wait('the first run', isLease(telling.task));
  telling.killed_run = began.runId ?? '';
  await feed.wait('its checkpoint', ({ type, runId }) => type === 'lease.renewed' && runId === telling.killed_run);
  telling.brief = await stage.read(`.baton/runs/${telling.task}/brief.md`);
  return `run ${telling.killed_run}; it left a checkpoint`;
}

async function killFirstRun({ stage, feed, telling }: Show): Promise<string> {
  const started = await feed.wait(
    'its process',
    ({ type, runId }) => type === 'dispatch.started' && runId === telling.killed_run,
  );
  const session: unknown = JSON.parse(textAt(started.payload, 'sessionId'));
  const pid = isJsonObject(session) ? session['pid'] : undefined;
  if (typeof pid !== 'number') throw new BatonError('DEMO_FAILED', 'the run has no process');
  // Without a warning, as a machine kills.
  await stage.run(stage.place.node, ['-e', `process.kill(${pid}, 'SIGKILL')`]);
  await feed.wait('its end', ({ type, runId }) => type === 'dispatch.ended' && runId === telling.killed_run);
  return `process ${pid} is gone; the scheduler noticed`;
}

async function watchSecondRun({ feed, stage, telling }: Show): Promise<string> {
  const wanted = isLease(telling.task);
  const began = await feed.wait('the second run', (event) => wanted(event) && event.runId !== telling.killed_run);
  telling.second_run = began.runId ?? '';
  await feed.wait('its start', ({ type, runId }) => type === 'dispatch.started' && runId === telling.second_run);
  const brief = await stage.read(`.baton/runs/${telling.task}/brief.md`);
  if (!brief.includes('chose a limit of 5 failures'))
    throw new BatonError('DEMO_FAILED', 'the second run was not told the checkpoint');
  return `run ${telling.second_run}, with what the first one knew`;
}

async function sendLateReport({ stage, feed, telling }: Show): Promise<string> {
  const { node } = stage.place;
  await stage.run(node, [stage.path('.agents', 'ghost.mjs'), telling.task ?? '', telling.killed_run ?? '', ENGINEER]);
  const event = await feed.wait(
    'the late report',
    ({ type, runId }) => type === 'protocol.message.rejected' && runId === telling.killed_run,
  );
  return `refused: ${textAt(event.payload, 'reason')}`;
}

async function watchBoundary({ feed, telling }: Show): Promise<string> {
  const event = await feed.wait('the refusal', ({ type }) => type === 'delegation.rejected');
  telling.refused_target = textAt(event.payload, 'to');
  const reason = textAt(event.payload, 'reason');
  telling.suggested_target = /hand it to (\S+) instead/.exec(reason)?.[1] ?? '';
  return `${telling.refused_target} refused; ${telling.suggested_target} suggested`;
}

async function watchGuard({ feed, telling }: Show): Promise<string> {
  const event = await feed.wait(
    'the guard',
    ({ type, payload }) => type === 'protocol.message.rejected' && /guard blocked it/.test(String(payload['reason'])),
  );
  telling.guard_rule = /injection ([a-z-]+)/.exec(textAt(event.payload, 'reason'))?.[1] ?? '';
  return `stopped by ${telling.guard_rule}`;
}

async function watchHandoff({ feed, stage, telling }: Show): Promise<string> {
  const event = await feed.wait('the handoff', ({ type }) => type === 'delegation.requested');
  telling.child = event.taskId ?? '';
  const handoff = parseJson(await stage.readOfTask(telling.child, 'inputs/handoff.json'));
  telling.handoff_id = textAt(handoff, 'governed', 'handoff_id');
  // As a receiver gets it and as it was counted: two spaces and a final newline.
  telling.document = `${JSON.stringify(at(handoff, 'document') ?? null, null, 2)}\n`;
  return `${telling.child} for ${textAt(event.payload, 'to')}, on record as ${telling.handoff_id}`;
}

async function watchAnswer({ feed, stage, telling }: Show): Promise<string> {
  await feed.wait('the answer', ({ type, taskId }) => type === 'task.completed' && taskId === telling.child);
  await feed.wait('its end', isDone(telling.child));
  // It sends its report twice; the second one is understood and changes nothing.
  await feed.wait(
    'its second report',
    ({ type, taskId, payload }) =>
      type === 'protocol.message.received' && taskId === telling.child && payload['outcome'] === 'unchanged',
  );
  const child = telling.child ?? '';
  telling.summary = await stage.readOfTask(child, 'outputs/summary.md');
  const { data } = await stage.baton(['task', 'show', child]);
  const files = Array.isArray(data['artifacts']) ? data['artifacts'].map(String) : [];
  const details = files.find((path) => path.startsWith('outputs/details/'));
  telling.details = details === undefined ? '' : await stage.readOfTask(child, details);
  return telling.summary
    .trim()
    .replace(/^- /, '')
    .replaceAll(/\s*\n\s*(?:- )?/g, '; ');
}

async function watchReport({ feed, telling }: Show): Promise<string> {
  await feed.wait('the end of the task', isDone(telling.task));
  return `${telling.task} is done`;
}

/** An agent that fetches its work by itself; the daemon starts the others. */
const WRITER = 'writer';

async function leaveForPeople(show: Show): Promise<string> {
  const { telling } = show;
  telling.review = await workOn(
    show,
    'Write the note for users',
    ['--review'],
    ['--notes', 'The note says what happens after five failed logins.'],
  );
  telling.question = await workOn(
    show,
    'Choose a limit for each address',
    [],
    ['--outcome', 'blocked', '--blocker', 'How many failures from one address are allowed? Offices share one.'],
  );
  return `${telling.review} is to be reviewed, ${telling.question} asks a question`;
}

/** A task from its creation to a report that leaves it with a person. */
async function workOn(
  { stage, telling }: Show,
  title: string,
  flags: readonly string[],
  report: readonly string[],
): Promise<string> {
  const trace = ['--trace', telling.trace_id ?? ''];
  const { data } = await stage.baton(['task', 'new', title, '--agent', WRITER, ...trace, ...flags]);
  const id = textAt(data, 'task', 'id');
  const claimed = await stage.baton(['claim', id, '--agent', WRITER]);
  const run = textAt(claimed.data, 'run', 'runId');
  await stage.baton(['complete', id, '--agent', WRITER, '--run', run, ...report]);
  return id;
}

const CONTEXT = 'Failed logins are limited and tested. Next: a limit by address.';
const SUMMARY =
  'A name has to wait after five failed logins (src/attempts.mjs). Tests pass. Open: a limit by address, which needs a decision.';

async function closeProject({ stage, telling }: Show): Promise<string> {
  const session = ['--session-id', 'demo-session'];
  await stage.run('git', ['add', 'src', 'test']);
  await stage.run('git', ['commit', '--quiet', '--no-verify', '--message', 'Limit failed logins']);
  await stage.baton(['begin', '--agent', ENGINEER, ...session]);
  await stage.baton(['set', 'STATUS.md#summary', '--body', SUMMARY, ...session]);
  await stage.baton(['next', 'add', 'Limit failed logins by address', ...session]);
  const { code, data } = await stage.baton(['close', '--tasks', '--tag', '--context', CONTEXT, ...session]);
  if (code !== 0) throw new BatonError('DEMO_FAILED', `the project was not handed over: ${JSON.stringify(data)}`);
  telling.commit = textAt(data, 'commit');
  telling.tag = textAt(data, 'tag');
  const verified = await stage.baton(['verify']);
  if (verified.code !== 0) throw new BatonError('DEMO_FAILED', 'the handoff files do not verify');
  return `commit ${telling.commit.slice(0, 7)}, tag ${telling.tag}`;
}

async function verifyAudit({ stage, telling }: Show): Promise<string> {
  const { code, data } = await stage.baton(['audit', 'verify']);
  if (code !== 0) throw new BatonError('DEMO_FAILED', 'the audit log does not verify');
  telling.audit_entries = Number(at(data, 'entries'));
  // A copy, by way of an export, in which one letter is another one: whoever changes the past is found out.
  const [archive, copy] = [stage.path('.tampered.jsonl'), stage.path('.tampered')];
  await stage.baton(['export', archive, '--live']);
  await stage.baton(['import', archive, '--store', 'files', '--data-dir', copy]);
  const name = (await stage.list('.tampered/audit')).find((file) => file.endsWith('.jsonl')) ?? '';
  const text = await stage.read(`.tampered/audit/${name}`);
  await stage.write(`.tampered/audit/${name}`, text.replace('BOUNDARY_VIOLATION', 'BOUNDARY_VIOLATIOM'));
  const tampered = await stage.baton(['audit', 'verify', '--store', 'files', '--data-dir', copy]);
  if (tampered.code === 0) throw new BatonError('DEMO_FAILED', 'a changed audit log was taken for sound');
  telling.tampered_at = Number(at(tampered.data, 'broken_at'));
  return `${telling.audit_entries} entries hold; a changed copy breaks at entry ${telling.tampered_at}`;
}

async function followTrace({ stage, telling }: Show): Promise<string> {
  const { data } = await stage.baton(['trace', telling.task ?? '']);
  const events = at(data, 'events');
  const kinds = new Set(
    (Array.isArray(events) ? events : []).map((event: Json) => kindOf(textAt(event, 'event_type'))),
  );
  telling.trace_kinds = [...kinds].toSorted();
  return `${Array.isArray(events) ? events.length : 0} events: ${telling.trace_kinds.join(', ')}`;
}

const KINDS: Readonly<Record<string, string>> = { audit: 'audit', output: 'output', commit: 'commit' };

function kindOf(type: string): string {
  if (type.includes('_')) return 'document';
  return KINDS[type.split('.')[0] ?? ''] ?? 'task';
}

const isLease =
  (task: string | undefined) =>
  ({ type, taskId }: PlaneEvent): boolean =>
    type === 'lease.acquired' && taskId === task;

const isDone =
  (task: string | undefined) =>
  ({ type, taskId, payload }: PlaneEvent): boolean =>
    type === 'task.transitioned' && taskId === task && payload['to'] === 'done';

function at(value: Json | JsonObject | undefined, ...keys: readonly string[]): Json | undefined {
  let found: Json | undefined = value;
  for (const key of keys) found = isJsonObject(found) ? found[key] : undefined;
  return found;
}

function textAt(value: Json | JsonObject | undefined, ...keys: readonly string[]): string {
  const found = at(value, ...keys);
  if (typeof found === 'string') return found;
  throw new BatonError('DEMO_FAILED', `Baton said nothing of ${keys.join('.')}`);
}
