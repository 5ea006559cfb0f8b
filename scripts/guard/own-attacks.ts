/** Attacks written for this project, by what they are after. They teach the model intents that public collections lack. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldOf, type Sample } from './dataset.ts';
import { splitOwnTexts } from './sections.ts';

const FOLDER = 'scripts/guard/attacks';

/**
 * A file is a source: evaluation judges each by a model that saw the others only. Files that share paragraphs have the same
 * name before a plus sign and stay together, as do attacks and honest texts in files of the same name.
 */
export const readOwnAttacks = (): Sample[] =>
  readdirSync(FOLDER)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .flatMap((file) =>
      splitOwnTexts(readFileSync(join(FOLDER, file), 'utf8')).map((text) => ({
        label: 'injection' as const,
        kind: OWN_ATTACK,
        source: file,
        text,
        fold: foldOf(file),
      })),
    );

export const OWN_ATTACK = 'own';
