import { useEffect, useRef } from 'preact/hooks';
import { openNew } from './actions/task-form.tsx';
import { Menu } from './menu.tsx';
import { isCodeSpent, isReadOnly } from './api.ts';
import { Dialogs } from './dialog.tsx';
import { onKey } from './keys.ts';
import { connection } from './live.ts';
import { Notices } from './notices.tsx';
import { openPalette } from './palette.tsx';
import { openHelp } from './help.tsx';
import { Empty } from './parts/loading.tsx';
import { followLink, path, steps } from './place.ts';
import { overview } from './tasks.ts';
import { chooseTheme, theme } from './theme.ts';
import { VIEWS } from './views-table.ts';
import { AgentsView } from './views/agents.tsx';
import { BoardView } from './views/board.tsx';
import { DelegationView } from './views/delegation.tsx';
import { FindingsView } from './views/findings.tsx';
import { GovernanceView } from './views/governance.tsx';
import { ListView } from './views/list.tsx';
import { ProjectView } from './views/project.tsx';
import { StatisticsView } from './views/statistics.tsx';
import { TaskView } from './views/task.tsx';
import { TraceView } from './views/trace.tsx';
import { TracesView } from './views/traces.tsx';

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
    document.title = `${nameOf(steps.value)} · ${overview.value?.project ?? 'Baton'}`;
  }, [path.value, overview.value?.project]);
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <Bar />
      {connection.value === 'lost' && (
        <p class="banner bad" role="alert">
          The daemon does not answer. What you see is the last known state; the board reconnects by itself.
        </p>
      )}
      {isReadOnly.value && (
        <p class="banner" role="note">
          {isCodeSpent.value && 'The code in the address was already used, or is too old. '}
          Read-only: you can look, not change. <code>baton board --open</code> opens it with the right to write.
        </p>
      )}
      <main id="main" tabIndex={-1}>
        <View />
      </main>
      <Notices />
      <Menu />
      <Dialogs />
    </>
  );
}

function Bar() {
  return (
    <header class="bar">
      <a class="brand" href="/">
        <img src="/icon.svg" alt="" width={22} height={22} /> Baton <small>{overview.value?.project ?? ''}</small>
      </a>
      <Views />
      <span class={`connection ${connection.value}`} role="status">
        {CONNECTION_NAMES[connection.value]}
      </span>
      <button type="button" class="find" onClick={() => openPalette()}>
        Find <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      {!isReadOnly.value && (
        <button type="button" class="primary" onClick={openNew}>
          New task
        </button>
      )}
      <button type="button" class="plain" onClick={openHelp} aria-label="Keys">
        ?
      </button>
      <button type="button" class="plain" onClick={chooseTheme} aria-label={`Colours: ${theme.value}. Change`}>
        {THEME_MARKS[theme.value]}
      </button>
    </header>
  );
}

function Views() {
  const views = useRef<HTMLElement>(null);
  // A narrow screen has no room for all views: the current one is always among those that are seen.
  useEffect(() => {
    const current = views.current?.querySelector('[aria-current]');
    if (current instanceof HTMLElement && views.current !== null)
      views.current.scrollLeft = current.offsetLeft - (views.current.clientWidth - current.offsetWidth) / 2;
  }, [path.value]);
  return (
    <nav aria-label="Views" ref={views}>
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
  );
}

const CONNECTION_NAMES = { connecting: 'connecting', live: 'live', lost: 'connection lost' } as const;
const THEME_MARKS = { auto: '◐', light: '☀', dark: '☾' } as const;

const isCurrent = (view: string): boolean =>
  view === '/' ? path.value === '/' || path.value.startsWith('/tasks') : path.value.startsWith(view);

const nameOf = ([first, second]: readonly string[]): string =>
  second ?? VIEWS.find((view) => view.path === `/${first ?? ''}`)?.name ?? 'Board';

function View() {
  const [first, second] = steps.value;
  switch (first) {
    case undefined:
      return <BoardView />;
    case 'tasks':
      return second === undefined ? <BoardView /> : <TaskView key={second} id={second} />;
    case 'list':
      return <ListView />;
    case 'agents':
      return <AgentsView />;
    case 'traces':
      return second === undefined ? <TracesView /> : <TraceView key={second} id={second} />;
    case 'delegation':
      return <DelegationView />;
    case 'governance':
      return <GovernanceView />;
    case 'project':
      return <ProjectView />;
    case 'findings':
      return <FindingsView />;
    case 'statistics':
      return <StatisticsView />;
    default:
      return (
        <Empty view="Not found" title="There is no such page.">
          <p>
            <a href="/">To the board</a>
          </p>
        </Empty>
      );
  }
}
