import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defineBenchmark, nodeRunMs, type Contender } from './frame/index.ts';

const BATON = resolve('dist/cli/baton.cjs');

/** A hook runs at every turn of every session, in Baton's projects and everywhere else. */
export const benchmark = defineBenchmark({
  about: 'hooks of agent hosts beside Node doing nothing',
  prepare({ folder }) {
    const [inside, outside, cache] = ['inside', 'outside', 'cache'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    const env = { BATON_CACHE_DIR: cache, HOME: folder };
    for (const path of [inside, outside]) mkdirSync(path);
    for (const args of [
      ['init', '--quiet'],
      ['begin', '--agent', 'bench'],
      ['close', '--no-commit', '--context', 'x'],
    ]) {
      execFileSync(process.execPath, [BATON, ...args], {
        cwd: inside,
        stdio: 'ignore',
        env: { ...process.env, ...env },
      });
    }
    const node: Contender = { name: 'node -e 0', measure: () => nodeRunMs(['-e', '0']) };
    const hook = (verb: string, cwd: string): Contender => ({
      name: `baton hook ${verb}`,
      measure: () => nodeRunMs([BATON, 'hook', verb], { cwd, env }),
    });
    return {
      cases: [
        {
          title: 'session-start outside a project',
          unit: 'ms',
          rounds: 20,
          ours: hook('session-start', outside),
          floor: node,
          target: { limit: 1.5, against: 'floor' },
        },
        {
          title: 'session-start inside a project, token counts known',
          unit: 'ms',
          rounds: 20,
          ours: hook('session-start', inside),
          floor: node,
          target: { limit: 2.5, against: 'floor' },
        },
        { title: 'stop inside a project', unit: 'ms', rounds: 20, ours: hook('stop', inside), floor: node },
      ],
    };
  },
});
