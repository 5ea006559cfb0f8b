/** A comment, a redirection of one stream into another, an operator, or a word with its quotes. */
const TOKEN = /#.*$|\d*>&\d|&&|\|\||[|;&]|(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"|;&\\])+/g;

/** Splits a line of shell into its simple commands, each as words: enough for the examples of a manual. */
export function splitShellLine(line: string): string[][] {
  const commands: string[][] = [];
  let words: string[] = [];
  for (const [token] of line.replace(/^\s*[$>]\s+/, '').matchAll(TOKEN)) {
    if (token.startsWith('#')) break;
    if (/^(?:&&|\|\||[|;&])$/.test(token)) {
      commands.push(words);
      words = [];
    } else {
      words.push(unquote(token));
    }
  }
  commands.push(words);
  return commands.map(withoutRedirects).filter((command) => command.length > 0);
}

const unquote = (token: string): string => token.replaceAll(/'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/g, '$1$2$3');

/** `> file`, `2>&1` and the like belong to the shell. */
function withoutRedirects(words: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (/^\d*(?:>>?|<)$/.test(word)) at += 1;
    else if (!/^\d*(?:>>?|<)\S/.test(word)) kept.push(word);
  }
  return kept;
}

/** The arguments after `baton`, however it is started; undefined if another program is. */
export function batonArguments(words: readonly string[]): string[] | undefined {
  let rest = [...words];
  while (/^[A-Z_][A-Z0-9_]*=/.test(rest[0] ?? '')) rest = rest.slice(1);
  if (rest[0] === 'npx') rest = rest.slice(rest.findIndex((word, at) => at > 0 && !word.startsWith('-')));
  return rest[0] === 'baton' || rest[0] === 'agent-baton' ? rest.slice(1) : undefined;
}
