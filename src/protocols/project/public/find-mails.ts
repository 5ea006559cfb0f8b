const LOCAL = /[a-zA-Z0-9._%+-]/;
const DOMAIN = /[a-zA-Z0-9.-]/;
/** The last label that ends the address, after at least one character. */
const ENDING = /^[a-zA-Z]{2,}/;

/** The e-mail addresses in a line, found by their `@`, so that no long word is read more than once. */
export function findMails(line: string): string[] {
  const found: string[] = [];
  let from = 0;
  for (let at = line.indexOf('@'); at !== -1; at = line.indexOf('@', at + 1)) {
    let start = at;
    while (start > from && LOCAL.test(line.charAt(start - 1))) start -= 1;
    let end = at + 1;
    while (end < line.length && DOMAIN.test(line.charAt(end))) end += 1;
    const domain = findDomain(line.slice(at + 1, end));
    if (start === at || domain === undefined) {
      from = at + 1;
      continue;
    }
    from = at + 1 + domain.length;
    found.push(line.slice(start, from));
  }
  return found;
}

/** The longest beginning that has the form of a domain. */
function findDomain(text: string): string | undefined {
  for (let dot = text.lastIndexOf('.'); dot > 0; dot = text.lastIndexOf('.', dot - 1)) {
    const ending = ENDING.exec(text.slice(dot + 1));
    if (ending !== null) return text.slice(0, dot + 1 + ending[0].length);
  }
  return undefined;
}
