import { readdirSync, readlinkSync } from 'node:fs';
import { expect } from 'vitest';
import { composePlatform } from '../../../src/compose.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

/** Files below a folder that this process has open. */
const openFilesOf = (folder: string): string[] =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(folder) ? [path] : [];
    } catch {
      return [];
    }
  });

verifies('CMD-001', 'a platform that is closed leaves no file open, the audit log included', async () => {
  const folder = await tempFolder();
  const platform = await composePlatform({ folder, environment: { ...process.env, HOME: `${folder}/home` } });
  await platform.audit.append([{ kind: 'test.entry', body: {} }]);
  expect(openFilesOf(folder)).not.toEqual([]);
  await platform.close();
  expect(openFilesOf(folder)).toEqual([]);
});
