import { isBatonError } from '../../src/kernel/errors/index.ts';
import type { CommandEntry } from '../../src/surfaces/cli/command.ts';
import { explainUnknown } from '../../src/surfaces/cli/explain-unknown.ts';
import { findCommand, parseCall } from '../../src/surfaces/cli/parse-call.ts';
import type { Problem } from '../support/problem.ts';
import { parseMarkdownPage } from './markdown-page.ts';
import { batonArguments, splitShellLine } from './shell-commands.ts';

export interface KnownCommands {
  readonly baton: readonly CommandEntry[];
  readonly npmScripts: readonly string[];
}

const SHELL_LANGUAGES = new Set(['bash', 'sh', 'shell', 'console', 'zsh']);
/** npm's own commands that need a script of the same name. */
const NPM_SHORTHANDS = new Set(['test', 'start', 'stop', 'restart']);

/**
 * Every command a page shows can be typed: shell examples are parsed as the command line parses them, flags included;
 * elsewhere (usage lines, inline code) only the command's name is looked up, as placeholders may follow it.
 */
export async function checkCommands(file: string, text: string, known: KnownCommands): Promise<Problem[]> {
  const page = parseMarkdownPage(text);
  const problems: Problem[] = [];
  const report = (line: number, message: string | undefined): void => {
    if (message !== undefined) problems.push({ file, line, message });
  };
  for (const { language, lines } of page.codeBlocks) {
    for (const { line, text: shown } of lines) {
      if (SHELL_LANGUAGES.has(language)) {
        for (const words of splitShellLine(shown)) report(line, await faultOfExample(words, known));
      } else if (/^\s*baton\s/.test(shown)) report(line, faultOfName(shown.trim().split(/\s+/).slice(1), known.baton));
    }
  }
  for (const { line, text: shown } of page.inlineCode) {
    const words = shown.split(/\s+/);
    if (words[0] === 'npm') report(line, faultOfNpm(words, known.npmScripts));
    else if (words[0] === 'baton') report(line, faultOfName(words.slice(1), known.baton));
  }
  return problems;
}

async function faultOfExample(words: readonly string[], known: KnownCommands): Promise<string | undefined> {
  if (words[0] === 'npm') return faultOfNpm(words, known.npmScripts);
  const args = batonArguments(words);
  if (args === undefined) return undefined;
  try {
    const found = findCommand(known.baton, args);
    if (found.kind === 'unknown') throw explainUnknown(known.baton, found);
    if (found.kind === 'command') parseCall(await found.entry.load(), found.args);
    return undefined;
  } catch (error) {
    if (isBatonError(error)) return `\`baton ${args.join(' ')}\`: ${error.message}`;
    throw error;
  }
}

function faultOfName(args: readonly string[], commands: readonly CommandEntry[]): string | undefined {
  const [first, second] = leadingWords(args);
  if (first === undefined) return undefined;
  const inGroup = commands.filter(({ path }) => path.startsWith(`${first} `));
  if (commands.some(({ path }) => path === first)) return undefined;
  if (inGroup.length > 0 && (second === undefined || inGroup.some(({ path }) => path === `${first} ${second}`)))
    return undefined;
  return `there is no command \`baton ${inGroup.length > 0 && second !== undefined ? `${first} ${second}` : first}\``;
}

function faultOfNpm(words: readonly string[], scripts: readonly string[]): string | undefined {
  const name = words[1] === 'run' ? words[2] : NPM_SHORTHANDS.has(words[1] ?? '') ? words[1] : undefined;
  if (name === undefined || scripts.includes(name) || !/^[a-z][\w:-]*$/.test(name)) return undefined;
  return `package.json has no script "${name}"`;
}

/** Words up to the first flag, operand or placeholder. */
function leadingWords(args: readonly string[]): readonly string[] {
  const end = args.findIndex((word) => !/^[a-z][a-z-]*$/.test(word));
  return end === -1 ? args : args.slice(0, end);
}
