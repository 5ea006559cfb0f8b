/** What version 3.8 of the public AAHP tool's lint looks for, so that its answer on the same files is the same. */
export interface PublicPattern {
  readonly id: string;
  readonly kind: 'injection' | 'secret';
  /** As the tool names it. */
  readonly name: string;
  isIn(line: string): boolean;
}

/** A part, or one part anywhere after another, as grep reads `a.*b`: the first place of `a` decides. */
function holdsParts(line: string, parts: readonly string[]): boolean {
  let from = 0;
  for (const part of parts) {
    const at = line.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return true;
}

const phrase = (name: string): PublicPattern => {
  const parts = name.toLowerCase().split('.*');
  return { id: 'aahp-injection', kind: 'injection', name, isIn: (line) => holdsParts(line.toLowerCase(), parts) };
};

const secret = (name: string, isIn: (line: string) => boolean): PublicPattern => ({
  id: 'aahp-secret',
  kind: 'secret',
  name,
  isIn,
});

const beginning = (name: string, body: string): PublicPattern => {
  const form = new RegExp(name + body);
  return secret(name, (line) => form.test(line));
};

const VALUE = /['"]?([-_.+/=a-zA-Z0-9]*)/y;
const LONG_RUN = /[a-zA-Z0-9]{16}/;

/** A value that holds a run of sixteen letters and digits somewhere. What follows in a value without one has none either. */
const assignment = (name: string): PublicPattern =>
  secret(name, (line) => {
    for (let at = line.indexOf(name); at !== -1; at = line.indexOf(name, VALUE.lastIndex)) {
      VALUE.lastIndex = at + name.length;
      if (LONG_RUN.test(VALUE.exec(line)?.[1] ?? '')) return true;
    }
    return false;
  });

export const PUBLIC_PATTERNS: readonly PublicPattern[] = [
  phrase('ignore all previous'),
  phrase('ignore prior'),
  phrase('disregard.*instructions'),
  phrase('you are now'),
  phrase('new system prompt'),
  phrase('override.*safety'),
  phrase('act as.*unrestricted'),
  phrase('jailbreak'),
  phrase('ADMIN_OVERRIDE'),
  phrase('sudo mode'),
  beginning('sk-', '[a-zA-Z0-9]{16}'),
  beginning('ghp_', '[a-zA-Z0-9]{16}'),
  beginning('gho_', '[a-zA-Z0-9]{16}'),
  beginning('glpat-', ''),
  beginning('xoxb-', ''),
  beginning('xoxp-', ''),
  beginning('AKIA', '[A-Z0-9]{16}'),
  beginning('Bearer ', '[a-zA-Z0-9]'),
  secret('-----BEGIN.*PRIVATE KEY', (line) => holdsParts(line, ['-----BEGIN', 'PRIVATE KEY'])),
  ...['_KEY=', '_SECRET=', '_TOKEN=', '_PASSWORD=', '_CREDENTIALS='].map(assignment),
];

export const EMAIL = /[a-zA-Z0-9._%+-]{1,64}@[a-zA-Z0-9.-]{1,253}\.[a-zA-Z]{2,63}/g;

/** Addresses in examples and those nobody reads. */
export const isOpenAddress = (address: string): boolean =>
  /\.noreply\.|^no-?reply@/.test(address) || address.includes('example.com') || address.includes('placeholder');
