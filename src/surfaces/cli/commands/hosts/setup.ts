import { given } from '../../../../kernel/given.ts';
import { BatonError } from '../../../../kernel/errors/index.ts';
import type { Platform } from '../../../../kernel/ports/index.ts';
import { findNearest } from '../../../../kernel/nearest.ts';
import {
  detectTools,
  findProgramObstacle,
  notesOf,
  readDriver,
  renderProgramRemedy,
  SETUP_PARTS,
  SETUP_TOOLS,
  setUpTool,
  type DetectedTool,
  type SetupRow,
  type SetupTool,
  type SetUpToolRequest,
} from '../../../../relay/setup/index.ts';
import { defineCommand } from '../../command.ts';
import type { Style } from '../../style.ts';
import { renderTable } from '../../table.ts';

export const setup = defineCommand({
  operands: `[${SETUP_TOOLS.join('|')}]`,
  takes: [0, 1],
  about:
    'Writes what a tool needs to work with Baton: hooks, a pointer in its instruction file, a skill or the MCP server. Everything else in those files stays byte for byte; --remove restores them. Without a name: every tool that files of the project show it is used with.',
  flags: {
    only: {
      kind: 'text',
      value: 'PART',
      choices: SETUP_PARTS,
      about: 'This part alone. output: subagents are held to their summary; no handoff files are needed.',
    },
    check: { kind: 'switch', about: 'Only check whether everything is in place; exit 1 if not.' },
    remove: { kind: 'switch', about: 'Remove Baton again.' },
    print: { kind: 'switch', about: 'Print the files as they would be, write nothing.' },
    command: { kind: 'text', value: 'WORDS', about: 'How hooks start Baton (default: baton).' },
  },
  examples: [
    { run: 'baton setup claude', does: 'hooks, skill and pointers for Claude Code in this project' },
    { run: 'baton setup codex --check', does: 'is everything in place and current?' },
    { run: 'baton setup gemini --remove', does: 'restore the files' },
    { run: 'baton setup', does: 'every agent tool that this project is used with' },
    { run: 'baton setup claude --only output', does: 'rules for the answers of subagents, without handoff files' },
    { run: 'baton setup git', does: 'hooks and merge driver of this clone' },
    { run: 'baton setup claude --command "npx agent-baton"', does: 'for people without a global install' },
  ],
  async run({ operands, flags, globals, platform }) {
    const here = await platform();
    const action = getAction(flags);
    const program = (flags.command ?? 'baton').split(/\s+/).filter((word) => word !== '');
    const only = SETUP_PARTS.find((part) => part === flags.only);
    const request = {
      action,
      program: program.length === 0 ? ['baton'] : program,
      only,
      force: globals.yes,
      dryRun: globals.dryRun,
    } as const;
    const tools = operands[0] === undefined ? await detect(here) : [{ tool: getTool(operands[0]), sign: undefined }];
    const done: SetUp[] = [];
    for (const each of tools) done.push(await setUpOne(here, request, each));
    const rows = done.flatMap((each) => each.rows);
    const blocked = done.find(({ obstacle }) => obstacle !== undefined);
    const isIncomplete = action === 'check' && (blocked !== undefined || rows.some((row) => row.state !== 'current'));
    const hasNew = done.some(({ tool, rows: own }) => tool !== 'git' && own.some((row) => row.done === 'written'));
    const next = hasNew && !globals.dryRun ? [await renderNext(here)] : [];
    const isKept = rows.some((row) => row.done === 'kept');
    return {
      kind: 'value',
      data: operands[0] === undefined ? { tools: done.map(describe) } : describe(done[0]),
      text: (style) =>
        done
          .map((each) => renderTool(each, style, { action, isDryRun: globals.dryRun, isOne: done.length === 1 }))
          .concat(action === 'print' ? [] : renderObstacle(blocked, request.program, style), next)
          .join('\n\n'),
      asIs: action === 'print',
      exit: isIncomplete || isKept ? 1 : 0,
    };
  },
});

/** Said once per clone: what git needs is in no file that is committed. */
async function renderNext({ project }: Pick<Platform, 'project'>): Promise<string> {
  const repo = await project.findRepo();
  const isGitMissing = repo !== undefined && (await readDriver(repo)) === '';
  return [
    'Next: commit these files, then start a session of your agent here.',
    ...(isGitMissing
      ? ['In each clone, baton setup git adds the merge driver for handoff files and checks before commits.']
      : []),
  ].join('\n');
}

