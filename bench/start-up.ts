import { defineBenchmark, nodeRunMs, type Contender } from './frame/index.ts';

const BATON = 'dist/cli/baton.cjs';

/** Starting costs every call of every hook: what we add to what Node itself needs. */
export const benchmark = defineBenchmark({
  about: 'start-up of the built command line beside Node doing nothing',
  prepare({ folder }) {
    const node: Contender = { name: 'node -e 0', measure: () => nodeRunMs(['-e', '0']) };
    const baton = (...args: string[]): Contender => ({
      name: `baton ${args.join(' ')}`,
      // An empty folder has findings for `doctor`; that is an answer too.
      measure: () => nodeRunMs([BATON, ...args], { okCodes: [0, 1], env: { BATON_CACHE_DIR: folder } }),
    });
    return {
      cases: [
        {
          title: 'baton --version',
          unit: 'ms',
          rounds: 20,
          ours: baton('--version'),
          floor: node,
          target: { limit: 1.3, against: 'floor' },
        },
        { title: 'baton --help', unit: 'ms', rounds: 20, ours: baton('--help'), floor: node },
        { title: 'baton doctor', unit: 'ms', rounds: 20, ours: baton('doctor', '-C', folder), floor: node },
      ],
    };
  },
});
