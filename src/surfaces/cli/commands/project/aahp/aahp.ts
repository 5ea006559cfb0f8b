import { isBatonError } from '../../../../../kernel/errors/index.ts';
import type { Platform } from '../../../../../kernel/ports/index.ts';
import { AAHP_TOOL_VERSION, aahpStatus } from '../../../../../relay/project/index.ts';
import { inProject } from '../../../../../relay/settings/index.ts';
import { defineCommand, type Outcome } from '../../../command.ts';
import type { Io } from '../../../io.ts';
import { addGrounding, makeManifest, migrateAll, rotate, setUp } from './aahp-changes.ts';
import { checkAll, conform, lintAll, verifyAll, type Answer } from './aahp-gates.ts';

/** The public aahp tool's own command line: a command, an optional path, flags that differ per command. */

interface AahpLine {
  readonly command: string;
  readonly path: string;
  readonly flags: ReadonlyMap<string, string | true>;
}

/** With a value, or without. */
const FLAGS: Readonly<Record<string, Readonly<Record<string, 'value' | 'switch'>>>> = {
  init: { '--force': 'switch', '--with-pii-allowlist': 'switch' },
  manifest: {
    '--agent': 'value',
    '--session-id': 'value',
    '--phase': 'value',
    '--context': 'value',
    '--duration': 'value',
    '--quiet': 'switch',
  },
  lint: {},
  migrate: { '--yes': 'switch', '-y': 'switch' },
  'migrate-grounding': { '--force': 'switch', '--yes': 'switch' },
  verify: { '--level': 'value', '--base': 'value', '--quiet': 'switch' },
  check: { '--json': 'switch', '--quiet': 'switch' },
  archive: { '--keep': 'value', '--verify': 'switch' },
  status: {},
  doctor: { '--json': 'switch', '--quiet': 'switch', '--governance': 'switch', '--no-handoff': 'switch' },
};

const AAHP_COMMANDS = Object.keys(FLAGS);

/** A string is what is wrong with the line. */
function parseAahpLine(words: readonly string[]): AahpLine | string {
  const [command = '', ...rest] = words;
  const known = Object.hasOwn(FLAGS, command) ? FLAGS[command] : undefined;
  if (known === undefined) return `Unknown command: ${command}\nRun "baton aahp --help" for usage information.`;
  const flags = new Map<string, string | true>();
  let path: string | undefined;
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at] ?? '';
    const kind = Object.hasOwn(known, word) ? known[word] : undefined;
    if (kind === 'switch') flags.set(word, true);
    else if (kind === 'value') {
      const value = rest[at + 1];
      if (value === undefined) return `${word} needs a value`;
      flags.set(word, value);
      at += 1;
    } else if (word.startsWith('-') || path !== undefined) return `Unknown option: ${word}`;
    else path = word;
  }
  return { command, path: path ?? '.', flags };
}

const HELP = `aahp v${AAHP_TOOL_VERSION}: AI-to-AI Handoff Protocol CLI, as kept by Baton

Usage: baton aahp <command> [path] [options]

Commands: ${AAHP_COMMANDS.join(' ')}
The flags and exit codes are those of the public aahp tool ${AAHP_TOOL_VERSION}.`;

export const aahp = defineCommand({
  operands: 'COMMAND [PATH] [FLAGS]',
  takes: [0, Number.POSITIVE_INFINITY],
  about:
    'The public aahp tool by its own command line and exit codes, so that existing hooks and pipelines keep working.',
  flags: {},
  examples: [
    { run: 'baton aahp verify --level ci', does: 'as aahp verify --level ci' },
    { run: 'baton aahp manifest . --agent ada --phase review', does: 'as aahp manifest' },
  ],
  async run({ operands, io, platform }) {
    if (operands.includes('--version') || operands.includes('-v')) return say({ lines: [AAHP_TOOL_VERSION], exit: 0 });
    if (operands.length === 0 || operands.includes('--help') || operands.includes('-h'))
      return say({ lines: [HELP], exit: 0 });
    const line = parseAahpLine(operands);
    if (typeof line === 'string') return refuse(io, line);
    try {
      const here = await platform();
      return say(await inProject(here, line.path, (target) => answer(target, io, line)));
    } catch (error) {
      if (!isBatonError(error)) throw error;
      const place = error.code === 'PROJECT_NOT_FOUND' ? '.ai/handoff not found: ' : '';
      return refuse(io, `Error: ${place}${error.message}`);
    }
  },
});

const say = ({ lines, exit }: Answer): Outcome => ({
  kind: 'value',
  data: { lines },
  asIs: true,
  text: () => lines.join('\n'),
  passExit: exit,
});

/** Every failure of the public tool ends with 1. */
function refuse(io: Io, message: string): Outcome {
  io.remark(message);
  return say({ lines: [], exit: 1 });
}

async function answer(
  platform: Pick<
    Platform,
    | 'audit'
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
  io: Io,
  { command, flags }: AahpLine,
): Promise<Answer> {
  const value = (name: string): string | undefined => {
    const found = flags.get(name);
    return typeof found === 'string' ? found : undefined;
  };
  const quiet = flags.has('--quiet');
  switch (command) {
    case 'init':
      return setUp(platform, flags.has('--force'), flags.has('--with-pii-allowlist'));
    case 'manifest':
      return makeManifest(platform, value, quiet);
    case 'lint':
      return lintAll(platform);
    case 'verify':
      return verifyAll(platform, {
        level: value('--level') ?? 'full',
        quiet,
        base: value('--base'),
        environment: io.environment,
      });
    case 'archive':
      return rotate(platform, value('--keep'), flags.has('--verify'));
    case 'migrate':
      return migrateAll(platform, io, flags.has('--yes') || flags.has('-y'));
    case 'migrate-grounding':
      return addGrounding(platform);
    case 'check':
      return checkAll(platform, flags.has('--json'), quiet);
    case 'status':
      return { lines: await aahpStatus(platform), exit: 0 };
    default:
      return conform(platform, flags.has('--json'), quiet, flags.has('--governance') || flags.has('--no-handoff'));
  }
}