interface SetUp {
  readonly tool: SetupTool;
  /** What the tool was recognised by; undefined if it was named. */
  readonly sign: string | undefined;
  readonly rows: readonly SetupRow[];
  readonly notes: readonly string[];
  /** Why nothing that was set up can run. */
  readonly obstacle: string | undefined;
}

async function setUpOne(
  platform: Pick<Platform, 'files' | 'processes' | 'project'>,
  request: Omit<SetUpToolRequest, 'tool'>,
  { tool, sign }: { readonly tool: SetupTool; readonly sign: string | undefined },
): Promise<SetUp> {
  const rows = await setUpTool(platform, { ...request, tool });
  if (tool === 'git' || request.action === 'remove') return { tool, sign, rows, notes: [], obstacle: undefined };
  const notes = request.only === undefined ? notesOf(tool, request.program) : [];
  return { tool, sign, rows, notes, obstacle: await findProgramObstacle(platform, request.program) };
}

function renderObstacle(blocked: SetUp | undefined, program: readonly string[], style: Style): string[] {
  if (blocked?.obstacle === undefined) return [];
  const remedy = renderProgramRemedy(program, blocked.tool);
  return [style.yellow(`${blocked.obstacle}, so no hook and no agent can start it. Run ${remedy}.`)];
}

const describe = (done: SetUp | undefined) => ({
  tool: done?.tool,
  ...given({ found_by: done?.sign }),
  files: done?.rows,
  notes: done?.notes,
  ...given({ obstacle: done?.obstacle }),
});

async function detect(platform: Parameters<typeof detectTools>[0]): Promise<readonly DetectedTool[]> {
  const found = await detectTools(platform);
  if (found.length > 0) return found;
  throw new BatonError('USAGE_INVALID', 'no file of this project tells which agents are used in it', {
    hint: `name one: baton setup ${SETUP_TOOLS.join('|')}`,
  });
}

function renderTool(
  { tool, sign, rows, notes }: SetUp,
  style: Style,
  { action, isDryRun, isOne }: { readonly action: string; readonly isDryRun: boolean; readonly isOne: boolean },
): string {
  const title = isOne && sign === undefined ? [] : [`${style.bold(tool)} (${sign ?? 'named'})`];
  const body = action === 'print' ? renderFiles(rows, style) : renderRows(rows, style, isDryRun);
  return [...title, body, ...notes.map((note) => style.yellow(note))].join('\n');
}

function getTool(name: string): SetupTool {
  const tool = SETUP_TOOLS.find((candidate) => candidate === name);
  if (tool !== undefined) return tool;
  const near =
    SETUP_TOOLS.find((candidate) => name.toLowerCase().includes(candidate)) ?? findNearest(name, SETUP_TOOLS);
  throw new BatonError(
    'USAGE_INVALID',
    `there is no tool ${name}${near === undefined ? '' : `; did you mean ${near}?`}`,
    {
      hint: `one of ${SETUP_TOOLS.join(', ')}`,
    },
  );
}

function getAction(flags: { readonly check: boolean; readonly remove: boolean; readonly print: boolean }) {
  const chosen = (['check', 'remove', 'print'] as const).filter((name) => flags[name]);
  if (chosen.length > 1) throw new BatonError('USAGE_INVALID', `--${chosen.join(' and --')} exclude each other`);
  return chosen[0] ?? 'write';
}

const STATES: Readonly<Record<SetupRow['state'], string>> = {
  missing: 'not there',
  outdated: 'outdated',
  edited: 'changed by hand',
  current: 'in place',
};

function renderRows(rows: readonly SetupRow[], style: Style, isDryRun: boolean): string {
  const lines = rows.map((row) => [mark(row, style, isDryRun), style.bold(row.path), style.dim(row.about)]);
  const kept = rows.filter((row) => row.done === 'kept').map((row) => row.path);
  const hint = kept.length === 0 ? [] : ['', `${kept.join(', ')} kept as it is; --yes writes ours over it`];
  return [renderTable(lines), ...hint].join('\n');
}

function mark({ done, state }: SetupRow, style: Style, isDryRun: boolean): string {
  if (done === 'written' || done === 'removed') return style.green(isDryRun ? `would be ${done}` : done);
  if (done === 'kept') return style.yellow('kept');
  return state === 'current' ? style.green(STATES[state]) : style.yellow(STATES[state]);
}

const renderFiles = (rows: readonly SetupRow[], style: Style): string =>
  rows.map((row) => `${style.bold(`== ${row.path}`)}\n${row.content ?? ''}`.trimEnd()).join('\n\n');
