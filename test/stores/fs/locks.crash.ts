import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startProgram, type TestProgram } from '../../support/run-program.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const work = (folder: string, rounds: number): TestProgram =>
  startProgram('test/stores/fs/programs/work-under-lock.ts', [folder, String(rounds)]);

interface Visit {
  readonly fence: number;
  readonly left: boolean;
}

/** Who came in and left, in order; fails where somebody leaves who is not the last to have come in. */
async function readVisits(folder: string): Promise<Visit[]> {
  const visits: Visit[] = [];
  for (const line of (await readFile(join(folder, 'log'), 'utf8')).trimEnd().split('\n')) {
    const [what, number] = line.split(' ');
    const fence = Number(number);
    const last = what === 'out' ? visits.pop() : undefined;
    if (what === 'out' && last?.fence !== fence) throw new Error(`${fence} left while ${last?.fence} was inside`);
    visits.push({ fence, left: what === 'out' });
  }
  return visits;
}

const isGrowing = (numbers: readonly number[]): boolean =>
  numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0));

test('of eight processes one is inside at any time, and no addition is lost', async () => {
  const folder = await tempFolder();
  const programs = Array.from({ length: 8 }, () => work(folder, 40));
  const fences = (await Promise.all(programs.map((program) => program.finished()))).flat().map(Number);
  expect(await readFile(join(folder, 'counter'), 'utf8')).toBe('320');
  expect(new Set(fences).size).toBe(320);
  const visits = await readVisits(folder);
  expect(visits.every(({ left }) => left)).toBe(true);
  expect(isGrowing(visits.map(({ fence }) => fence))).toBe(true);
});

test('a holder that is killed is followed by another, never joined by one', async () => {
  const folder = await tempFolder();
  const survivors = [work(folder, 60), work(folder, 60)];
  let killed = 0;
  for (; killed < 8; killed++) {
    const victim = work(folder, 1_000_000);
    await victim.nextLine();
    await setTimeout(killed * 3);
    await victim.kill();
  }
  await Promise.all(survivors.map((survivor) => survivor.finished()));
  const visits = await readVisits(folder);
  expect(isGrowing(visits.map(({ fence }) => fence))).toBe(true);
  // Whoever did not leave was killed inside; the counter may have been written before that or not.
  const unfinished = visits.filter(({ left }) => !left).length;
  expect(unfinished).toBeLessThanOrEqual(killed);
  const count = Number(await readFile(join(folder, 'counter'), 'utf8'));
  expect(count).toBeGreaterThanOrEqual(visits.length - unfinished);
  expect(count).toBeLessThanOrEqual(visits.length);
});
