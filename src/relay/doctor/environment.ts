import { BatonError } from '../../kernel/errors/index.ts';
import type { Check } from './check.ts';

const LEAST_NODE = [20, 19] as const;

export const environmentChecks: readonly Check[] = [
  {
    id: 'node',
    title: 'Node.js',
    async examine({ facts }) {
      const found = `v${facts.nodeVersion} on ${facts.platform}`;
      if (isNodeRecent(facts.nodeVersion)) return { state: 'ok', found };
      return { state: 'problem', found, remedy: `install Node.js ${LEAST_NODE.join('.')} or newer` };
    },
  },
  {
    id: 'git',
    title: 'git',
    async examine({ processes, project: { root } }) {
      try {
        const result = await processes.run({ command: 'git', args: ['--version'], cwd: root, timeoutMs: 5_000 });
        const found = result.stdout
          .toString('utf8')
          .trim()
          .replace(/^git version /, '');
        if (result.code === 0) return { state: 'ok', found };
        return {
          state: 'problem',
          found: `git --version ended with ${result.code ?? result.signal}`,
          remedy: 'reinstall git',
        };
      } catch (error) {
        if (!(error instanceof BatonError)) throw error;
        return {
          state: 'warning',
          found: 'not found',
          remedy: 'install git: without it there are no commits, tags and recovery',
        };
      }
    },
  },
  {
    id: 'tokenizer',
    title: 'Tokenizer',
    async examine({ tokens }) {
      const count = await tokens.count('Work passes from agent to agent.');
      if (tokens.method === 'o200k_base') return { state: 'ok', found: `o200k_base (${count} tokens in the probe)` };
      return {
        state: 'warning',
        found: 'counts are estimated as bytes/4',
        remedy: 'reinstall agent-baton: its tokenizer did not load',
      };
    },
  },
];

function isNodeRecent(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1]);
}
