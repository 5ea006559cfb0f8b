/**
 * Downloads the documentation of the packages that `registry-packages.json` and `unseen-packages.json` list into
 * `.cache/guard/packages`: README, changelog, agent configuration and skills, as honest text. None of it is committed.
 * `tsx scripts/guard/fetch-packages.ts`; packages that are there already are left as they are.
 */
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isDocument, packageFolder, readPackageList } from './registry-text.ts';

const TIMEOUT_MS = 120_000;
const PARALLEL = 4;
const MAX_FILE_BYTES = 1_000_000;

/** As npm is configured on this machine. */
const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim().replace(/\/$/, '');

async function fetchPackage(name: string, version: string): Promise<void> {
  const folder = packageFolder(name, version);
  if (existsSync(folder)) return;
  const work = mkdtempSync(join(tmpdir(), 'guard-package-'));
  try {
    const tarball = join(work, 'package.tgz');
    writeFileSync(tarball, await download(`${registry}/${name}/-/${name.replace(/^@[^/]+\//, '')}-${version}.tgz`));
    const unpacked = join(work, 'unpacked');
    mkdirSync(unpacked);
    execFileSync('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1', '--no-same-permissions']);
    // Complete or absent: a run that was stopped leaves no half of a package.
    const chosen = join(work, 'chosen');
    mkdirSync(chosen);
    for (const file of readdirSync(unpacked, { recursive: true, encoding: 'utf8' }))
      copyDocument(unpacked, chosen, file);
    mkdirSync(dirname(folder), { recursive: true });
    renameOrCopy(chosen, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function copyDocument(from: string, to: string, file: string): void {
  const path = file.replaceAll('\\', '/');
  const stat = statSync(join(from, file), { throwIfNoEntry: false });
  if (stat?.isFile() !== true || stat.size > MAX_FILE_BYTES || !isDocument(path)) return;
  mkdirSync(dirname(join(to, path)), { recursive: true });
  copyFileSync(join(from, file), join(to, path));
}

/** The temporary folder may be on another disk. */
function renameOrCopy(from: string, to: string): void {
  const beside = `${to}.part-${process.pid}`;
  execFileSync('cp', ['-R', from, beside]);
  renameSync(beside, to);
}

async function download(url: string): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

const waiting = Object.entries(readPackageList());
const total = waiting.length;
async function fetchWaiting(): Promise<void> {
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await fetchPackage(...next);
}
await Promise.all(Array.from({ length: PARALLEL }, fetchWaiting));
console.log(`${total} packages`);
