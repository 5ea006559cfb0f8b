import { composePlatform } from '../../../../src/index.ts';

// tell FOLDER TEXT…: notices as a command would give them, then the end.
const [folder = '', ...texts] = process.argv.slice(2);
const platform = await composePlatform({ folder, environment: process.env, remark: (text) => console.log(text) });
for (const text of texts) platform.notifier.notify({ type: 'task.blocked', text });
platform.notifier.wake();
console.log('told');
await platform.close();
console.log('closed');
