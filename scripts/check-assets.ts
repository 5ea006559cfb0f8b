/** What a browser has to load before the board shows anything stays small: everything in dist/board, compressed. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const FOLDER = 'dist/board';
const LIMIT_BYTES = 200 * 1024;

const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) =>
  statSync(join(FOLDER, name)).isFile(),
);
const sizes = files.map((name) => ({ name, bytes: gzipSync(readFileSync(join(FOLDER, name))).length }));
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
for (const { name, bytes } of sizes) console.log(`${name}: ${bytes} bytes compressed`);
console.log(`the board: ${total} of at most ${LIMIT_BYTES} bytes compressed`);
if (total > LIMIT_BYTES || files.length === 0) process.exitCode = 1;
