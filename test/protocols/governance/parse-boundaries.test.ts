import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseBoundaries } from '../../../src/protocols/governance/index.ts';
import { verifies } from '../../support/verifies.ts';

const IDS = [
  'domain-01-content',
  'domain-02-analysis',
  'domain-03-planning',
  'domain-09-technical',
  'domain-10-communication',
];

/** Whom a prompt names, sorted; or why it cannot be read. */
function partnersIn(prompt: string, ids = IDS, type: 'domain' | 'archetype' = 'domain'): string[] | string {
  const reading = parseBoundaries(prompt, type, ids);
  return reading.kind === 'stated' ? [...reading.with].sort() : reading.reason;
}

const BOTH = ['domain-02-analysis', 'domain-09-technical'];

const LAYOUTS: Readonly<Record<string, string>> = {
  'a heading of level 3, bold with the colon inside':
    '### Collaboration Boundaries\n- **With Domain 02 (Analysis):** ask\n- **With Domain 09 (Technical):** ask\n',
  'a heading of level 2, blank lines between':
    '## Collaboration Boundaries\n\n- **With Domain 02 (Analysis):** ask\n\n- **With Domain 09 (Technical):** ask\n',
  'underlined heading':
    'Collaboration Boundaries\n------------------------\n* **With Domain 02 (Analysis):** ask\n* **With Domain 09 (Technical):** ask\n',
  'a line in bold instead of a heading':
    '**Collaboration Boundaries:**\n\n- **With Domain 02 (Analysis)**: ask\n- **With Domain 09 (Technical)**: ask\n\n**Answers**\n\n- **With Domain 01 (Content):** never mind\n',
  'a numbered heading in capitals':
    '## 4. COLLABORATION BOUNDARIES:\n1. **With Domain 02 (Analysis):** ask\n2. **With Domain 09 (Technical):** ask\n',
  'no bold, no names': '## Collaboration Boundaries\n+ With Domain 02: ask\n+ With Domain 9: ask\n',
  'lines that go on below':
    '## Collaboration Boundaries\n- **With Domain 02 (Analysis):** ask for\n  numbers and more\n- **With Domain 09 (Technical):**\n  ask\n',
  'two in one line': '## Collaboration Boundaries\n- **With Domain 02 (Analysis) and Domain 09 (Technical):** ask\n',
  'canonical ids':
    '## Collaboration Boundaries\n- **With `domain-02-analysis`:** ask\n- With domain-09-technical: ask\n',
  'Windows line endings':
    '## Collaboration Boundaries\r\n- **With Domain 02 (Analysis):** ask\r\n- **With Domain 09 (Technical):** ask\r\n',
  'another domain after the colon is only talk':
    '## Collaboration Boundaries\n- **With Domain 02 (Analysis):** not with Domain 01\n- **With Domain 09 (Technical):** ask\n',
  'a domain the registry does not have':
    '## Collaboration Boundaries\n- **With Domain 02 (Analysis):** ask\n- **With Domain 77 (Gone):** ask\n- **With Domain 09 (Technical):** ask\n',
  'code, quotes and comments do not count':
    '## Collaboration Boundaries\n- **With Domain 02 (Analysis):** ask\n- **With Domain 09 (Technical):** ask\n\n```\n- **With Domain 01 (Content):** x\n```\n\n<!--\n- **With Domain 01 (Content):** x\n-->\n\n> - **With Domain 01 (Content):** x\n',
  'a nested line speaks about the line above it':
    '## Collaboration Boundaries\n- **With Domain 02 (Analysis):** ask\n- **With Domain 09 (Technical):** ask\n  - **With Domain 01 (Content):** x\n',
  'the next section is another matter':
    '### Collaboration Boundaries\n- **With Domain 02 (Analysis):** ask\n- **With Domain 09 (Technical):** ask\n\n### Not our business\n- **With Domain 01 (Content):** x\n',
};

describe('boundaries in prompts', () => {
  verifies('GOV-051', 'the section is read in every layout people write it in', () => {
    const found = Object.fromEntries(
      Object.entries(LAYOUTS).map(([name, text]) => [name, partnersIn(`# Agent\n\n${text}`)]),
    );
    expect(found).toEqual(Object.fromEntries(Object.keys(LAYOUTS).map((name) => [name, BOTH])));
  });

  verifies('GOV-051', 'archetypes have their own section name', () => {
    const text = '## Collaboration with Other Domains\n- **With Domain 01 (Content):** order\n';
    expect(partnersIn(text, IDS, 'archetype')).toEqual(['domain-01-content']);
  });

  verifies('GOV-051', 'a number means the one id that begins with it, and more than one is no meaning', () => {
    const text = '## Collaboration Boundaries\n- **With Domain 02 (Analysis):** ask\n';
    expect(partnersIn(text, ['domain-02-analysis', 'domain-020-x', 'domain-2x-y'])).toEqual(['domain-02-analysis']);
    expect(partnersIn(text, ['domain-02-analysis', 'domain-02-data'])).toContain(
      'means domain-02-analysis and domain-02-data',
    );
    expect(partnersIn(text, [])).toEqual([]);
  });

  verifies(
    'GOV-051',
    'a section that says nothing readable, or stands twice, cannot be read; a missing one names nobody',
    () => {
      expect(partnersIn('## Collaboration Boundaries\nTalk to anybody.\n')).toContain('no line of');
      expect(partnersIn('## Collaboration Boundaries\n- Marketing, sometimes\n')).toContain('no line of');
      const section = '## Collaboration Boundaries\n- **With Domain 02 (A):** x\n';
      expect(partnersIn(`${section}\n${section}`)).toContain('stands 2 times');
      expect(partnersIn('# Agent\n')).toEqual([]);
      expect(partnersIn('## Collaboration Boundaries\n')).toEqual([]);
      expect(partnersIn('')).toEqual([]);
    },
  );

  verifies('GOV-051', 'lines of scope that end in a domain name the target they suggest', () => {
    const text =
      '## Scope\n### IN SCOPE\n- Research data\n### OUT OF SCOPE\n- Copy and **tone** (Domain 01)\n- Dates (Domain 03 – Planning)\n- Talks (→ Domain 10)\n- Nothing (Domain 77)\n- Plain\n';
    const reading = parseBoundaries(text, 'domain', IDS);
    expect(reading).toMatchObject({
      inScope: ['Research data'],
      outOfScope: [
        { text: 'Copy and tone', target: 'domain-01-content' },
        { text: 'Dates', target: 'domain-03-planning' },
        { text: 'Talks', target: 'domain-10-communication' },
        { text: 'Nothing' },
        { text: 'Plain' },
      ],
    });
  });

  test('no text whatever makes it fail, and nobody is named who is not registered', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '## Collaboration Boundaries\n',
        '- **With Domain 02 (A):** x\n',
        '- With ',
        'Domain 01',
        '**',
        '```\n',
        '<!--',
        '\r\n',
        '> ',
        '  ',
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const partners = partnersIn(pieces.join(''));
        const strangers = Array.isArray(partners) ? partners.filter((id) => !IDS.includes(id)) : [];
        expect(strangers).toEqual([]);
      }),
    );
  });
});
