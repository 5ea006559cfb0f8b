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
  const { next, tasks, restricted, findings } = view;
  return [
    `${style.bold(view.project)}${view.context ? `  ${cut(view.context, columns - view.project.length - 2)}` : ''}`,
    '',
    row('Session', describeSession(view)),
    ...describeNext(next.ready, tasks).map((text, at) => row(at === 0 ? 'Next' : '', text)),
    row('Tasks', describeCounts(view)),
    ...renderTasks(tasks, style, columns),
    ...(restricted.length === 0 ? [] : [style.red(row('Blocked', `${restricted.join('; ')}: baton govern check`))]),
    row('Findings', describeFindings(findings)),
  ].join('\n');
}

/** What is to be done beside the tasks, which have rows of their own. */
function describeNext(ready: StatusView['next']['ready'], tasks: readonly StatusTask[]): string[] {
  const own = ready.filter(({ id }) => !tasks.some((task) => task.id === id));
  if (own.length === 0)
    return [ready.length > 0 ? 'the tasks below' : 'nothing is ready: baton handoff --done TEXT --next TITLE adds it'];
  const lines = own.slice(0, MAX_NEXT).map(({ id, title }) => (id === null ? title : `${id}  ${title}`));
  return own.length > MAX_NEXT ? [...lines, `and ${own.length - MAX_NEXT} more: baton next`] : lines;
}

function describeSession({ session, state }: StatusView): string {
  if (state === 'none') return 'no project state here: baton init';
  if (session === undefined)
    return state === 'ok' ? 'none is open' : 'none is open; MANIFEST.json cannot be read: baton manifest';
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
  const isRoomy = tasks.length <= MAX_TASKS / 2;
  const lines = shown.flatMap(({ id, status: state, agent, title, why }) => {
    const head = `${id}  ${(agent === undefined ? state : `${state}, ${agent}`).padEnd(STATE_WIDTH)}  `;
    const room = columns - head.length - 2;
    const whole = `${title}${why === undefined ? '' : ` (${why})`}`;
    const own =
      isRoomy && why !== undefined && whole.length > room ? [`      ${style.dim(cut(why, columns - 6))}`] : [];
    return [`  ${style.bold(id)}${head.slice(id.length)}${cut(own.length === 0 ? whole : title, room)}`, ...own];
  });
  const more = tasks.length - shown.length;
  return more > 0 ? [...lines, `  and ${more} more: baton task list`] : lines;
}

/** As wide as `in-progress` and a short name. */
const STATE_WIDTH = 18;

const cut = (text: string, width: number): string => cutText(text, Math.max(2, width), '…');
