/** A thousand generated documents up to 5 MB: too long for every run of the fast tests. */
import { expect } from 'vitest';
import { isHandoffDocument, renderDocument, TOKEN_LIMIT } from '../../../src/protocols/document/index.ts';
import { compressDocument, expandDocument } from '../../../src/relay/document/index.ts';
import { generateDocument } from '../../protocols/document/generate-document.ts';
import { requiredAlone } from '../../protocols/document/required-alone.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { testPlatform } from '../../support/test-platform.ts';
import { verifies } from '../../support/verifies.ts';

/** BATON_DOCUMENTS=1000 for the whole run; CI takes a part of it. */
const DOCUMENTS = Number(process.env['BATON_DOCUMENTS'] ?? 100);

/** Mostly of the sizes that agents write, some of hundreds of kilobytes, a few of megabytes. */
const sizeOf = (seed: number): number => {
  if (seed % 100 === 0) return 5_000_000 - seed * 1_000;
  return seed % 20 === 0 ? seed * 500 : 2_000 + (seed % 97) * 400;
};

verifies(
  'UHS-100',
  'every generated document fits or exceeds by its required fields alone, and expands byte for byte',
  async () => {
    const platform = await testPlatform(await tempFolder());
    let shortened = 0;
    for (let seed = 1; seed <= DOCUMENTS; seed += 1) {
      const text = JSON.stringify(generateDocument(seed, sizeOf(seed)));
      const outcome = await compressDocument(platform, text, { sessionPath: `session-${seed}` });
      expect(isHandoffDocument(outcome.document)).toBe(true);
      if (!outcome.fits) {
        const least = await platform.tokens.count(renderDocument(requiredAlone(outcome.document)));
        expect({ seed, isOver: least > TOKEN_LIMIT }).toEqual({ seed, isOver: true });
        continue;
      }
      expect({ seed, isWithin: outcome.tokens.count <= TOKEN_LIMIT }).toEqual({ seed, isWithin: true });
      if (!outcome.needsOriginal) continue;
      shortened += 1;
      const expanded = await expandDocument(platform, outcome.document);
      expect({ seed, isSame: expanded.text === text }).toEqual({ seed, isSame: true });
    }
    expect(shortened).toBeGreaterThan(DOCUMENTS / 2);
  },
  { timeout: 1_800_000 },
);
