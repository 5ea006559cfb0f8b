/**
 * Reads a played story back from what is on the disk or in the database: the journal of the tasks, the audit log, and
 * git. It imports nothing of Baton and knows only the formats. On standard input it gets what was told; it prints, check
 * by check, whether it finds the same.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder, schema] = process.argv.slice(2);
const told = JSON.parse(readFileSync(0, 'utf8'));
const sha256 = (data) => createHash('sha256').update(data).digest('hex');
const git = (...args) => execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', maxBuffer: 1 << 26 });
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

const checks = [];
const check = (name, ok, found) => checks.push({ name, ok: ok === true, found: String(found) });

// What happened to the tasks: every change is a line of the journal, or a row of the database.
const { events, tasks, lines, readHandoff } = schema === undefined ? readJournal() : await readTables();

function readJournal() {
  const journal = readFileSync(join(folder, '.baton/journal/tasks.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  const found = new Map();
  for (const { entry } of journal.flatMap((line) => line.puts ?? [])) found.set(entry.task.id, entry);
  return {
    events: journal.flatMap((line) => line.events ?? []),
    tasks: found,
    lines: readAuditFiles(),
    readHandoff: (id) => readFileSync(join(folder, '.baton/tasks/done', id, 'inputs/handoff.json'), 'utf8'),
  };
}

function readAuditFiles() {
  const auditFolder = join(folder, '.baton/audit');
  return readdirSync(auditFolder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) => readFileSync(join(auditFolder, name), 'utf8').split('\n'))
    .filter((line) => line !== '');
}

async function readTables() {
  const { Client } = (await import('pg')).default;
  const client = new Client({ connectionString: process.env.BATON_STORE });
  await client.connect();
  const read = async (text) => (await client.query(text)).rows;
  try {
    const rows = await read(`SELECT event FROM "${schema}".event ORDER BY id`);
    const entries = (await read(`SELECT entry FROM "${schema}".task`)).map(({ entry }) => JSON.parse(entry));
    const audited = await read(`SELECT line FROM "${schema}".audit_line ORDER BY seq`);
    const inputs = await read(`SELECT task_id, content FROM "${schema}".artifact WHERE path = 'inputs/handoff.json'`);
    return {
      events: rows.map(({ event }) => JSON.parse(event)),
      lines: audited.map(({ line }) => line),
      tasks: new Map(entries.map((entry) => [entry.task.id, entry])),
      readHandoff: (id) => inputs.find(({ task_id }) => task_id === id)?.content.toString('utf8'),
    };
  } finally {
    await client.end();
  }
}

const of = (type, taskId) =>
  events.filter((event) => event.type === type && (taskId === undefined || event.taskId === taskId));

// The audit log: each line's hash covers the rest of it but the signature, and the next line names both.
const linkOf = ({ hash, sig }) => (sig === undefined ? hash : sha256(hash + sig));
const audit = lines.map((line) => JSON.parse(line));
let chainBreak;
for (const [index, line] of lines.entries()) {
  const entry = audit[index];
  const before = index === 0 ? '0'.repeat(64) : linkOf(audit[index - 1]);
  const unsigned = line.replace(`,"sig":"${entry.sig}"`, '').replace(`,"hash":"${entry.hash}"`, '');
  const isSound = sha256(unsigned) === entry.hash;
  if (!isSound || entry.prev !== before || entry.seq !== index + 1) chainBreak ??= index + 1;
}
const accepted = audit.filter(({ kind }) => kind === 'handoff.accepted');
const rejected = audit.filter(({ kind }) => kind === 'handoff.rejected');

const traces = new Set([...tasks.values()].map(({ task }) => task.metadata.traceId));
for (const entry of audit) if (entry.trace_id !== undefined) traces.add(entry.trace_id);
check('one trace id', same([...traces], [told.trace_id]), [...traces].join(', '));

const ended = [...tasks.values()].map(({ task }) => `${task.id} ${task.status}`).sort();
const wantedEnds = [`${told.task} done`, `${told.child} done`, `${told.review} review`, `${told.question} blocked`];
check('tasks', same(ended, wantedEnds.sort()), ended.join(', '));

const runs = of('lease.acquired', told.task).map(({ runId }) => runId);
check(
  'runs',
  same(runs, [told.killed_run, told.second_run]) && of('lease.acquired', told.child).length === 1,
  runs.join(', '),
);

const steps = (id) => of('task.transitioned', id).map(({ payload }) => [payload.from, payload.to]);
const isGapless = (id) => steps(id).every(([from], index, all) => from === (index === 0 ? 'ready' : all[index - 1][1]));
const way = (id) => ['ready', ...steps(id).map(([, to]) => to)].join(' → ');
const wantedWay = 'ready → in-progress → blocked → ready → in-progress → review → done';
check('moves', isGapless(told.task) && isGapless(told.child) && way(told.task) === wantedWay, way(told.task));

const reports = [told.task, told.child].map((id) => of('task.completed', id).length);
check('one report each', same(reports, [1, 1]), reports.join(' and '));

const late = of('protocol.message.rejected', told.task).filter(({ runId }) => runId === told.killed_run);
check('late report refused', late.length === 1 && late[0].payload.code === 'LEASE_NOT_YOURS', late[0]?.payload.reason);

const twice = of('protocol.message.received', told.child).filter(({ payload }) => payload.outcome === 'unchanged');
check('duplicate without effect', twice.length === 1, `${twice.length} without effect`);

const boundary = rejected.find(({ body }) => body.code === 'BOUNDARY_VIOLATION');
check('boundary refused', boundary?.body.target === told.refused_target, boundary?.body.target);
check(
  'right target suggested',
  told.suggested_target !== '' &&
    boundary?.body.suggested_target === told.suggested_target &&
    accepted[0]?.body.target === told.suggested_target,
  boundary?.body.suggested_target,
);

const stopped = events.filter(({ payload }) => String(payload.reason).includes(`injection ${told.guard_rule}`));
const leaked = [...tasks.values()].some((entry) => JSON.stringify(entry).includes('id_rsa'));
check(
  'injection stopped',
  told.guard_rule !== '' && stopped.length > 0 && !leaked,
  leaked ? 'it came through' : told.guard_rule,
);

const handoff = JSON.parse(readHandoff(told.child));
const locked = JSON.parse(readFileSync(join(folder, 'prompt-lock.json'), 'utf8')).prompts;
const promptsHold = [handoff.governed.source_agent, handoff.governed.target_agent].every(
  ({ agent_id, prompt_hash }) =>
    locked[agent_id].hash === prompt_hash && sha256(readFileSync(join(folder, locked[agent_id].file))) === prompt_hash,
);
const isGoverned = accepted.length === 1 && accepted[0].handoff_id === told.handoff_id && promptsHold;
check('handoff governed', isGoverned && handoff.governed.handoff_id === told.handoff_id, accepted[0]?.handoff_id);

const { token_count } = handoff.document.handoff.meta;
const belongs = handoff.document.handoff.trace_id === told.trace_id;
check('document fits', token_count > 0 && token_count <= 2000 && belongs, `${token_count} tokens`);

check(
  'audit chain',
  chainBreak === undefined && audit.length === told.audit_entries && told.tampered_at === boundary?.seq,
  chainBreak === undefined ? `${audit.length} entries` : `broken at entry ${chainBreak}`,
);

// Whatever became of a handoff in the journal must be in the audit log too.
const offered = of('delegation.requested').length + of('delegation.rejected').length + guardRefusals();
check(
  'nothing unrecorded',
  offered === accepted.length + rejected.length,
  `${offered} handoffs, ${accepted.length + rejected.length} entries`,
);

function guardRefusals() {
  return events.filter(
    ({ type, payload }) =>
      type === 'protocol.message.rejected' &&
      payload.messageType === 'handoff.request' &&
      String(payload.reason).includes('guard blocked it'),
  ).length;
}

const message = git('log', '-1', '--format=%B', told.commit);
const tagged = git('rev-parse', `${told.tag}^{commit}`).trim();
check(
  'commit and tag',
  message.includes(`Baton-Trace: ${told.trace_id}`) && tagged === git('rev-parse', told.commit).trim(),
  `${told.tag} at ${tagged.slice(0, 7)}`,
);

const blob = (path) => execFileSync('git', ['-C', folder, 'show', `${told.commit}:.ai/handoff/${path}`]);
const manifest = JSON.parse(blob('MANIFEST.json').toString('utf8'));
const wrong = Object.entries(manifest.files).filter(
  ([name, { checksum }]) => checksum !== `sha256:${sha256(blob(name))}`,
);
const log = blob('LOG.md').toString('utf8');
check(
  'handoff files',
  wrong.length === 0 && log.includes(told.task) && log.includes(told.child) && blob('TRUST.md').includes(told.task),
  wrong.length === 0
    ? `${Object.keys(manifest.files).length} files as the manifest says`
    : wrong.map(([name]) => name).join(', '),
);

check(
  'trace complete',
  same(told.trace_kinds, ['audit', 'commit', 'document', 'output', 'task']),
  told.trace_kinds.join(', '),
);

process.stdout.write(`${JSON.stringify({ checks })}\n`);
process.exitCode = checks.every(({ ok }) => ok) ? 0 : 1;
