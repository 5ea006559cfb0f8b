import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { findRaceFaults, raceDoors } from '../../support/creation-race.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

/** `BATON_CREATIONS=2000` for the whole measure. */
const CREATIONS = Number(process.env['BATON_CREATIONS'] ?? 240);

verifies(
  'TSK-090',
  `files: ${CREATIONS} creations through every door at once: each title, parent and criterion exactly once`,
  async () => {
    const folder = await tempFolder();
    await mkdir(join(folder, '.baton', 'tasks', 'ready'), { recursive: true });
    expect(await findRaceFaults(folder, await raceDoors(folder, CREATIONS))).toEqual([]);
  },
);
