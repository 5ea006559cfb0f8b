import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findBuildReason } from '../test/build-state.ts';

/** A check: commands run one after the other until one fails. The first word is a program of node_modules. */
export interface Step {
  readonly name: string;
  readonly commands: readonly (readonly string[])[];
}

const FORMATTED = ['src', 'demo/play', 'test', 'scripts', 'bench', 'board'];

const tsx = (script: string, ...args: string[]): string[] => ['tsx', `scripts/${script}.ts`, ...args];

/** Every check, the slow ones first: with two at a time the short ones fill the gaps. */
export function planSteps(root: string): Step[] {
  const rebuild = findBuildReason(root) === undefined ? [] : [tsx('build')];
  return [
    { name: 'package', commands: [...rebuild, tsx('check-assets'), ['publint', 'run', '--strict', '--pack', 'npm']] },
    {
      name: 'types',
      commands: [
        ['tsc', '-p', '.'],
        ['tsc', '-p', 'board'],
      ],
    },
    { name: 'unused', commands: [['knip', '--no-progress']] },
    { name: 'docs', commands: [tsx('check-docs')] },
    { name: 'architecture', commands: [['vitest', 'run', '--project', 'fast', 'test/architecture']] },
    { name: 'conformance', commands: [tsx('conformance', '--check')] },
    { name: 'mutants', commands: [tsx('mutants', '--verify-only')] },
    { name: 'sizes', commands: [tsx('ratchet', 'sizes')] },
    { name: 'words', commands: [tsx('ratchet', 'words')] },
    { name: 'format', commands: [['oxfmt', '--check', ...FORMATTED.filter((path) => existsSync(join(root, path)))]] },
    { name: 'lint', commands: [['oxlint', '--type-aware', '--deny-warnings']] },
  ];
}
