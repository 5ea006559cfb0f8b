/** Takes the pictures of the board in docs/images: every view, light and dark, wide and narrow. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { composePlatform } from '../../src/compose.ts';
import { stopTask } from '../../src/relay/tasks/index.ts';
import { createLoginCode, startServing } from '../../src/surfaces/http/index.ts';
import { launchBrowser } from '../../test/support/browser.ts';
import { playProject, prepareFerryRepository } from './play-project.ts';

const target = process.argv[2] ?? 'docs/images';
const only = process.argv[3];
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'board-')));
const root = join(folder, 'island-ferries');
mkdirSync(root);
mkdirSync(target, { recursive: true });
prepareFerryRepository(root);
const environment = { ...process.env, XDG_STATE_HOME: join(folder, 'state'), XDG_CONFIG_HOME: join(folder, 'config') };
const platform = await composePlatform({ folder: root, environment });
const played = await playProject(platform);
const serving = await startServing(platform, {
  host: '127.0.0.1',
  port: 0,
  hosts: [],
  moduleFolder: join(import.meta.dirname, '..'),
  pid: process.pid,
  log: () => undefined,
});
const browser = await launchBrowser();

interface Picture {
  readonly path: string;
  readonly isNarrow?: boolean;
  readonly act?: (page: Page) => Promise<void>;
}

const PICTURES: Readonly<Record<string, Picture>> = {
  tasks: { path: '/' },
  list: { path: '/list?group=agent' },
  task: { path: `/tasks/${played.task}` },
  handoff: { path: `/tasks/${played.child}` },
  trace: { path: `/traces/${played.traceId}` },
  traces: { path: '/traces' },
  agents: { path: '/agents' },
  delegation: { path: '/delegation' },
  governance: { path: '/governance' },
  project: { path: '/project?file=LOG.md' },
  findings: { path: '/findings' },
  statistics: { path: '/statistics' },
  palette: {
    path: '/',
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('bank');
      await page.waitForTimeout(600);
    },
  },
  edit: {
    path: `/tasks/${played.parent}`,
    act: async (page) => {
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.locator('dialog').waitFor();
    },
  },
  'tasks-narrow': { path: '/', isNarrow: true },
  'task-narrow': { path: `/tasks/${played.task}`, isNarrow: true },
};

async function take(name: string, picture: Picture, colorScheme: 'light' | 'dark'): Promise<void> {
  const viewport = picture.isNarrow === true ? { width: 390, height: 844 } : { width: 1440, height: 900 };
  const page = await browser.newPage({ colorScheme, viewport });
  await page.goto(`${serving.url}${picture.path}#code=${createLoginCode(serving.token, platform)}`);
  await page.locator('.connection.live').waitFor();
  await page.locator('.waiting').waitFor({ state: 'detached' });
  await page.waitForTimeout(1_200);
  await picture.act?.(page);
  await page.screenshot({ path: join(target, `board-${name}-${colorScheme}.png`) });
  await page.close();
}

try {
  for (const [name, picture] of Object.entries(PICTURES)) {
    if (only !== undefined && !name.startsWith(only)) continue;
    for (const scheme of ['light', 'dark'] as const) await take(name, picture, scheme);
  }
} finally {
  await browser.close();
  await stopTask(platform, { id: played.task, by: 'mia' });
  await serving.stop();
  await platform.close();
  rmSync(folder, { recursive: true, force: true });
}
