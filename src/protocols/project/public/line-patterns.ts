/** The patterns of the public tool. Each is matched against one line, in time linear in its length. */
export interface LinePattern {
  /** As the tool prints it. */
  readonly name: string;
  matches(line: string): boolean;
}

/** Words in this order anywhere in the line, whatever their case. */
function words(...parts: readonly string[]): LinePattern {
  const wanted = parts.map((part) => part.toLowerCase());
  return {
    name: parts.join('.*'),
    matches(line) {
      let from = 0;
      const text = line.toLowerCase();
      return wanted.every((part) => {
        const at = text.indexOf(part, from);
        from = at + part.length;
        return at !== -1;
      });
    },
  };
}

export const INJECTIONS: readonly LinePattern[] = [
  words('ignore all previous'),
  words('ignore prior'),
  words('disregard', 'instructions'),
  words('you are now'),
  words('new system prompt'),
  words('override', 'safety'),
  words('act as', 'unrestricted'),
  words('jailbreak'),
  words('ADMIN_OVERRIDE'),
  words('sudo mode'),
];

const shape = (name: string, expression: RegExp): LinePattern => ({ name, matches: (line) => expression.test(line) });

export const SECRETS: readonly LinePattern[] = [
  shape('sk-', /sk-[a-zA-Z0-9]{16}/),
  shape('ghp_', /ghp_[a-zA-Z0-9]{16}/),
  shape('gho_', /gho_[a-zA-Z0-9]{16}/),
  shape('glpat-', /glpat-/),
  shape('xoxb-', /xoxb-/),
  shape('xoxp-', /xoxp-/),
  shape('AKIA', /AKIA[A-Z0-9]{16}/),
  shape('Bearer', /Bearer [a-zA-Z0-9]/),
  // The tool means an optional quote, but its kind of expression takes the question mark literally.
  ...['KEY', 'SECRET', 'TOKEN', 'PASSWORD'].map((word) =>
    shape(`_${word}=`, new RegExp(`_${word}=['"]\\?[a-zA-Z0-9]`)),
  ),
];

/** The tool looks for it too, but passes it to grep as an option, so it never finds one. Shown, and not counted. */
export const PRIVATE_KEY: LinePattern = (() => {
  const { matches } = words('-----BEGIN', 'PRIVATE KEY');
  return { name: '-----BEGIN.*PRIVATE KEY', matches };
})();
