import { inProject } from '../../../../relay/settings/index.ts';
import { isBatonError } from '../../../../kernel/errors/index.ts';
import type { Platform } from '../../../../kernel/ports/index.ts';
import {
  AAHP_TOOL_VERSION,
  aahpStatus,
  archive,
  init,
  manifest,
  migrate,
  migrateGrounding,
  verifyArchive,
} from '../../../../relay/project/index.ts';
import { defineCommand, type Outcome } from '../../command.ts';
import type { Io } from '../../io.ts';
import { checkAll, conform, lintAll, verifyAll, type Answer } from './aahp-gates.ts';
import { AAHP_COMMANDS, parseAahpLine, type AahpLine } from './aahp-line.ts';

const HELP = `Usage: baton aahp <command> [path] [options]

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
      return say(await inProject(here, line.path, (target) => answer(target, line)));
    } catch (error) {
      if (!isBatonError(error)) throw error;
      return refuse(io, `Error: ${error.message}`);
    }
  },
});

const say = ({ lines, exit }: Answer): Outcome => ({
  kind: 'value',
  data: { lines },
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
  { command, flags }: AahpLine,
): Promise<Answer> {
  const value = (name: string): string | undefined => {
    const found = flags.get(name);
    return typeof found === 'string' ? found : undefined;
  };
  switch (command) {
    case 'init':
      return setUp(platform, flags.has('--force'), flags.has('--with-pii-allowlist'));
    case 'manifest':
      return makeManifest(platform, value, flags.has('--quiet'));
    case 'lint':
      return lintAll(platform);
    case 'verify':
      return verifyAll(platform, value('--level') ?? 'full', flags.has('--quiet'), value('--base'));
    case 'archive':
      return rotate(platform, value('--keep'), flags.has('--verify'));
    case 'migrate': {
      const { changed } = await migrate(platform, { version: '3.0' });
      return {
        lines: changed.length === 0 ? ['No changes needed.'] : changed.map(({ file }) => `changed ${file}`),
        exit: 0,
      };
    }
    case 'migrate-grounding': {
      const { changed } = await migrateGrounding(platform);
      return {
        lines: changed.length === 0 ? ['No changes needed.'] : changed.map((file) => `changed ${file}`),
        exit: 0,
      };
    }
    case 'check':
      return checkAll(platform, flags.has('--json'), flags.has('--quiet'));
    case 'status':
      return { lines: await aahpStatus(platform), exit: 0 };
    default:
      return conform(
        platform,
        flags.has('--json'),
        flags.has('--quiet'),
        flags.has('--governance') || flags.has('--no-handoff'),
      );
  }
}

async function setUp(
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
    | 'tokens'
  >,
  force: boolean,
  withAllowList: boolean,
): Promise<Answer> {
  const { created, kept } = await init(platform, {
    folder: platform.project.root,
    git: false,
    agentsMd: false,
    aahp: { force, withAllowList },
  });
  return {
    lines: [
      ...created.map((name) => `  copy: ${name}`),
      ...kept.map((name) => `  skip: ${name} (already exists, use --force to overwrite)`),
      '',
      `Done. ${created.length} file(s) copied, ${kept.length} skipped.`,
    ],
    exit: 0,
  };
}

async function makeManifest(
  platform: Pick<
    Platform,
    'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'remark' | 'tokens'
  >,
  value: (name: string) => string | undefined,
  quiet: boolean,
): Promise<Answer> {
  const duration = value('--duration');
  const { manifest: made } = await manifest(platform, {
    agent: value('--agent'),
    sessionId: value('--session-id'),
    phase: value('--phase'),
    context: value('--context'),
    durationMinutes: duration === undefined || !/^\d+$/.test(duration) ? undefined : Number(duration),
    version: '3.0',
  });
  const { manifest_only: own, manifest_plus_core: core, full_read: full } = made.token_budget ?? {};
  const lines = [
    `MANIFEST.json generated: ${Object.keys(made.files).length} files indexed, checksums current.`,
    `  Token budget: manifest=${own}, core=${core}, full=${full}`,
  ];
  return { lines: quiet ? [] : lines, exit: 0 };
}

async function rotate(
  platform: Pick<Platform, 'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'remark'>,
  keep: string | undefined,
  onlyVerify: boolean,
): Promise<Answer> {
  const count = keep === undefined ? undefined : Number(keep);
  if (onlyVerify) {
    const { ok, problems, entries, archived } = await verifyArchive(platform, { keep: count });
    return {
      lines: ok ? [`LOG archive verify passed: LOG.md entries=${entries}, archived entries=${archived}`] : problems,
      exit: ok ? 0 : 1,
    };
  }
  const { moved, entries } = await archive(platform, { keep: count });
  return {
    lines: [
      moved === 0
        ? `LOG archive up to date: LOG.md entries=${entries}`
        : `LOG archive rotated: kept ${entries} active entries, archived ${moved} new older entries`,
    ],
    exit: 0,
  };
}
