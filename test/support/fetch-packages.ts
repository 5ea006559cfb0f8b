import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from '../package/pack.ts';

/** Installs packages into a folder, without their scripts; gives the folder they are in. */
export function fetchPackages(folder: string, ...names: readonly string[]): string {
  runNpm(['install', '--ignore-scripts', '--prefer-offline', '--no-save', '--prefix', folder, ...names], folder);
  return join(folder, 'node_modules');
}

/** Node of a version as npm has it: a package for each platform with the program in it and no script. */
export function fetchNode(folder: string, version: string): string {
  const name = `node-${process.platform}-${process.arch}`;
  // Some tests run it as nobody.
  chmodSync(folder, 0o755);
  return join(fetchPackages(folder, `${name}@${version}`), name, 'bin', 'node');
}
