/** A small generator that gives the same inputs for the same seed, on every machine. */
export function createDice(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % Math.max(1, below);
  };
}

/** Pieces that parsers trip over: ends of things, numbers at limits, names of prototypes, signs nobody sees. */
const PIECES: readonly string[] = [
  '',
  '\0',
  '\n',
  '\r',
  '\r\n',
  '\u2028',
  '\uFEFF',
  '\u202E',
  '\u{E0041}',
  '\uD800',
  '\u001B[2J',
  '---',
  '```',
  '<!--',
  '-->',
  '"',
  "'",
  '\\',
  '\\u0000',
  '{',
  '}',
  '[',
  ']',
  '{{',
  ':',
  ': ',
  '|',
  '*',
  '**',
  '&a',
  '*a',
  '<<: *a',
  '!!binary',
  '!!js/function',
  '__proto__',
  'constructor',
  'toString',
  '-1',
  '1e309',
  '-0',
  '99999999999999999999',
  'NaN',
  'null',
  'true',
  '0x10',
  '2026-13-45',
  '../../etc/passwd',
  '/dev/zero',
  'C:\\',
  'baton-allow',
  'AOF/1',
  '(a+)+$',
  '(?=',
  '[z-a]',
  '.{1,99999}',
  '%s%n',
  '=== ',
  '# ',
  '## [',
  '- [ ] ',
  'https://',
  'data:;base64,',
  'A'.repeat(300),
  '('.repeat(60),
  '['.repeat(120),
  '\t'.repeat(50),
  '🏃'.repeat(20),
];

const MAX_LENGTH = 16 * 1024;

/** One to eight changes: a piece put in, cut out, doubled, moved, or a sign replaced. */
export function mutate(seeds: readonly string[], dice: (below: number) => number): string {
  let text = seeds[dice(seeds.length)] ?? '';
  for (let left = 1 + dice(8); left > 0; left -= 1) text = change(text, seeds, dice);
  return text.slice(0, MAX_LENGTH);
}

function change(text: string, seeds: readonly string[], dice: (below: number) => number): string {
  const at = dice(text.length + 1);
  const length = dice(Math.min(64, text.length - at + 1));
  const piece = PIECES[dice(PIECES.length)] ?? '';
  switch (dice(7)) {
    case 0:
      return text.slice(0, at) + piece + text.slice(at);
    case 1:
      return text.slice(0, at) + text.slice(at + length);
    case 2:
      return text.slice(0, at) + text.slice(at, at + length).repeat(1 + dice(20)) + text.slice(at + length);
    case 3:
      return text.slice(0, at) + piece + text.slice(at + length);
    case 4:
      return text.slice(0, at) + String.fromCharCode(dice(0x1_00_00)) + text.slice(at + 1);
    case 5: {
      const other = seeds[dice(seeds.length)] ?? '';
      return text.slice(0, at) + other.slice(dice(other.length + 1));
    }
    default:
      return text.slice(0, at);
  }
}
