/** One by one: a call with as many arguments as a hostile text has hits would overflow the stack. */
export function appendAll<T>(list: T[], more: Iterable<T>): void {
  for (const item of more) list.push(item);
}
