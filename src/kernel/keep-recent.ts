/** One command asks several times about each of its texts. What is kept stays small, for servers. */
const MAX_KEPT = 16;
const MAX_CHARACTERS = 2 * 1024 * 1024;

/** `read`, with what it made of the last texts. What it makes must not be changed by anybody. */
export function keepRecent<Result>(read: (text: string) => Result): (text: string) => Result {
  const kept = new Map<string, Result>();
  let characters = 0;
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const result = read(text);
    if (text.length > MAX_CHARACTERS) return result;
    kept.set(text, result);
    characters += text.length;
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_KEPT && characters <= MAX_CHARACTERS) break;
      kept.delete(oldest);
      characters -= oldest.length;
    }
    return result;
  };
}
