import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '../support/temp-folder.ts';
import { packInto, runNpm } from './pack.ts';

/** A new project into which npm has installed the packed package. */
export async function installPackage(): Promise<string> {
  const folder = await tempFolder();
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  runNpm(['install', '--ignore-scripts', '--prefer-offline', packInto(folder)], folder);
  return folder;
}
