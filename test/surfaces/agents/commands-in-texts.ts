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
