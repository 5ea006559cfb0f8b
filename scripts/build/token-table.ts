import { readFileSync } from 'node:fs';
import { renderTokenTable } from '../../src/stores/tokens/o200k.ts';

/** Each line is a token in Base64 and its rank. */
const RANKS = 'node_modules/gpt-tokenizer/data/o200k_base.tiktoken';

/** The tokens of o200k_base in the form that the product reads without parsing. */
export function buildTokenTable(): Uint8Array {
  const lines = readFileSync(RANKS, 'latin1').trim().split('\n');
  const tokens = lines.map((line, at) => {
    const [token = '', rank = ''] = line.trim().split(' ');
    if (Number(rank) !== at) throw new Error(`${RANKS}: line ${at + 1} has rank ${rank}`);
    return Buffer.from(token, 'base64');
  });
  return renderTokenTable(tokens);
}
