import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { createProgress } from '../../../../src/surfaces/cli/io.ts';
import { smallDocument } from '../../../protocols/document/sample-document.ts';
import { CLI } from '../../../support/run-baton.ts';
import { verifies } from '../../../support/verifies.ts';

const COUNT = 100_000;
/** Half of it is Node itself; the stream alone has more than 60 MB, its documents in memory several times that. */
const MAX_KB = 140 * 1024;
const GOOD = `${JSON.stringify(smallDocument())}\n`;

interface Streamed {
  readonly code: unknown;
  readonly valid: number;
  readonly invalid: number;
  readonly peakKb: number;
}

/** Feeds so many documents, every thousandth of them bad, and watches the memory of the process. */
async function stream(count: number): Promise<Streamed> {
  // A heap this small cannot hold the stream: what keeps it dies.
  const child = spawn(process.execPath, [
    '--max-old-space-size=64',
    CLI,
    'doc',
    'validate',
    '--jsonl',
    '-',
    '--estimate',
    '--no-guard',
    '--no-files',
  ]);
  let [valid, invalid, peakKb, rest] = [0, 0, 0, ''];
  child.stdout.on('data', (piece: Buffer) => {
    const lines = (rest + piece.toString('utf8')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.includes('"valid":true')) valid += 1;
      else invalid += 1;
    }
  });
  const ended = once(child, 'close');
  for (let index = 0; index < count; index += 100) {
    const lines = Array.from({ length: 100 }, (_, at) => ((index + at) % 1_000 === 0 ? '{"handoff":\n' : GOOD)).join(
      '',
    );
    if (!child.stdin.write(lines)) await Promise.race([once(child.stdin, 'drain'), ended]);
    if (index % 1_000 === 0) peakKb = Math.max(peakKb, residentKb(child.pid));
  }
  child.stdin.end();
  const [code] = await ended;
  return { code, valid, invalid, peakKb };
}

function residentKb(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
}

describe('a stream of documents', () => {
  verifies('UHS-090', 'of 100,000 is checked in memory that does not grow with it, bad lines among them', async () => {
    const { peakKb, ...counts } = await stream(COUNT);
    expect(counts).toEqual({ code: 1, valid: COUNT - COUNT / 1_000, invalid: COUNT / 1_000 });
    expect(peakKb).toBeLessThan(MAX_KB);
  });

  verifies('UHS-090', 'shows its progress on a terminal', () => {
    const shown: string[] = [];
    let now = 0;
    const terminal = { isTTY: true, columns: 80, write: (text: string) => shown.push(text) };
    const progress = createProgress(terminal, { label: 'validating' }, () => (now += 200));
    progress.update(1_000);
    progress.end();
    expect(shown[0]).toMatch(/validating 1,000 · .*\/s/);
  });
});
