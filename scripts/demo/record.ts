/** Records `baton demo` as an animated picture: `npx tsx scripts/demo/record.ts` after `npm run build`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { drawRecording, type RecordedLine } from './draw-recording.ts';

const PICTURE = fileURLToPath(new URL('../../docs/images/demo.svg', import.meta.url));
const BATON = fileURLToPath(new URL('../../dist/cli/baton.cjs', import.meta.url));

const lines: RecordedLine[] = [];
const began = performance.now();
const child = spawn(process.execPath, [BATON, 'demo'], {
  env: { ...process.env, FORCE_COLOR: '1', NO_COLOR: undefined },
  stdio: ['ignore', 'pipe', 'pipe'],
});
// The acts are progress on standard error, the outcome follows on standard output.
for (const input of [child.stderr, child.stdout])
  createInterface({ input }).on('line', (text) => lines.push({ text, atMs: performance.now() - began }));
await once(child, 'close');
if (child.exitCode !== 0) throw new Error(`the demo ended with ${child.exitCode}`);
writeFileSync(PICTURE, drawRecording('npm start', lines));
console.log(`${lines.length} lines, ${Math.round((lines.at(-1)?.atMs ?? 0) / 1000)} s: docs/images/demo.svg`);
