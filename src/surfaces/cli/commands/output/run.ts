import { resolve } from 'node:path';
import { BatonError } from '../../../../kernel/errors/index.ts';
import { parseDuration } from '../../../../kernel/time.ts';
import { runCommand } from '../../../../relay/output/index.ts';
import { defineCommand } from '../../command.ts';
import { chooseType, wrapFlags } from './flags.ts';
import { wrappedData } from './output-data.ts';

const DEFAULT_LIMIT = '30m';

export const run = defineCommand({
  operands: '-- COMMAND…',
  takes: [0, 0],
  passesRest: true,
  about:
    'Runs a command without showing its output, writes all of it to a details file and prints an AOP block: what passed, what failed, how long it took. Exits with the command’s own code; 124 at the time limit, 127 if it cannot be started, 128 and more if a signal ended it.',
  flags: {
    ...wrapFlags,
    timeout: {
      kind: 'text',
      value: 'TIME',
      about: `Longest time it may run, such as 90s or 2h; default ${DEFAULT_LIMIT}.`,
    },
  },
  examples: [
    { run: 'baton output run -- npm test', does: 'run the tests, print a block of at most 400 characters of summary' },
    { run: 'baton output run --timeout 5m --task "Build the site" -- make site', does: 'with a time limit and a name' },
  ],
  async run({ rest, flags, globals, io, platform }) {
    const [command, ...args] = rest;
    if (command === undefined) {
      throw new BatonError('USAGE_INVALID', 'no command is given', {
        hint: 'write it after --, as in baton output run -- npm test',
      });
    }
    const here = await platform();
    const timeoutMs = parseDuration(flags.timeout ?? DEFAULT_LIMIT);
    if (globals.dryRun) {
      const line = rest.join(' ');
      return { kind: 'value', data: { would_run: rest, timeout_ms: timeoutMs }, text: () => `would run: ${line}` };
    }
    const output = await runCommand(here, {
      command: [command, ...args],
      timeoutMs,
      agentId: flags.agent,
      task: flags.task,
      type: chooseType(flags.type, here),
      detailsPath: flags.details === undefined ? undefined : resolve(here.project.folder, flags.details),
    });
    for (const issue of output.issues) io.remark(`${io.errorStyle.red('error')} ${issue.message}`);
    return {
      kind: 'value',
      data: { ...wrappedData(output), exit_code: output.exitCode },
      asIs: true,
      text: () => output.text,
      passExit: output.exitCode,
    };
  },
});
