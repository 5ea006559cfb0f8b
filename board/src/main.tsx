import { render } from 'preact';
import { isCodeSpent, isReadOnly, logIn } from './api.ts';
import { App } from './app.tsx';
import { connect } from './live.ts';
import { notify } from './notices.tsx';
import './styles/base.css';
import './styles/board.css';
import './styles/dialog.css';
import './styles/page.css';
import './styles/picture.css';
import { followTasks, loadTasks } from './tasks.ts';

await logIn();
if (isCodeSpent.value && !isReadOnly.value)
  notify('The code in the address was already used, or is too old.', { detail: 'This browser can write without it.' });
followTasks();
void connect().then(loadTasks);

const root = document.getElementById('app');
if (root !== null) render(<App />, root);
