import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerHook } from '../../../src/relay/hook/index.ts';
import { testProject } from '../../support/project.ts';

const EVENT = { verb: 'session-start', host: 'claude', sessionId: 'now', source: 'startup' } as const;

test('the marks of sessions long past are swept away, the latest are kept', async () => {
  const project = await testProject();
  const platform = await project.platform();
  const folder = join(platform.project.dataDir, 'hooks');
  const remember = (count: number): void => {
    for (let n = 0; n < count; n++) {
      const session = join(folder, `session-${n}`);
      mkdirSync(session, { recursive: true });
      writeFileSync(join(session, 'snapshot.json'), '{}\n');
      utimesSync(session, 1_700_000_000 + n, 1_700_000_000 + n);
    }
  };
  const start = () => answerHook(platform, { ...EVENT, folder: platform.project.root });
  remember(219);
  await start();
  expect(readdirSync(folder)).toHaveLength(219);
  remember(220);
  await start();
  const kept = readdirSync(folder);
  expect(kept).toHaveLength(200);
  expect([kept.includes('session-19'), kept.includes('session-20')]).toEqual([false, true]);
});
