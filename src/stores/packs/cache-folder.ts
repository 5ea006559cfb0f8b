import { isAbsolute, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where this user keeps what can be made again: token counts, scans, compiled code. */
export function locateCacheFolder(environment: Environment, home: string): string {
  const named = environment['BATON_CACHE_DIR'];
  if (named !== undefined) return named;
  if (process.platform === 'darwin') return join(home, 'Library', 'Caches', 'baton');
  if (process.platform === 'win32') return join(environment['LOCALAPPDATA'] ?? home, 'baton', 'cache');
  return join(environment['XDG_CACHE_HOME'] ?? join(home, '.cache'), 'baton');
}

/**
 * The file with what was compiled for this command, by this build on this Node with these flags: V8 refuses what it
 * compiled under others, and two hosts with flags of their own would replace each other's file at every call. Undefined if nothing is to be kept: no
 * home, a folder that depends on where the command runs, or somebody who wants every function counted or compiled.
 */
export function locateCompiledCode(
  environment: Environment,
  id: string,
  paths: readonly string[],
  [first = '', second = '']: readonly string[],
): string | undefined {
  const home = environment['HOME'] ?? environment['USERPROFILE'];
  const isUnwanted = ['NODE_DISABLE_COMPILE_CACHE', 'NODE_V8_COVERAGE'].some((name) => environment[name] !== undefined);
  if (home === undefined || isUnwanted) return undefined;
  const folder = locateCacheFolder(environment, home);
  if (!isAbsolute(folder)) return undefined;
  const path = [`${first} ${second}`, first].find((words) => paths.includes(words)) ?? 'other';
  const flags = [environment['NODE_OPTIONS'] ?? '', ...process.execArgv].join(' ').trim();
  const build = [id, process.version, process.arch, ...(flags === '' ? [] : [shortHash(flags)])].join('-');
  return join(folder, 'compiled', build, `${path.replace(' ', '-')}.bin`);
}

/** FNV-1a: only a name, and the part of Node with real hashes takes milliseconds to load. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
