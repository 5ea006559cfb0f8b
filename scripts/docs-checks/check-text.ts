import type { Problem } from '../support/problem.ts';
import type { RepoFiles } from '../support/repo-files.ts';

const UNFINISHED = /\b(?:TODO|FIXME|XXX)\b/;
/** Hosts that serve packages are a matter of each machine's settings. */
const REGISTRY_HOST = /(?<![\w.-])(?:registry|npm|nexus|artifactory|verdaccio)\.[a-z0-9-]+\.(?:org|com|net|io|dev)\b/i;

/** Nothing in src is left for later. */
export const checkUnfinished = (repo: RepoFiles): Problem[] =>
  repo.paths
    .filter((path) => path.startsWith('src/'))
    .flatMap((path) => linesMatching(repo, path, (line) => UNFINISHED.exec(line)?.[0]))
    .map(({ file, line, found }) => ({ file, line, message: `"${found}" left in the code` }));

/** No tracked file names a package registry: neither a well-known one nor the one this machine uses. */
export function checkRegistryHosts(repo: RepoFiles, configured: string | undefined): Problem[] {
  const own = configured === undefined ? undefined : hostOf(configured);
  return repo.paths
    .flatMap((path) =>
      linesMatching(repo, path, (line) =>
        own !== undefined && line.includes(own) ? own : REGISTRY_HOST.exec(line)?.[0],
      ),
    )
    .map(({ file, line, found }) => ({ file, line, message: `names the package registry ${found}` }));
}

/** The lock file pins versions and checksums, and leaves to the machine where packages come from. */
export function checkLockFile(file: string, text: string): Problem[] {
  return text.split('\n').flatMap((line, at) => {
    const address = /"resolved": "([a-z+]+:[^"]*)"/.exec(line)?.[1];
    return address === undefined ? [] : [{ file, line: at + 1, message: `records the download address ${address}` }];
  });
}

export const checkChangelog = (file: string, text: string): Problem[] =>
  /^## \[?Unreleased\]?\s*$/m.test(text) ? [] : [{ file, message: 'has no "## [Unreleased]" section' }];

interface MatchedLine {
  readonly file: string;
  readonly line: number;
  readonly found: string;
}

function linesMatching(repo: RepoFiles, file: string, find: (line: string) => string | undefined): MatchedLine[] {
  const text = repo.readText(file);
  if (text.includes('\0')) return [];
  return text.split('\n').flatMap((line, at) => {
    const found = find(line);
    return found === undefined ? [] : [{ file, line: at + 1, found }];
  });
}

/** With its port if it has one: a loopback host alone occurs in many files for good reasons. */
const hostOf = (address: string): string | undefined => {
  if (!URL.canParse(address)) return undefined;
  const { host, hostname, port } = new URL(address);
  return port === '' && /^(?:localhost|127\.|\[::1\])/.test(hostname) ? undefined : host;
};
