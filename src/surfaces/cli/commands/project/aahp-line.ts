/** The public aahp tool's own command line: a command, an optional path, flags that differ per command. */

export interface AahpLine {
  readonly command: string;
  readonly path: string;
  readonly flags: ReadonlyMap<string, string | true>;
}

/** With a value, or without. */
const FLAGS: Readonly<Record<string, Readonly<Record<string, 'value' | 'switch'>>>> = {
  init: { '--force': 'switch', '--with-pii-allowlist': 'switch' },
  manifest: {
    '--agent': 'value',
    '--session-id': 'value',
    '--phase': 'value',
    '--context': 'value',
    '--duration': 'value',
    '--quiet': 'switch',
  },
  lint: {},
  migrate: { '--yes': 'switch', '-y': 'switch' },
  'migrate-grounding': { '--force': 'switch', '--yes': 'switch' },
  verify: { '--level': 'value', '--base': 'value', '--quiet': 'switch' },
  check: { '--json': 'switch', '--quiet': 'switch' },
  archive: { '--keep': 'value', '--verify': 'switch' },
  status: {},
  doctor: { '--json': 'switch', '--quiet': 'switch', '--governance': 'switch', '--no-handoff': 'switch' },
};

export const AAHP_COMMANDS = Object.keys(FLAGS);

/** A string is what is wrong with the line. */
export function parseAahpLine(words: readonly string[]): AahpLine | string {
  const [command = '', ...rest] = words;
  const known = Object.hasOwn(FLAGS, command) ? FLAGS[command] : undefined;
  if (known === undefined) return `Unknown command: ${command}\nRun "baton aahp --help" for usage information.`;
  const flags = new Map<string, string | true>();
  let path: string | undefined;
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at] ?? '';
    const kind = Object.hasOwn(known, word) ? known[word] : undefined;
    if (kind === 'switch') flags.set(word, true);
    else if (kind === 'value') {
      const value = rest[at + 1];
      if (value === undefined) return `${word} needs a value`;
      flags.set(word, value);
      at += 1;
    } else if (word.startsWith('-') || path !== undefined) return `Unknown option: ${word}`;
    else path = word;
  }
  return { command, path: path ?? '.', flags };
}
