// Entry of the GitHub Action. It runs the code of this very checkout, built on the spot from its lock file, and never a
// package of the same name from elsewhere. The output `result` tells findings from a failure.
const { spawnSync } = require('node:child_process');
const { appendFileSync, existsSync, globSync, mkdirSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');

const ROOT = join(__dirname, '..');
const PROGRAM = join(ROOT, 'dist', 'cli', 'baton.cjs');
const FINDINGS = 1;

const input = (name) => (process.env[`INPUT_${name.toUpperCase()}`] ?? '').trim();

/** `clean`, `findings` or `failure`, for later steps and for the log. */
function report(result, message) {
  if (process.env.GITHUB_OUTPUT) appendFileSync(process.env.GITHUB_OUTPUT, `result=${result}\n`);
  if (result === 'findings') process.stdout.write(`::error title=baton found something::${message}\n`);
  if (result === 'failure') process.stdout.write(`::error title=baton could not scan::${message}\n`);
  process.exitCode = { clean: 0, findings: 1, failure: 2 }[result];
}

/** True if the program is there, built if need be. */
function build() {
  if (existsSync(PROGRAM)) return true;
  const install = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  for (const args of [install, ['run', '--silent', 'build']]) {
    const { status } = spawnSync('npm', args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
    if (status !== 0) return false;
  }
  return existsSync(PROGRAM);
}

function scan(files) {
  const args = ['scan', '--format', input('format'), '--fail-on', input('fail-on'), '--', ...files];
  const run = spawnSync(process.execPath, [PROGRAM, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 });
  process.stderr.write(run.stderr ?? '');
  if (run.status !== 0 && run.status !== FINDINGS) {
    process.stdout.write(run.stdout ?? '');
    return report('failure', `baton scan ended with ${run.status ?? run.signal ?? run.error?.message}`);
  }
  const output = input('output');
  try {
    mkdirSync(dirname(output), { recursive: true });
    writeFileSync(output, run.stdout);
  } catch (error) {
    return report('failure', `cannot write ${output}: ${error.message}`);
  }
  if (run.status === FINDINGS) return report('findings', `see ${output}`);
  return report('clean', '');
}

const patterns = input('files')
  .split(/\s+/)
  .filter((pattern) => pattern !== '');
const files = patterns.flatMap((pattern) => (globSync === undefined ? [pattern] : globSync(pattern)));

if (files.length === 0) {
  process.stdout.write(`no file matches ${input('files')}\n`);
  report('clean', '');
} else if (build()) scan(files);
else report('failure', 'the program could not be built');
