// Loaded before a program of Baton: kills it at the n-th system call that changes something.
'use strict';
const fs = require('node:fs');
const { basename } = require('node:path');

const program = basename(process.argv[1] ?? '').replace(/\.cjs$/, '');
const target = process.env.KILL_TARGET;
const wanted = Number(process.env.KILL_AT);
// Agents that call Baton themselves are not meant.
if (program === target && process.env.BATON_RUN_ID === undefined) {
  let calls = 0;
  const mark = fs.writeFileSync;
  const step = () => {
    calls += 1;
    if (calls !== wanted) return;
    mark(process.env.KILL_MARK, `${calls}`);
    process.kill(process.pid, 'SIGKILL');
    for (;;);
  };
  const wrap = (object, names) => {
    for (const name of names) {
      const original = object[name];
      object[name] = function (...args) {
        step();
        return original.apply(this, args);
      };
    }
  };
  wrap(fs, ['openSync', 'writeSync', 'fsyncSync', 'linkSync', 'unlinkSync', 'appendFileSync']);
  wrap(fs.promises, ['open', 'rename', 'link', 'unlink', 'mkdir', 'rmdir']);
  const child = require('node:child_process');
  wrap(child, ['spawn']);
}
