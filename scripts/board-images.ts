/** Takes the pictures of the board in docs/images: every view, light and dark, wide and narrow. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composePlatform } from '../src/compose.ts';
import { createLoginCode, startServing } from '../src/surfaces/http/index.ts';
import { playStory, prepareRepository } from '../test/support/board-story.ts';
import { launchBrowser } from '../test/support/browser.ts';

const target = process.argv[2] ?? 'docs/images';
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'board-')));
const root = join(folder, 'web-shop');
mkdirSync(root);
prepareRepository(root);
const platform = await composePlatform({ folder: root, environment: process.env });
const story = await playStory(platform);
const serving = await startServing(platform, {
  host: '127.0.0.1',
  port: 0,
  hosts: [],
  moduleFolder: import.meta.dirname,
  pid: process.pid,
  log: () => undefined,
});
const browser = await launchBrowser();

const VIEWS: Readonly<Record<string, string>> = {
  tasks: '/',
  task: `/tasks/${story.parent}`,
  handoff: `/tasks/${story.child}`,
  trace: `/traces/${story.traceId}`,
  traces: '/traces',
  delegation: '/delegation',
  governance: '/governance',
  project: '/project?file=LOG.md',
  findings: '/findings',
};

const NARROW = new Set(['tasks', 'handoff', 'project']);

async function take(name: string, path: string, colorScheme: 'light' | 'dark', isNarrow: boolean): Promise<void> {
  const viewport = isNarrow ? { width: 390, height: 844 } : { width: 1440, height: 900 };
  const page = await browser.newPage({ colorScheme, viewport });
  await page.goto(`${serving.url}${path}#code=${createLoginCode(serving.token, platform)}`);
  await page.locator('.connection.live').waitFor();
  await page.locator('.waiting').waitFor({ state: 'detached' });
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(target, `board-${name}${isNarrow ? '-narrow' : ''}-${colorScheme}.png`) });
  await page.close();
}

try {
  for (const [name, path] of Object.entries(VIEWS)) {
    for (const scheme of ['light', 'dark'] as const) await take(name, path, scheme, false);
    if (NARROW.has(name)) await take(name, path, 'light', true);
  }
} finally {
  await browser.close();
  await serving.stop();
  await platform.close();
  rmSync(folder, { recursive: true, force: true });
}
