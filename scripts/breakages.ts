/** Breaks the code on purpose, one entry of conformance/breakages at a time; a test must notice each. */
import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { BREAKAGES_FOLDER, readBreakages, type Breakage } from './breakages/breakage.ts';
import { tryBreakages, type Trial } from './breakages/try-breakages.ts';
import { readConformance } from './conformance/read-conformance.ts';
import { readRequirements } from './conformance/requirements.ts';
import { renderProblem } from './support/problem.ts';
import { dim, green, plural, red, seconds } from './support/terminal.ts';

const USAGE = `npm run breakages [-- options]
  --verify-only   check that every entry still fits the code, run nothing
  --missing       print the proven numbers that no entry tries
  --only ID       this entry (may be repeated)
  --changed       entries whose file or tests differ from HEAD
  --limit N       the first N of those
  --jobs N        copies tried at the same time (default: up to 2)
  --timeout S     seconds for one entry (default 180)`;

process.exitCode = await main(process.argv.slice(2), process.cwd());

async function main(args: string[], root: string): Promise<number> {
  const options = parseOptions(args);
  if (options.help === true) return say(0, USAGE);
  const known = readRequirements(root).pages.flatMap(({ requirements }) => requirements.map(({ id }) => id));
  const { breakages, problems } = readBreakages(root, new Set(known));
  if (problems.length > 0) return say(1, problems.map((problem) => red(renderProblem(problem))).join('\n'));
  if (options['verify-only'] === true) {
    return say(0, green(`${plural(breakages.length, 'breakage fits', 'breakages fit')} the code`));
  }
  if (options.missing === true) return say(0, (await findUntried(root, breakages)).join('\n'));
  const unknown = options.only?.filter((id) => !breakages.some((breakage) => breakage.id === id)) ?? [];
  if (unknown.length > 0) return say(2, red(`${BREAKAGES_FOLDER} has no ${unknown.join(', ')}`));
  const wanted = select(root, breakages, options);
  if (wanted.length === 0) return say(0, 'no breakage to try');
  const jobs = positive(options.jobs, Math.min(2, availableParallelism()));
  return report(await tryAll(root, wanted, jobs, positive(options.timeout, 180)));
}

type Options = ReturnType<typeof parseOptions>;

function parseOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      'verify-only': { type: 'boolean' },
      missing: { type: 'boolean' },
      only: { type: 'string', multiple: true },
      changed: { type: 'boolean' },
      limit: { type: 'string' },
      jobs: { type: 'string' },
      timeout: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  return values;
}

/** Numbers that count as proven although no breakage has ever tried their tests. */
async function findUntried(root: string, breakages: readonly Breakage[]): Promise<string[]> {
  const tried = new Set(breakages.flatMap(({ requirements }) => requirements ?? []));
  const proven = new Set((await readConformance(root)).proofs.map(({ id }) => id));
  return [...proven].filter((id) => !tried.has(id)).sort();
}

function select(root: string, breakages: readonly Breakage[], options: Options): readonly Breakage[] {
  const changed = options.changed === true ? changedPaths(root) : undefined;
  return breakages
    .filter(({ id }) => options.only === undefined || options.only.includes(id))
    .filter((breakage) => changed === undefined || isTouched(breakage, changed))
    .slice(0, positive(options.limit, breakages.length));
}

async function tryAll(root: string, wanted: readonly Breakage[], jobs: number, timeoutS: number): Promise<Trial[]> {
  console.log(dim(`${plural(wanted.length, 'breakage')}; first their tests unbroken`));
  let done = 0;
  return tryBreakages(wanted, {
    root,
    jobs,
    timeoutMs: timeoutS * 1000,
    onTrial: (trial) => {
      done += 1;
      console.log(`${String(done).padStart(String(wanted.length).length)}/${wanted.length} ${renderTrial(trial)}`);
    },
  });
}

function renderTrial({ breakage, verdict, durationMs }: Trial): string {
  const time = dim(seconds(durationMs));
  switch (verdict.kind) {
    case 'noticed':
      return `${green('✓')} ${breakage.id} ${time} ${dim(`noticed by "${verdict.by}"`)}`;
    case 'unnoticed':
      return `${red('✗')} ${breakage.id} ${time} no test noticed: ${breakage.why}`;
    case 'invalid':
      return `${red('✗')} ${breakage.id} ${time} proves nothing: ${verdict.reason}`;
  }
}

function report(trials: readonly Trial[]): number {
  const failed = trials.filter(({ verdict }) => verdict.kind !== 'noticed');
  if (failed.length === 0) return say(0, green(`${plural(trials.length, 'breakage')}, each noticed by a test`));
  const ids = failed.map(({ breakage }) => breakage.id).join(', ');
  return say(
    1,
    red(`${failed.length} of ${plural(trials.length, 'breakage')} not noticed by an honest failure: ${ids}`),
  );
}

function isTouched({ file, tests }: Breakage, changed: ReadonlySet<string>): boolean {
  return [file, ...tests].some((path) => changed.has(path));
}

function changedPaths(root: string): Set<string> {
  const git = (...args: string[]): string[] => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0');
  return new Set([
    ...git('diff', '--name-only', '--relative', '-z', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard', '-z'),
  ]);
}

function positive(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`not a positive whole number: ${text}`);
  return value;
}

function say(exitCode: number, text: string): number {
  if (exitCode === 0) console.log(text);
  else console.error(text);
  return exitCode;
}
