/** The commands in texts that agents and people read. */

/** Code spans and indented or fenced lines that start with `baton`, without what surrounds them. */
export const listCommands = (text: string): string[] => [
  ...[...text.matchAll(/`(baton [^`\n]+)`/g)].map(([, command = '']) => command),
  ...[...text.matchAll(/^(?:\$ )?(baton [^\n`]+)$/gm)].map(([, command = '']) => command.trim()),
];

/** Words as a shell splits them, for the plain quoting our texts use. */
export const splitWords = (command: string): string[] =>
  [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );

/**
 * The commands an error hint names: after `baton` a name of the command line, then flags, placeholders in capitals and
 * names that no sentence has, such as TASK-2026-02-09-001 or MANIFEST.json. `baton COMMAND` and the like are no command.
 */
export const commandsInHint = (hint: string, paths: ReadonlySet<string>): string[][] =>
  [...hint.matchAll(/\bbaton ((?:[^\s,;:()]|:(?!\s|$))+(?: (?:"[^"]*"|[^\s,;:()]+))*)/g)].flatMap(([, text = '']) => {
    const words = splitWords(text);
    const length = [2, 1].find((count) => paths.has(words.slice(0, count).join(' ')));
    if (length === undefined) return [];
    const end = words.findIndex(
      (word, index) => index >= length && !/^--|[A-Z0-9.#/]|^(?:ready|blocked|list|verify|fix)$/.test(word),
    );
    return [words.slice(0, end === -1 ? undefined : end)];
  });
