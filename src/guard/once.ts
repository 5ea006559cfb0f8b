/**
 * A value that is made when it is first asked for. V8 reads a pattern when it is made, one with classes of Unicode for a tenth
 * of a millisecond and more, and most scans need few of them.
 */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
