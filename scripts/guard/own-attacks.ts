/** Attacks written for this project, by what they are after. They teach the model intents that public collections lack. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldOf, type Sample } from './dataset.ts';
import { splitOwnTexts } from './sections.ts';

const FOLDER = 'scripts/guard/attacks';
const HONEST_FOLDER = 'scripts/guard/honest';

/**
 * A file is a source: evaluation judges each by a model that saw the others only. Files that share paragraphs have the same
 * name before a plus sign and stay together, as do attacks and honest texts in files of the same name.
 */
export const readOwnAttacks = (): Sample[] =>
  readdirSync(FOLDER)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .flatMap((file) => {
      const honest = linesOfTwins(file);
      return splitOwnTexts(readFileSync(join(FOLDER, file), 'utf8')).map((text) => ({
        label: 'injection' as const,
        kind: OWN_ATTACK,
        source: file,
        text,
        ...orderIn(text, honest),
        fold: foldOf(file),
      }));
    });

export const OWN_ATTACK = 'own';

/** Lines of honest texts in the file of the same name: many attacks there are such a document with an order in it. */
function linesOfTwins(file: string): ReadonlySet<string> {
  const path = join(HONEST_FOLDER, file);
  const texts = existsSync(path) ? splitOwnTexts(readFileSync(path, 'utf8')) : [];
  return new Set(texts.flatMap((text) => text.split('\n')).map((line) => line.trim()));
}

/** Shorter ones would say too little: then the whole text is learned. */
const LEAST_ORDER = 40;

/** The lines that only the attack has. Learned whole, its document would be an attack as often as it is none. */
export function orderIn(text: string, honest: ReadonlySet<string>): { readonly order?: string } {
  const order = text
    .split('\n')
    .filter((line) => !honest.has(line.trim()))
    .join('\n');
  return order.length < LEAST_ORDER || order === text ? {} : { order };
}
