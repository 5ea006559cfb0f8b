import { given, whenGiven } from '../../../../kernel/given.ts';
import { BatonError } from '../../../../kernel/errors/index.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../../../kernel/json.ts';
import { parseDuration } from '../../../../kernel/time.ts';
import { describeRun, findRunSecret, getRunId, getTaskId, reportPatiently } from '../../../../relay/tasks/index.ts';
import { defineCommand } from '../../command.ts';
import { presentKept } from './present-task.ts';
import { getFact, readTextOrInput } from './task-input.ts';

export const heartbeat = defineCommand({
  operands: '[ID]',
  takes: [0, 1],
  about: 'Says that a run is alive: renews its lease, and keeps a checkpoint for the next run if one is given.',
  flags: {
    agent: { kind: 'text', value: 'NAME', about: 'Who works; default BATON_AGENT.' },
    run: { kind: 'text', value: 'ID', about: 'The run; default BATON_RUN_ID.' },
    ttl: { kind: 'text', value: 'TIME', about: 'How long until the next heartbeat is due, such as 90s or 10m.' },
    checkpoint: { kind: 'text', value: 'FILE|-', about: 'The progress so far, as JSON or text of at most 64 KiB.' },
  },
  examples: [
    { run: 'baton heartbeat', does: 'by an agent that Baton started' },
    { run: 'baton heartbeat TASK-2026-02-09-001 --agent a --run 01J…', does: 'by any other' },
    { run: 'echo \'{"step": 3}\' | baton heartbeat --checkpoint -', does: 'with a checkpoint' },
  ],
  async run({ operands, flags, globals, io, platform: getPlatform }) {
    const platform = await getPlatform();
    const checkpoint =
      flags.checkpoint === undefined ? undefined : toCheckpoint(await readTextOrInput(platform, io, flags.checkpoint));
    const id = await getTaskId(platform, getFact(io, 'task', operands[0]));
    const secret = await findRunSecret(platform, io.environment, id);
    const reported = await reportPatiently(platform, 'heartbeat', {
      id,
      ...given({ secret }),
      runId: await getRunId(platform, id, getFact(io, 'run', flags.run)),
      agent: getFact(io, 'agent', flags.agent),
      dryRun: globals.dryRun,
      ...given({ checkpoint, ttlMs: whenGiven(flags.ttl, parseDuration) }),
    });
    if (reported.kind === 'kept') return presentKept(reported);
    const entry = reported.result;
    return {
      kind: 'value',
      data: { task: entry.task, run: describeRun(entry) },
      text: () => `${entry.task.id} is held until ${entry.task.lease?.expiresAt ?? ''}`,
    };
  },
});

/** JSON if it is JSON, text otherwise. */
function toCheckpoint(text: string): JsonObject | string {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : text;
  } catch (error) {
    if (error instanceof BatonError && error.code === 'INPUT_INVALID') return text;
    throw error;
  }
}
