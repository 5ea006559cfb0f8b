import { openNew } from '../actions/task-form.tsx';
import { isReadOnly } from '../api.ts';
import { Empty } from './loading.tsx';

export const NoTasks = () => (
  <Empty view="Tasks" title="No tasks yet">
    {!isReadOnly.value && (
      <p>
        <button type="button" class="primary" onClick={openNew}>
          Create the first task
        </button>
      </p>
    )}
    <p>
      In a terminal: <code>baton task new "Fix the login page"</code>. It appears here at once.
    </p>
  </Empty>
);
