import { tick } from '../../../../relay/tasks/index.ts';
import { defineCommand, type Outcome, type StreamLine } from '../../command.ts';
import { toJson } from '../../terminal.ts';
import { checkPort, keepRemarksInLog, LOOPBACK, start } from './start.ts';

export const serve = defineCommand({
  operands: '',
  takes: [0, 0],
  about:
    'Runs the daemon of this data dir: scheduler, HTTP API, event stream, board, metrics. One per data dir; SIGTERM or Ctrl-C shuts it down cleanly, and agents keep running. The address printed on a terminal contains the token that changes need.',
  isLong: true,
  flags: {
    port: {
      kind: 'number',
      value: 'N',
      about: 'Port to listen on; default 7420 or, if that is taken, any free one.',
    },
    host: { kind: 'text', value: 'ADDRESS', about: `Address to listen on; default ${LOOPBACK}.` },
    'allow-host': { kind: 'list', value: 'NAME', about: 'A host name of this server, for instance behind a proxy.' },
    'token-file': {
      kind: 'text',
      value: 'FILE',
      about: 'File with the token; default one in the data dir, created at the first start.',
    },
    poll: { kind: 'number', value: 'MS', about: 'Milliseconds between two passes of the scheduler; default 500.' },
    log: {
      kind: 'text',
      value: 'FORM',
      choices: ['text', 'json'],
      about:
        'Form of the log on standard error; default text on a terminal, else json. With json, standard output is JSON lines too.',
    },
  },
  examples: [
    { run: 'baton serve', does: 'on this machine only, and print the address of the board' },
    { run: 'baton serve --host 0.0.0.0 --port 8080', does: 'for others too: every request then needs the token' },
    { run: 'baton serve --jsonl', does: 'for scripts: a JSON line when it listens, then one per action' },
  ],
  async run({ flags, globals, io, platform: getPlatform }) {
    const { host, port, poll, log } = flags;
    keepRemarksInLog(io, log, () => Date.now());
    const platform = await getPlatform();
    if (globals.dryRun) return await preview(platform, host ?? LOOPBACK, checkPort(port));
    const options = { host, port, log, pollMs: poll, allowHosts: flags['allow-host'], tokenFile: flags['token-file'] };
    const { lines } = await start(platform, options, io);
    return { kind: 'lines', lines: log === 'json' ? asJson(lines) : lines, exit: () => 0 };
  },
});

/** Who collects both outputs in one log gets JSON on every line of it. */
async function* asJson(lines: AsyncIterable<StreamLine>): AsyncIterable<StreamLine> {
  for await (const { data } of lines) yield { data, text: () => toJson(data) };
}

/** Where it would listen, and what the scheduler would do first. */
async function preview(platform: Parameters<typeof tick>[0], host: string, port: number | undefined): Promise<Outcome> {
  const { actions } = await tick(platform, { dryRun: true });
  const {
    project: { dataDir },
  } = platform;
  return {
    kind: 'value',
    data: { host, port: port ?? null, data_dir: dataDir, actions },
    text: () => `Would listen on ${host} for ${dataDir}; the scheduler has ${actions.length} things to do.`,
  };
}
