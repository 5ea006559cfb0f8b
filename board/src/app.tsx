import { useEffect } from 'preact/hooks';
import { connection } from './live.ts';
import { Notices } from './notices.tsx';
import { followLink, go, path, steps } from './place.ts';
import { overview } from './tasks.ts';
import { chooseTheme, theme } from './theme.ts';
import { DelegationView } from './views/delegation.tsx';
import { FindingsView } from './views/findings.tsx';
import { GovernanceView } from './views/governance.tsx';
import { ProjectView } from './views/project.tsx';
import { TasksView } from './views/tasks.tsx';
import { TaskView } from './views/task.tsx';
import { TracesView, TraceView } from './views/traces.tsx';

const VIEWS = [
  { path: '/', name: 'Tasks', key: 't' },
  { path: '/traces', name: 'Traces', key: 'r' },
  { path: '/delegation', name: 'Delegation', key: 'd' },
  { path: '/governance', name: 'Governance', key: 'g' },
  { path: '/project', name: 'Project', key: 'p' },
  { path: '/findings', name: 'Findings', key: 'f' },
] as const;

export function App() {
  useEffect(() => {
    document.addEventListener('click', followLink);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('click', followLink);
      document.removeEventListener('keydown', onKey);
    };
  }, []);
  useEffect(() => {
    document.title = `${nameOf(steps.value)} · Baton`;
  }, [path.value]);
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <header class="bar">
        <a class="brand" href="/">
          <img src="/icon.svg" alt="" width={22} height={22} /> Baton <small>{overview.value?.project ?? ''}</small>
        </a>
        <nav aria-label="Views">
          {VIEWS.map((view) => (
            <a
              key={view.path}
              href={view.path}
              aria-current={isCurrent(view.path) ? 'page' : undefined}
              title={`g ${view.key}`}
            >
              {view.name}
            </a>
          ))}
        </nav>
        <span class={`connection ${connection.value}`} role="status">
          {CONNECTION_NAMES[connection.value]}
        </span>
        <button type="button" class="plain" onClick={chooseTheme} aria-label={`Colours: ${theme.value}. Change`}>
          {THEME_MARKS[theme.value]}
        </button>
      </header>
      <main id="main" tabIndex={0}>
        <View />
      </main>
      <Notices />
    </>
  );
}

const CONNECTION_NAMES = { connecting: 'connecting', live: 'live', lost: 'connection lost' } as const;
const THEME_MARKS = { auto: '◐', light: '☀', dark: '☾' } as const;

const isCurrent = (view: string): boolean =>
  view === '/' ? path.value === '/' || path.value.startsWith('/tasks') : path.value.startsWith(view);

const nameOf = ([first, second]: readonly string[]): string =>
  second ?? VIEWS.find((view) => view.path === `/${first ?? ''}`)?.name ?? 'Tasks';

function View() {
  const [first, second] = steps.value;
  switch (first) {
    case undefined:
      return <TasksView />;
    case 'tasks':
      return second === undefined ? <TasksView /> : <TaskView id={second} />;
    case 'traces':
      return second === undefined ? <TracesView /> : <TraceView id={second} />;
    case 'delegation':
      return <DelegationView />;
    case 'governance':
      return <GovernanceView />;
    case 'project':
      return <ProjectView />;
    case 'findings':
      return <FindingsView />;
    default:
      return (
        <div class="empty">
          <strong>There is no such page.</strong>
          <p>
            <a href="/">To the tasks</a>
          </p>
        </div>
      );
  }
}

let wasG = false;

/** `/` searches, `g` and a letter changes the view; never while somebody types. */
function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  if (event.key === '/') {
    event.preventDefault();
    document.getElementById('search')?.focus();
  } else if (wasG) {
    const view = VIEWS.find(({ key }) => key === event.key);
    if (view !== undefined) go(view.path);
  }
  wasG = event.key === 'g' && !wasG;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'SELECT', 'TEXTAREA'].includes(target.tagName));
