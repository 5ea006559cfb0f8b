import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Files } from '../../../kernel/ports/index.ts';
import type { Asset } from '../server.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Every file of the board, by its address. Empty if the board was not built. */
export async function readAssets(files: Files, folder: string): Promise<ReadonlyMap<string, Asset>> {
  const assets = new Map<string, Asset>();
  for (const place of ['', 'assets']) {
    for (const { name, kind } of await files.list(join(folder, place))) {
      const type = TYPES[extname(name)];
      if (kind !== 'file' || type === undefined) continue;
      const bytes = await files.readBytes(join(folder, place, name));
      const gzip = gzipSync(bytes);
      const address = name === 'index.html' ? '/' : `/${place === '' ? '' : `${place}/`}${name}`;
      assets.set(address, {
        type,
        bytes,
        ...(gzip.length < bytes.length ? { gzip } : {}),
        isImmutable: place === 'assets',
      });
    }
  }
  return assets;
}

/** The built board of the package this module belongs to; the same from the bundle, the library and the sources. */
export async function findBoardFolder(files: Files, from: string): Promise<string | undefined> {
  for (let folder = from; ; folder = join(folder, '..')) {
    const board = join(folder, 'dist', 'board');
    if ((await files.stat(join(board, 'index.html'))) !== undefined) return board;
    if (join(folder, '..') === folder) return undefined;
  }
}
