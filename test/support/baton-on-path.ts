import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** An environment in which `baton` is a program on the PATH, as after a global install. */
export function batonOnPath(): { readonly PATH: string } {
  const folder = mkdtempSync(join(tmpdir(), 'baton-bin-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'baton'), '#!/bin/sh\n');
  chmodSync(join(folder, 'baton'), 0o755);
  return { PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` };
}
