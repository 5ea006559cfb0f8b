import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const BUILT = 'dist/cli/baton.cjs';
const BUILT_FROM = [
  'src',
  'demo/play',
  'board',
  'schema',
  'scripts/build',
  'scripts/build.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.build.json',
  'tsconfig.json',
];

/** Why dist must be built again; undefined if it is newer than everything it is made from. */
export function findBuildReason(root: string): string | undefined {
  if (!existsSync(join(root, BUILT))) return 'dist is missing';
  const builtAtMs = statSync(join(root, BUILT)).mtimeMs;
  const newer = BUILT_FROM.flatMap((path) => pathsUnder(root, path)).find(
    (path) => statSync(join(root, path)).mtimeMs > builtAtMs,
  );
  return newer === undefined ? undefined : `${newer} is newer than dist`;
}

/** The path and, for a folder, all within it. Folders count too: theirs is the time at which a file was removed. */
function pathsUnder(root: string, path: string): string[] {
  if (!existsSync(join(root, path))) return [];
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return [
    path,
    ...readdirSync(join(root, path), { recursive: true, encoding: 'utf8' }).map((name) => `${path}/${name}`),
  ];
}
