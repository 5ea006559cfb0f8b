/**
 * Matches of a sticky pattern that always begins with `anchor`. Looking for the anchor is many times as fast as letting the
 * pattern look at every place.
 */
export function* matchAnchored(text: string, anchor: string, pattern: RegExp): Generator<RegExpExecArray, void> {
  for (let at = text.indexOf(anchor); at !== -1;) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) yield match;
    at = text.indexOf(anchor, at + (match?.[0].length ?? 1));
  }
}
