/** Changes the code for the worse, one entry of conformance/mutants at a time; a test must fail for each. */
import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { MUTANTS_FOLDER, readMutants, relocateMutants, type LocatedMutant } from './mutants/mutant.ts';
import { runMutants, type Trial } from './mutants/run-mutants.ts';
import { readConformance } from './conformance/read-conformance.ts';
import { readRequirements } from './conformance/requirements.ts';
import { renderProblem } from './support/problem.ts';
import { dim, green, plural, red, seconds } from './support/terminal.ts';

const USAGE = `npm run mutants [-- options]
  --verify-only   check that every entry still fits the code, run nothing
  --missing       print the proven numbers that no entry tries
  --relocate      write into the list where moved or renamed symbols and tests are now
  --only ID       this entry, or every entry of a requirement number (may be repeated)
  --changed       entries whose file or tests differ from HEAD
  --limit N       the first N of those
  --jobs N        copies tried at the same time (default: up to 2)
  --timeout S     seconds for one entry (default 180)`;

process.exitCode = await main(process.argv.slice(2), process.cwd());

async function main(args: string[], root: string): Promise<number> {
  const options = parseOptions(args);
  if (options.help === true) return say(0, USAGE);
  if (options.relocate === true) return say(0, `${plural(relocateMutants(root), 'entry', 'entries')} changed`);
  const known = readRequirements(root).pages.flatMap(({ requirements }) => requirements.map(({ id }) => id));
  const { mutants, problems } = readMutants(root, new Set(known));
  if (problems.length > 0) return say(1, problems.map((problem) => red(renderProblem(problem))).join('\n'));
  if (options['verify-only'] === true) {
    return say(0, green(`${plural(mutants.length, 'mutant fits', 'mutants fit')} the code`));
  }
  if (options.missing === true) return say(0, (await findUntried(root, mutants)).join('\n'));
  const unknown = options.only?.filter((wanted) => !mutants.some((mutant) => isNamed(mutant, wanted))) ?? [];
  if (unknown.length > 0) return say(2, red(`${MUTANTS_FOLDER} has no ${unknown.join(', ')}`));
  const wanted = select(root, mutants, options);
  if (wanted.length === 0) return say(0, 'no mutant to try');
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
      relocate: { type: 'boolean' },
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

/** Numbers that count as proven although no mutant has ever tried their tests. */
async function findUntried(root: string, mutants: readonly LocatedMutant[]): Promise<string[]> {
  const tried = new Set(mutants.flatMap(({ requirements }) => requirements ?? []));
  const proven = new Set((await readConformance(root)).proofs.map(({ id }) => id));
  return [...proven].filter((id) => !tried.has(id)).sort();
}

/** By its id, or by a requirement number that it tries. */
function isNamed({ id, requirements = [] }: LocatedMutant, wanted: string): boolean {
  return id === wanted || requirements.includes(wanted);
}

function select(root: string, mutants: readonly LocatedMutant[], options: Options): readonly LocatedMutant[] {
  const changed = options.changed === true ? changedPaths(root) : undefined;
  return mutants
    .filter((mutant) => options.only?.some((wanted) => isNamed(mutant, wanted)) ?? true)
    .filter((mutant) => changed === undefined || isTouched(mutant, changed))
    .slice(0, positive(options.limit, mutants.length));
}

async function tryAll(
  root: string,
  wanted: readonly LocatedMutant[],
  jobs: number,
  timeoutS: number,
): Promise<Trial[]> {
  console.log(dim(`${plural(wanted.length, 'mutant')}; first their tests without them`));
  let done = 0;
  return runMutants(wanted, {
    root,
    jobs,
    timeoutMs: timeoutS * 1000,
    onTrial: (trial) => {
      done += 1;
      console.log(`${String(done).padStart(String(wanted.length).length)}/${wanted.length} ${renderTrial(trial)}`);
    },
  });
}

function renderTrial({ mutant, verdict, durationMs }: Trial): string {
  const time = dim(seconds(durationMs));
  switch (verdict.kind) {
    case 'killed':
      return `${green('✓')} ${mutant.id} ${time} ${dim(`killed by "${verdict.by}"`)}`;
    case 'survived':
      return `${red('✗')} ${mutant.id} ${time} survived: ${mutant.why}`;
    case 'invalid':
      return `${red('✗')} ${mutant.id} ${time} proves nothing: ${verdict.reason}`;
  }
}

function report(trials: readonly Trial[]): number {
  const failed = trials.filter(({ verdict }) => verdict.kind !== 'killed');
  if (failed.length === 0) return say(0, green(`${plural(trials.length, 'mutant')}, each killed by a test`));
  const ids = failed.map(({ mutant }) => mutant.id).join(', ');
  return say(1, red(`${failed.length} of ${plural(trials.length, 'mutant')} not killed by a test: ${ids}`));
}

function isTouched({ file, tests }: LocatedMutant, changed: ReadonlySet<string>): boolean {
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
