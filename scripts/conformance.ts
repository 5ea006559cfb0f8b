import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CONFORMANCE_PAGE, readConformance } from './conformance/read-conformance.ts';
import { renderProblem } from './support/problem.ts';
import { green, red } from './support/terminal.ts';

const USAGE = `npm run conformance              write ${CONFORMANCE_PAGE}
npm run conformance -- --check   say whether it is up to date, change nothing
npm run conformance -- --where ID   print the tests that prove a number`;

process.exitCode = await main(process.argv.slice(2), process.cwd());

async function main(args: string[], root: string): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { check: { type: 'boolean' }, where: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help === true) return say(0, USAGE);
  const conformance = await readConformance(root);
  if (values.where !== undefined) {
    const places = conformance.proofs.filter(({ id }) => id === values.where);
    if (places.length === 0) return say(1, `no test that is run names ${values.where}`);
    return say(0, places.map(({ file, line }) => `${file}:${line}`).join('\n'));
  }
  for (const file of conformance.idle)
    console.warn(`${file}: no script of package.json runs it; its numbers do not count`);
  if (conformance.problems.length > 0) {
    return say(1, conformance.problems.map((problem) => red(renderProblem(problem))).join('\n'));
  }
  const path = join(root, CONFORMANCE_PAGE);
  const upToDate = existsSync(path) && readFileSync(path, 'utf8') === conformance.markdown;
  if (values.check === true && !upToDate)
    return say(1, red(`${CONFORMANCE_PAGE} is out of date: run npm run conformance`));
  if (!upToDate) writeFileSync(path, conformance.markdown);
  const { proven, all } = conformance.counts;
  return say(0, green(`${proven} of ${all} requirements proven; ${CONFORMANCE_PAGE} is up to date`));
}

function say(exitCode: number, text: string): number {
  if (exitCode === 0) console.log(text);
  else console.error(text);
  return exitCode;
}
