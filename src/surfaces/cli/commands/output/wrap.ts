import { resolve } from 'node:path';
import { OUTPUT_STATUSES } from '../../../../protocols/output/index.ts';
import { wrapOutput } from '../../../../relay/output/index.ts';
import type { Platform } from '../../../../kernel/ports/index.ts';
import { defineCommand } from '../../command.ts';
import type { Io } from '../../io.ts';
import { chooseType, wrapFlags } from './flags.ts';
import { hasErrors, wrappedData } from './output-data.ts';

export const wrap = defineCommand({
  operands: '[FILE|-]',
  takes: [0, 1],
  about:
    'Writes output of any size to a details file and prints an AOP block within the limit. A block in the output is kept; otherwise results of test and build tools are recognised.',
  flags: {
    ...wrapFlags,
    status: {
      kind: 'text',
      value: 'STATUS',
      choices: OUTPUT_STATUSES,
      about: 'How it ended; default what the output says, else partial.',
    },
  },
  examples: [
    {
      run: 'some-agent | baton output wrap --agent search-auth --type search',
      does: 'give the parent a block, keep the rest in a file',
    },
    { run: 'baton output wrap build.log --type build --status failure', does: 'wrap an existing log' },
  ],
  async run({ operands, flags, globals, io, platform }) {
    const here = await platform();
    const wrapped = await wrapOutput(here, {
      pieces: openInput(here, io, operands[0]),
      agentId: flags.agent,
      task: flags.task,
      type: chooseType(flags.type, here),
      status: OUTPUT_STATUSES.find((status) => status === flags.status),
      detailsPath: flags.details === undefined ? undefined : resolve(here.project.folder, flags.details),
      dryRun: globals.dryRun,
    });
    for (const issue of wrapped.issues) io.remark(`${io.errorStyle.red('error')} ${issue.message}`);
    return {
      kind: 'value',
      data: wrappedData(wrapped),
      asIs: true,
      text: () => wrapped.text,
      exit: hasErrors(wrapped.issues) ? 1 : 0,
    };
  },
});

const openInput = (
  platform: Pick<Platform, 'files' | 'project'>,
  io: Io,
  operand: string | undefined,
): AsyncIterable<Uint8Array> =>
  operand === undefined || operand === '-'
    ? io.inputPieces
    : platform.files.readPieces(resolve(platform.project.folder, operand));
