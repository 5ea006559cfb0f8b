import { render } from 'preact';
import { logIn } from './api.ts';
import { App } from './app.tsx';
import { connect } from './live.ts';
import './styles/base.css';
import './styles/board.css';
import './styles/dialog.css';
import './styles/page.css';
import './styles/picture.css';
import { followTasks, loadTasks } from './tasks.ts';

await logIn();
followTasks();
void connect().then(loadTasks);

const root = document.getElementById('app');
if (root !== null) render(<App />, root);
