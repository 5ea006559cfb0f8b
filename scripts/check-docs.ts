import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS } from '../src/surfaces/cli/commands.ts';
import { ERRORS } from '../src/kernel/errors/index.ts';
import { checkCommands, type KnownCommands } from './docs-checks/check-commands.ts';
import { checkDependencies } from './docs-checks/check-dependencies.ts';
import { checkErrors, checkErrorsUsed } from './docs-checks/check-errors.ts';
import { checkLinks } from './docs-checks/check-links.ts';
import { checkChangelog, checkLockFile, checkRegistryHosts, checkUnfinished } from './docs-checks/check-text.ts';
import { renderProblem, type Problem } from './support/problem.ts';
import { readRepoFiles, type RepoFiles } from './support/repo-files.ts';
import { runCommand } from './support/run-command.ts';
import { dim, green, plural, red } from './support/terminal.ts';

/** Pages that speak of what is not there yet, on purpose. */
const SPEAKS_OF_THE_FUTURE = /^(?:SECURITY\.md$|docs\/conformance\.md$|docs\/adr\/)/;
const GENERATE_LIMIT_MS = 120_000;

const root = process.cwd();
const repo = readRepoFiles(root);
const pages = repo.paths.filter((path) => /^(?:[^/]+|docs\/.+|src\/.+\/README)\.md$/.test(path));
const known: KnownCommands = { baton: COMMANDS, npmScripts: readNpmScripts() };

const checks: Record<string, () => Problem[] | Promise<Problem[]>> = {
  'commands shown exist': async () => {
    const present = pages.filter((page) => !SPEAKS_OF_THE_FUTURE.test(page));
    return (await Promise.all(present.map((page) => checkCommands(page, repo.readText(page), known)))).flat();
  },
  'links lead somewhere': () => pages.flatMap((page) => checkLinks(repo, page)),
  'error codes are documented': () =>
    checkPage(repo, 'docs/errors.md', (...page) => checkErrors(Object.keys(ERRORS), ...page)),
  'error codes are used': () => checkErrorsUsed(Object.keys(ERRORS), repo),
  'generated files are up to date': checkGenerated,
  'dependencies have reasons': () =>
    checkPage(repo, 'docs/dependencies.md', (...page) => checkDependencies(repo.readText('package.json'), ...page)),
  'lock file holds no addresses': () => checkPage(repo, 'package-lock.json', checkLockFile),
  'no registry is named': () => checkRegistryHosts(repo, process.env['npm_config_registry']),
  'nothing is left for later': () => checkUnfinished(repo),
  'changelog has an open section': () => checkPage(repo, 'CHANGELOG.md', checkChangelog),
};

let failed = 0;
for (const [name, check] of Object.entries(checks)) {
  const problems = await check();
  console.log(problems.length === 0 ? `${green('✓')} ${name}` : `${red('✗')} ${name}`);
  for (const problem of problems) console.log(`  ${renderProblem(problem)}`);
  failed += problems.length;
}
console.log(failed === 0 ? dim(`${plural(pages.length, 'page')} read`) : red(plural(failed, 'problem')));
process.exitCode = failed === 0 ? 0 : 1;

function checkPage(files: RepoFiles, file: string, check: (file: string, text: string) => Problem[]): Problem[] {
  return files.has(file) ? check(file, files.readText(file)) : [{ file, message: 'is missing' }];
}

async function checkGenerated(): Promise<Problem[]> {
  const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');
  const run = await runCommand(process.execPath, [tsx, 'scripts/generate.ts', '--check'], {
    cwd: root,
    timeoutMs: GENERATE_LIMIT_MS,
  });
  return run.code === 0 ? [] : [{ file: 'scripts/generate.ts', message: run.output.trim() }];
}

function readNpmScripts(): string[] {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const scripts: unknown =
    typeof manifest === 'object' && manifest !== null && 'scripts' in manifest ? manifest.scripts : {};
  return typeof scripts === 'object' && scripts !== null ? Object.keys(scripts) : [];
}
