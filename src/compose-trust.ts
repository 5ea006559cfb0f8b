import { homedir, hostname, tmpdir, userInfo } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import type { ConfigSources, ResolvedConfig } from './kernel/config/index.ts';
import { sha256Hex } from './kernel/hash.ts';
import type { Authority, Disk, MachineFacts, Project } from './kernel/ports/index.ts';
import { findPlaceOutside, readConfig } from './relay/settings/index.ts';
import { locateCacheFolder } from './stores/packs/index.ts';
import { createAuthority, isBelievable, locateStateFolder, realPathOf } from './stores/authority/index.ts';
import { createFiles, createGuardedDisk } from './stores/fs/index.ts';
import { systemClock, systemRandom } from './stores/system/index.ts';

type Environment = Readonly<Record<string, string | undefined>>;

interface AuthorityParts {
  readonly disk: Disk;
  readonly root: string;
  readonly facts: MachineFacts;
  readonly environment: Environment;
  readonly findRepo: Project['findRepo'];
  remark(text: string): void;
}

/** The authority of one project for this user. */
export function composeAuthority({ disk, root, facts, environment, findRepo, remark }: AuthorityParts): Authority {
  const files = createFiles(disk);
  return createAuthority({
    disk,
    files,
    random: systemRandom,
    clock: systemClock,
    environment,
    project: realPathOf(root),
    stateFolder: isBelievable(facts.stateFolder, root) ? facts.stateFolder : undefined,
    // Loaded late: only BATON_APPROVED needs it, and it knows every file that can ask.
    readAskedContent: async () => (await import('./relay/authority/index.ts')).readAskedContent(files, root),
    isTracked: async (path) => {
      const repo = await findRepo();
      if (repo?.top === undefined) return false;
      const { code } = await repo.run(['ls-files', '--error-unmatch', '--', path], { okCodes: [1, 128] });
      return code === 0;
    },
    remark,
  });
}

export interface OpenedSettings {
  readonly config: ResolvedConfig;
  readonly dataDir: string;
}

/** The settings in force, and the data dir that may be used. */
export async function openSettings(
  guarded: (guard: (disk: Disk) => Disk) => Disk,
  root: string,
  facts: MachineFacts,
  authority: Authority,
  { environment, flags = {} }: { readonly environment: Environment; readonly flags?: ConfigSources['flags'] },
): Promise<OpenedSettings> {
  const files = createFiles(guarded((disk) => createGuardedDisk(disk, [{ folder: root, rule: 'inside' }])));
  const userFile = join(facts.configFolder, 'config.json');
  const config = await readConfig({ files, root, userFile, authority }, { environment, flags });
  const { origin } = config.rows.find(({ key }) => key === 'dataDir') ?? {};
  const dataDir = resolve(root, config.values.dataDir);
  const isOwn = origin === 'flag' || origin === 'environment' || origin === 'user';
  if (isOwn) return { config, dataDir };
  const place = await findPlaceOutside(files, root, dataDir);
  if (place === undefined || (await authority.permit(place))) return { config, dataDir };
  // Nothing is read from there and nothing written to it. What has to be kept meanwhile stays out of the project.
  return { config, dataDir: join(facts.stateFolder, 'projects', sha256Hex(realPathOf(root)).slice(0, 32)) };
}

/** Reads and writes stay where they belong, whatever symlinks a repository brings along. */
export function guardDisk(disk: Disk, root: string, opened: () => OpenedSettings): Disk {
  // Below .git are programs, in the data dir a token and keys: a symlink to them is no way to reach either.
  const closed = [join(root, '.git')];
  try {
    const { dataDir } = opened();
    return createGuardedDisk(disk, [
      { folder: root, rule: 'inside', closed: [...closed, dataDir] },
      { folder: dataDir, rule: 'plain' },
    ]);
  } catch {
    // A broken configuration names no data dir; callers that need it fail then.
    return createGuardedDisk(disk, [{ folder: root, rule: 'inside', closed }]);
  }
}

export function readFacts(environment: Environment): MachineFacts {
  const homeFolder = environment['HOME'] ?? homedir();
  return {
    nodeVersion: process.versions.node,
    platform: `${process.platform}-${process.arch}`,
    host: hostname(),
    user: readUser(environment),
    homeFolder,
    tempFolder: tmpdir(),
    cacheFolder: locateCacheFolder(environment, homeFolder),
    configFolder: defaultConfigFolder(environment, homeFolder),
    stateFolder: locateStateFolder(environment, homeFolder),
  };
}

function defaultConfigFolder(environment: Environment, home: string): string {
  if (process.platform === 'win32') return join(environment['APPDATA'] ?? home, 'baton');
  const named = environment['XDG_CONFIG_HOME'];
  return join(named !== undefined && isAbsolute(named) ? named : join(home, '.config'), 'baton');
}

/** The account, not a variable: an account without an entry, as in some containers, is named by its number. */
function readUser(environment: Environment): string {
  try {
    return userInfo().username;
  } catch {
    return environment['USER'] ?? `user ${process.geteuid?.() ?? 'unknown'}`;
  }
}
