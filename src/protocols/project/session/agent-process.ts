import type { Ancestor } from '../../../kernel/ports/index.ts';

const SHELL = /^(?:ba|z|da|k|fi|c|tc)?sh$|^(?:cmd|powershell|pwsh)(?:\.exe)?$/i;
const WRAPPER = /^(?:env|time|timeout|nice|nohup|sudo|doas|xargs|strace|npx|npm|pnpm|yarn|bunx)$/;

/**
 * The agent is the nearest ancestor that outlives one command: shells started for a single line and the programs that
 * only pass a call on are left out. An interactive shell is somebody's session and counts.
 */
export function findAgentProcess(ancestors: readonly Ancestor[]): number | undefined {
  return ancestors.find(({ command }) => !isPassing(command))?.pid;
}

function isPassing(command: readonly string[]): boolean {
  const [program = '', ...args] = command;
  const name = program.slice(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1).replace(/^-/, '');
  if (SHELL.test(name)) return args.some((word) => /^-[a-z]*c$/i.test(word) || word === '/c') || isScript(args);
  if (WRAPPER.test(name)) return true;
  return (
    name.startsWith('node') && /(?:npx|npm)(?:-cli)?(?:\.js)?$/.test(args.find((word) => !word.startsWith('-')) ?? '')
  );
}

/** `sh build.sh` ends with the script. */
const isScript = (args: readonly string[]): boolean => args.some((word) => !word.startsWith('-'));
