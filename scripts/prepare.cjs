// Runs after `npm install` in a clone, and before `npm install -g .` or pre-commit take it from there: they need the built
// program. An installed package has its dist already and never runs this.
const { spawnSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
const tsx = join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs');

/** Ends with the code of the first step that fails. */
function run(command, args) {
  // `npm install -g .` tells its scripts to work globally, too; the tools of the build belong to the clone.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_config_(?:global|prefix|location|local_prefix)$/i.test(name)),
  );
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env });
  if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(join(root, 'dist', 'cli', 'baton.cjs'))) {
  if (!existsSync(tsx)) run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
  run(process.execPath, [tsx, 'scripts/build.ts']);
}
