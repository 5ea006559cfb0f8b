import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { programPath, type RealHost } from './hosts.ts';

/** Outside the repository, by version: the programs are about a gigabyte together. */
const CACHE = process.env['BATON_HOSTS_CACHE'] ?? join(homedir(), '.cache', 'baton-hosts');

const INSTALL_MS = 180_000;

/** The folder the host is installed in, or why it cannot be. */
export function installHost(host: RealHost): { readonly folder: string } | { readonly why: string } {
  const folder = join(CACHE, host.install.replaceAll(/[/@]/g, '_'));
  if (existsSync(programPath(folder, host))) return { folder };
  if (process.env['BATON_HOSTS'] === 'cached')
    return { why: `${host.install} is not in ${CACHE}: run npm run test:hosts once, which installs it` };
  mkdirSync(CACHE, { recursive: true });
  const fresh = mkdtempSync(join(CACHE, '.installing-'));
  try {
    const args = [
      'install',
      '--ignore-scripts',
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--prefix',
      fresh,
      host.install,
    ];
    execFileSync('npm', args, { stdio: 'pipe', timeout: INSTALL_MS });
    rmSync(folder, { recursive: true, force: true });
    renameSync(fresh, folder);
    return { folder };
  } catch (error) {
    const [why = ''] = String(error instanceof Error ? error.message : error).split('\n');
    return { why: `${host.install} cannot be installed: ${why}` };
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** Why this machine cannot give a host a network with nothing but loopback; undefined if it can. */
export function findNamespaceProblem(): string | undefined {
  try {
    execFileSync('unshare', ['-n', '--', 'sh', '-c', 'ip link set lo up'], { stdio: 'pipe', timeout: 10_000 });
    return undefined;
  } catch {
    return 'unshare -n with ip is not possible here: it needs root or user namespaces, and iproute2';
  }
}
