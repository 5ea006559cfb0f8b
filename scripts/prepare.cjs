// Runs after `npm install` in a clone: tools that install from git, such as pre-commit, need the built program.
// An installed package has its dist already and never runs this.
const { spawnSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
if (!existsSync(join(root, 'dist', 'cli', 'baton.cjs'))) {
  const tsx = join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs');
  const { status } = spawnSync(process.execPath, [tsx, 'scripts/build.ts'], { cwd: root, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
