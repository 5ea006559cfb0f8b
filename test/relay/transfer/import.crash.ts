import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ask, readTree } from '../../support/busy-data-dir.ts';
import { makeLongArchive } from '../../support/long-archive.ts';
import { CLI, runBaton } from '../../support/run-baton.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

verifies('FLT-008', 'an import that is killed leaves nothing or all of it, and the next one is whole', async () => {
  const from = await tempFolder();
  const archive = await makeLongArchive(from);
  const whole = readTree(join(from, '.baton'));
  const startedMs = performance.now();
  await ask(await tempFolder(), ['import', archive]);
  const lengthMs = performance.now() - startedMs;
  let untouched = 0;
  for (let kill = 1; kill <= 6; kill += 1) {
    const to = await tempFolder();
    const child = spawn(process.execPath, [CLI, 'import', archive], { cwd: to, stdio: 'ignore' });
    const exited = once(child, 'exit');
    await new Promise((resolve) => setTimeout(resolve, (lengthMs * kill) / 6));
    child.kill('SIGKILL');
    await exited;
    if (existsSync(join(to, '.baton'))) expect(readTree(join(to, '.baton'))).toEqual(whole);
    else {
      untouched += 1;
      expect((await runBaton(['import', archive], { cwd: to })).code).toBe(0);
      expect(readTree(join(to, '.baton'))).toEqual(whole);
    }
    expect(existsSync(join(to, '.baton.import'))).toBe(false);
  }
  expect(untouched).toBeGreaterThan(0);
});
