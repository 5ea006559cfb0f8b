import { expect } from 'vitest';
import { findRaceFaults, raceDoors } from '../../support/creation-race.ts';
import { freshSchema, useServer } from '../../support/postgres/shared-server.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

const CREATIONS = Number(process.env['BATON_CREATIONS'] ?? 240);
const server = useServer();

verifies(
  'TSK-090',
  `PostgreSQL: ${CREATIONS} creations through every door at once: each title, parent and criterion exactly once`,
  async () => {
    const folder = await tempFolder();
    const environment = { BATON_STORE: server.url, BATON_STORE_SCHEMA: freshSchema() };
    expect(await findRaceFaults(folder, await raceDoors(folder, CREATIONS, environment))).toEqual([]);
  },
);
