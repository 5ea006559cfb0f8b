import { get, taskPath } from '../../api.ts';
import { Ago } from '../../parts/labels.tsx';
import { useLoaded } from '../../parts/loading.tsx';
import { Section } from '../../parts/section.tsx';
import type { CommitView } from '../../types.ts';

/** What changed in the repository. Nothing is shown if no commit names the task. */
export function Changes({ id }: { readonly id: string }) {
  const state = useLoaded<{ readonly commits: readonly CommitView[] }>(
    `commits ${id}`,
    () => get(taskPath(id, '/commits')),
    (event) => event.taskId === id && event.type === 'task.completed',
  );
  if (state.kind !== 'there' || state.value.commits.length === 0) return null;
  return (
    <Section title="What changed" count={state.value.commits.length}>
      {state.value.commits.map((commit) => (
        <Commit key={commit.commit} commit={commit} />
      ))}
    </Section>
  );
}

const Commit = ({ commit }: { readonly commit: CommitView }) => (
  <details class="commit">
    <summary>
      <code>{commit.commit.slice(0, 8)}</code> {commit.subject}{' '}
      <small>
        {commit.author}, <Ago at={commit.at} />
      </small>
    </summary>
    <ul class="files">
      {commit.files.map(({ path, added, removed }) => (
        <li key={path}>
          <code>{path}</code> <span class="good-text">+{added}</span> <span class="bad-text">−{removed}</span>
        </li>
      ))}
    </ul>
    <pre class="diff" tabIndex={0}>
      {commit.diff.split('\n').map((line, index) => (
        <span key={index} class={toneOf(line)}>
          {line}
          {'\n'}
        </span>
      ))}
    </pre>
    {commit.isCut && (
      <p class="hint">
        The rest: <code>git show {commit.commit.slice(0, 8)}</code>
      </p>
    )}
  </details>
);

function toneOf(line: string): string | undefined {
  if (/^(?:diff|index|---|\+\+\+|new file|deleted file|rename|similarity) ?/.test(line)) return 'soft';
  if (line.startsWith('@@')) return 'accent-text';
  return line.startsWith('+') ? 'good-text' : line.startsWith('-') ? 'bad-text' : undefined;
}
