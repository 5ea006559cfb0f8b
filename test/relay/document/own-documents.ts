import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { JsonObject } from '../../../src/kernel/json.ts';
import { createDocument, validateDocument } from '../../../src/relay/document/index.ts';
import { prepareScan } from '../../../src/relay/scan/index.ts';
import { randomNumbers } from '../../protocols/document/generate-document.ts';
import { HONEST_KINDS, honestLines } from './honest-working.ts';
import { testPlatform } from '../../support/test-platform.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_. äéñßжш表示';
const PARTS = [
  'src',
  'my project',
  'client-work',
  'tmp',
  'token',
  'system',
  'prompt',
  'agent',
  'ignore',
  'run',
  'admin',
  'key',
];

/** Names as people, tools and random generators give them. */
function folderName(next: () => number): string {
  const upTo = (limit: number): number => Math.floor(next() * limit);
  if (next() < 0.3)
    return Array.from({ length: 1 + upTo(3) }, () => PARTS[upTo(PARTS.length)]).join(next() < 0.5 ? '-' : ' ');
  const length = 4 + upTo(36);
  const letters = [...LETTERS];
  return `d${Array.from({ length }, () => letters[upTo(letters.length)]).join('')}x`;
}

/** Documents that Baton writes and shortens in folders of any name: no finding of the guard, no section over its share. */
export async function expectQuiet(base: string, count: number): Promise<void> {
  const next = randomNumbers(count);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const { scanText } = await prepareScan(await testPlatform(base), {});
  const isQuiet = (text: string): boolean => scanText(text).every(({ severity }) => severity === 'note');
  const lines = honestLines(isQuiet);
  const workingOf = (index: number): JsonObject => {
    const kind = HONEST_KINDS[index % (HONEST_KINDS.length + 1)];
    return kind === undefined ? smallWorking(index) : raisesNothing(kind(() => pick(lines), pick));
  };
  // A text of many honest lines may raise something itself: then it is the sender's.
  const raisesNothing = (working: JsonObject): JsonObject =>
    Object.values(working).some((value) => typeof value === 'string' && !isQuiet(value)) ? {} : working;
  let shortened = 0;
  for (let index = 0; index < count; index += 1) {
    const folder = join(base, folderName(next), folderName(next));
    mkdirSync(folder, { recursive: true });
    const platform = await testPlatform(folder);
    const sessionPath =
      index % 3 === 0
        ? { sessionPath: folderName(next) }
        : index % 7 === 0
          ? { sessionPath: join(base, folderName(next)) }
          : {};
    const made = await createDocument(platform, {
      source: { skill: 'planner', phase: 'design' },
      target: { skill: 'coder' },
      summary: 'The login form is designed, the code is still missing.',
      problemType: 'implementation',
      confidence: 'high',
      working: workingOf(index),
      ...sessionPath,
    });
    const report = await validateDocument(platform, made.document, { budget: true, checkFiles: false });
    const loud = [...report.errors, ...report.warnings].filter(({ rule }) => rule.startsWith('guard/'));
    expect({ folder, findings: made.findings, loud }).toEqual({ folder, findings: [], loud: [] });
    shortened += made.compression.needsOriginal ? 1 : 0;
    const over = (report.budget ?? []).filter(({ over: isOver, section }) => isOver && section !== 'payload.working');
    // A session folder that its owner named costs what its name costs.
    if (!('sessionPath' in sessionPath)) expect({ folder, over }).toEqual({ folder, over: [] });
  }
  expect(shortened).toBeGreaterThan(count / 2);
}

const smallWorking = (index: number): JsonObject => ({ decided: ['password and passkey'], index });
