import { cutText } from '../../../../kernel/text.ts';
import type { StatusTask, StatusView } from '../../../../relay/views/index.ts';
import { defineCommand } from '../../command.ts';
import type { Style } from '../../style.ts';

/** What fits on a screen beside the other rows. */
const MAX_NEXT = 4;
const MAX_TASKS = 8;

export const status = defineCommand({
  operands: '',
  takes: [0, 0],
  about: 'Shows the project now on one screen: session, next actions, tasks with what holds them up, and findings.',
  flags: {},
  examples: [
    { run: 'baton status', does: 'in a project' },
    { run: 'baton status --json', does: 'the same for scripts, with every task that is not finished' },
  ],
  async run({ platform, io }) {
    const { viewStatus } = await import('../../../../relay/views/index.ts');
    const view = await viewStatus(await platform());
    return { kind: 'value', data: view, text: (style) => render(view, style, io.columns) };
  },
});

function render(view: StatusView, style: Style, columns: number): string {
  const row = (name: string, text: string): string => `${style.dim(name.padEnd(10))}${cut(text, columns - 10)}`;
  const { session, next, tasks, restricted, findings } = view;
  return [
    `${style.bold(view.project)}${view.context ? `  ${cut(view.context, columns - view.project.length - 2)}` : ''}`,
    '',
    row('Session', describeSession(session, view.context !== undefined)),
    ...next.ready.slice(0, MAX_NEXT).map(({ id, title }, at) => row(at === 0 ? 'Next' : '', `${id ?? '-'}  ${title}`)),
    ...(next.ready.length === 0 ? [row('Next', 'nothing is ready: baton next add TITLE')] : []),
    ...(next.ready.length > MAX_NEXT ? [row('', `and ${next.ready.length - MAX_NEXT} more: baton next`)] : []),
    row('Tasks', describeCounts(view)),
    ...renderTasks(tasks, style, columns),
    ...(restricted.length === 0 ? [] : [style.red(row('Blocked', `${restricted.join('; ')}: baton govern check`))]),
    row('Findings', describeFindings(findings)),
  ].join('\n');
}

function describeSession(session: StatusView['session'], hasState: boolean): string {
  if (!hasState) return 'no project state here: baton init';
  if (session === undefined) return 'none is open';
  return session.isAlive
    ? `${session.agent} since ${session.started}`
    : `${session.agent} left without closing: baton recover`;
}

function describeCounts({ counts }: StatusView): string {
  const listed = Object.entries(counts).filter(([, count]) => count > 0);
  return listed.length === 0 ? 'none: baton task new TITLE' : listed.map(([name, n]) => `${n} ${name}`).join(', ');
}

function describeFindings({ errors, warnings }: StatusView['findings']): string {
  if (errors + warnings === 0) return 'none';
  return `${errors} ${errors === 1 ? 'error' : 'errors'}, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}: baton lint`;
}

function renderTasks(tasks: readonly StatusTask[], style: Style, columns: number): string[] {
  const shown = tasks.slice(0, MAX_TASKS);
  const lines = shown.map(({ id, status: state, agent, title, why }) => {
    const head = `${id}  ${(agent === undefined ? state : `${state}, ${agent}`).padEnd(STATE_WIDTH)}  `;
    const rest = cut(`${title}${why === undefined ? '' : ` (${why})`}`, columns - head.length - 2);
    return `  ${style.bold(id)}${head.slice(id.length)}${rest}`;
  });
  const more = tasks.length - shown.length;
  return more > 0 ? [...lines, `  and ${more} more: baton task list`] : lines;
}

/** As wide as `in-progress` and a short name. */
const STATE_WIDTH = 18;

const cut = (text: string, width: number): string => cutText(text, Math.max(2, width), '…');
