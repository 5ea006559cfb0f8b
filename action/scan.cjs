// Entry of the GitHub Action: installs nothing but the package itself, at the version of this checkout.
const { spawnSync } = require('node:child_process');
const { globSync, writeFileSync } = require('node:fs');
const { version } = require('../package.json');

const input = (name) => (process.env[`INPUT_${name.toUpperCase()}`] ?? '').trim();
const files = input('files')
  .split(/\s+/)
  .filter((pattern) => pattern !== '')
  .flatMap((pattern) => globSync(pattern));

if (files.length === 0) {
  process.stdout.write(`no file matches ${input('files')}\n`);
} else {
  const args = ['scan', '--format', input('format'), '--fail-on', input('fail-on'), '--', ...files];
  const run = spawnSync('npx', ['--yes', `agent-baton@${version}`, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 });
  process.stderr.write(run.stderr ?? '');
  if (run.status === 0 || run.status === 1) writeFileSync(input('output'), run.stdout);
  else process.stdout.write(run.stdout ?? '');
  process.exitCode = run.status ?? 70;
}
