import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BatonError } from '../../kernel/errors/index.ts';
import { TokenCounting } from './count-tokens.ts';
import { cutRuns } from './cut-runs.ts';
import { TokenTable } from './token-table.ts';

/** Counts the tokens of a text. */
export type Encoder = (text: string) => number;

/** As seen from the command line, from the two depths of the library, and from the sources. */
const PLACES = ['../o200k.bin', '../../o200k.bin', '../../../dist/o200k.bin'];

let loaded: Encoder | undefined;

/** Four megabytes: never read before a count is really needed, and once in the life of a server. */
export async function loadO200k(): Promise<Encoder> {
  return (loaded ??= readEncoder());
}

function readEncoder(): Encoder {
  const file = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((path) => existsSync(path));
  if (file === undefined) throw new BatonError('INTERNAL', 'the table of tokens is not there: build it');
  const counting = new TokenCounting(new TokenTable(readFileSync(file)));
  return (text) => cutRuns(text).reduce((sum, piece) => sum + counting.count(piece), 0);
}
