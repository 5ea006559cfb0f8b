import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { getServerSource } from '../../support/postgres/find-binaries.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

async function install(folder: string, names = ['postgres', 'initdb', 'pg_ctl', 'pg_basebackup']): Promise<string> {
  await mkdir(folder, { recursive: true });
  for (const name of names) {
    await writeFile(join(folder, name), '#!/bin/sh\n');
    await chmod(join(folder, name), 0o755);
  }
  return folder;
}

verifies('FLT-010', 'without PostgreSQL the tests say so, and what to do', async () => {
  const nothing = await tempFolder();
  const half = await install(join(nothing, 'half'), ['postgres', 'initdb']);
  for (const environment of [{}, { PATH: '' }, { PATH: `${nothing}:${half}` }, { PATH: '/nowhere', BATON_TEST_PG: '' }])
    expect(() => getServerSource(environment, [join(nothing, 'none'), nothing])).toThrow(
      /^no PostgreSQL server found: install one \(Debian: apt-get install postgresql\) or set BATON_TEST_PG/,
    );
  expect(await readFile('scripts/ci-packages.txt', 'utf8')).toMatch(/^postgresql$/m);
});

verifies(
  'FLT-010',
  'a running server goes before programs on the path, and those before an installed version',
  async () => {
    const folder = await tempFolder();
    const versions = join(folder, 'lib/postgresql');
    for (const version of ['9.6', '15', '16']) await install(join(versions, version, 'bin'));
    expect(getServerSource({ PATH: '/nowhere' }, [versions])).toEqual({
      kind: 'programs',
      folder: join(versions, '16/bin'),
    });
    const onPath = await install(join(folder, 'bin'));
    expect(getServerSource({ PATH: `/nowhere:${onPath}` }, [versions])).toEqual({ kind: 'programs', folder: onPath });
    const url = 'postgres://baton@127.0.0.1:5432/work';
    expect(getServerSource({ PATH: onPath, BATON_TEST_PG: url }, [versions])).toEqual({ kind: 'running', url });
  },
);
