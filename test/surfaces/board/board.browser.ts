import { createLoginCode } from '../../../src/surfaces/http/index.ts';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createUlidAfter } from '../../../src/kernel/ids.ts';
import { joinChanges, planNewTask } from '../../../src/protocols/tasks/index.ts';
import { newTask } from '../../../src/relay/tasks/index.ts';
import { HOSTILE_TITLE, playStory, prepareRepository, type Story } from '../../support/board-story.ts';
import { launchBrowser } from '../../support/browser.ts';
import { startTestDaemon, type RunningDaemon } from '../../support/http-daemon.ts';
import { runBaton } from '../../support/run-baton.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

let browser: Browser;
const atTheEnd: (() => Promise<void>)[] = [];
beforeAll(async () => {
  browser = await launchBrowser();
  shared = await startStory();
}, 60_000);
afterAll(async () => {
  await browser.close();
  for (const clean of atTheEnd) await clean();
}, 30_000);

interface OpenBoard {
  readonly page: Page;
  /** Console errors, page errors and violations of the content policy. */
  readonly troubles: string[];
}

async function openBoard(
  daemon: Pick<RunningDaemon, 'url' | 'token'>,
  path = '/',
  options: { colorScheme?: 'light' | 'dark'; width?: number; withToken?: boolean } = {},
): Promise<OpenBoard> {
  const context = await browser.newContext({
    colorScheme: options.colorScheme ?? 'light',
    viewport: { width: options.width ?? 1440, height: 900 },
  });
  onTestFinished(async () => await context.close());
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text());
  });
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('dialog', (dialog) => {
    troubles.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`policy: ${event.violatedDirective}`),
    ),
  );
  await page.goto(
    `${daemon.url}${path}${options.withToken === false ? '' : `#code=${createLoginCode(daemon.token, daemon.platform)}`}`,
  );
  await page.locator('.connection.live').waitFor();
  await page.locator('.waiting').waitFor({ state: 'detached' });
  return { page, troubles };
}

interface SharedStory {
  readonly daemon: RunningDaemon;
  readonly story: Story;
}

/** One story for all tests that only look at it: making it takes longer than looking. */
let shared: SharedStory;

async function startStory(): Promise<SharedStory> {
  const folder = mkdtempSync(join(tmpdir(), 'baton-board-'));
  const root = join(folder, 'web-shop');
  mkdirSync(root);
  prepareRepository(root);
  let stop = async (): Promise<void> => undefined;
  const daemon = await startTestDaemon(root, {}, (clean) => (stop = clean));
  atTheEnd.push(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return { daemon, story: await playStory(daemon.platform) };
}

const card = (page: Page, status: string, id: string) => page.locator(`.column.${status} [data-task="${id}"]`);

async function make(daemon: RunningDaemon, title: string): Promise<string> {
  return (await newTask(daemon.platform, { title, by: 'operator' })).task.id;
}

/** Many in each change: one flush each instead of ten thousand. */
async function makeMany({ platform }: RunningDaemon, count: number): Promise<void> {
  const store = await platform.tasks();
  for (let made = 0; made < count; made += 1_000) {
    const acting = { actor: 'operator', now: Date.now() };
    await store.change([], (lookup) => {
      const changes = Array.from({ length: 1_000 }, (_, n) => {
        const number = made + n;
        const uid = createUlidAfter(undefined, acting.now, platform.random);
        const id = `TASK-2026-02-09-${String(number + 1).padStart(3, '0')}`;
        return planNewTask(lookup, { title: `Task ${number}`, uid, id }, acting);
      });
      return joinChanges(null, ...changes);
    });
  }
}

const drag = async (page: Page, id: string, from: string, to: string): Promise<void> =>
  await card(page, from, id).dragTo(page.locator(`.column.${to}`), { targetPosition: { x: 40, y: 300 } });

describe('the board in Chromium', () => {
  verifies('SUR-032', 'cards move by themselves while agents in other processes work', async () => {
    const root = await tempFolder();
    const daemon = await startTestDaemon(root);
    const id = await make(daemon, 'Fix the login page');
    const { page, troubles } = await openBoard(daemon);
    await card(page, 'ready', id).waitFor();
    const claimed = await runBaton(['claim', id, '--agent', 'ada', '--json'], { cwd: root });
    await card(page, 'in-progress', id).waitFor();
    expect(await card(page, 'in-progress', id).innerText()).toContain('ada');
    const { runId: run } = (JSON.parse(claimed.stdout) as { data: { run: { runId: string } } }).data.run;
    await runBaton(['complete', id, '--agent', 'ada', '--run', run, '--notes', 'done'], { cwd: root });
    await card(page, 'done', id).waitFor();
    expect(await page.locator(`[data-task="${id}"]`).count()).toBe(1);
    expect(troubles).toEqual([]);
  });

  verifies(
    'SUR-032',
    'a drag moves a task; a forbidden drag is refused with the reason, and nothing is stored',
    async () => {
      const daemon = await startTestDaemon(await tempFolder());
      const id = await make(daemon, 'Drag me');
      const { page, troubles } = await openBoard(daemon);
      await drag(page, id, 'ready', 'cancelled');
      await card(page, 'cancelled', id).waitFor();
      const read = async (): Promise<unknown> => (await daemon.get(`/v1/tasks?ids=${id}`)).data;
      await expect.poll(read).toMatchObject({ tasks: [{ status: 'cancelled' }] });
      const other = await make(daemon, 'Not me');
      await card(page, 'ready', other).waitFor();
      await drag(page, other, 'ready', 'done');
      const notice = page.locator('.notice.bad');
      await notice.waitFor();
      expect(await notice.innerText()).toContain(`${other} cannot go from Ready to Done.`);
      expect(await notice.innerText()).toContain('It can go to In progress, Backlog, Blocked, Dead letter, Cancelled.');
      expect((await daemon.get(`/v1/tasks?ids=${other}`)).data).toMatchObject({ tasks: [{ status: 'ready', rev: 1 }] });
      expect(troubles).toEqual([]);
    },
  );

  verifies('SUR-032', 'everything works with the keyboard alone', async () => {
    const daemon = await startTestDaemon(await tempFolder());
    const id = await make(daemon, 'By keyboard');
    const { page } = await openBoard(daemon);
    await card(page, 'ready', id).locator('select').focus();
    await page.keyboard.type('Cancelled');
    await page.keyboard.press('Enter');
    await card(page, 'cancelled', id).waitFor();
    await page.locator('body').click({ position: { x: 5, y: 890 } });
    await page.keyboard.press('/');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('search');
    await page.keyboard.type('keyboard');
    expect(new URL(page.url()).searchParams.get('q')).toBe('keyboard');
    await page.locator('.card a').focus();
    await page.keyboard.press('Enter');
    await page.locator('h1', { hasText: 'By keyboard' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await page.getByText('No project state here').waitFor();
  });

  verifies('SUR-032', 'search and filters live in the address and survive a reload', async () => {
    const daemon = await startTestDaemon(await tempFolder());
    await make(daemon, 'Login page');
    await make(daemon, 'Search ranking');
    const { page } = await openBoard(daemon, '/?q=login');
    await page.getByText('Login page').waitFor();
    expect(await page.locator('.card').count()).toBe(1);
    await page.reload();
    await page.getByText('Login page').waitFor();
    expect(await page.locator('.card').count()).toBe(1);
    expect(await page.locator('#search').inputValue()).toBe('login');
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('Search ranking').waitFor();
  });

  verifies(
    'SUR-032',
    'a task page tells the story: runs, checkpoint, handoff with its budget, output, children',
    async () => {
      const { daemon, story } = shared;
      const { page, troubles } = await openBoard(daemon, `/tasks/${story.parent}`);
      const text = await page.locator('main').innerText();
      for (const words of ['Payments are charged twice', 'Runs (2)', 'fixed the retry', 'Review the retry of payments'])
        expect(text).toContain(words);
      await page.locator('.axis rect').first().waitFor();
      await page.getByRole('link', { name: 'Review the retry of payments' }).click();
      await page.locator('h1', { hasText: 'Review the retry' }).waitFor();
      const child = await page.locator('main').innerText();
      for (const words of [
        'of 2,000 tokens',
        'payload.session',
        'No double charge in 1,000 retries',
        '14 of 14 checks pass',
      ])
        expect(child).toContain(words);
      await page.locator('summary', { hasText: 'outputs/checks.log' }).click();
      await page.getByText('ok 1').waitFor();
      await page.getByRole('link', { name: story.traceId.slice(0, 8) }).click();
      await page.locator('.events .type', { hasText: 'delegation.requested' }).waitFor();
      expect(await page.locator('.axis circle').count()).toBeGreaterThan(10);
      expect(troubles).toEqual([]);
    },
  );

  verifies('SUR-033', 'what an agent wrote stays text wherever it is shown, and nothing of it runs', async () => {
    const { daemon, story } = shared;
    for (const path of ['/', `/tasks/${story.hostile}`, '/delegation', '/findings', '/project?file=WORKFLOW.md']) {
      const { page, troubles } = await openBoard(daemon, path);
      expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
      expect(await page.locator('main script, main iframe, main b, main img').count()).toBe(0);
      expect(troubles).toEqual([]);
    }
    const { page } = await openBoard(daemon, `/tasks/${story.hostile}`);
    expect(await page.locator('h1').innerText()).toBe(HOSTILE_TITLE);
    await page.locator('summary', { hasText: 'outputs/<b>page</b>.html' }).click();
    await page.locator('details pre', { hasText: '</pre><script>' }).waitFor();
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  });

  verifies('SUR-033', 'the content policy stops inline script and foreign sources even if markup got in', async () => {
    const daemon = await startTestDaemon(await tempFolder());
    const { page, troubles } = await openBoard(daemon);
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.hacked = 1';
      document.body.append(script);
      const image = document.createElement('img');
      image.src = 'https://collect.example.net/x.png';
      document.body.append(image);
      document.body.insertAdjacentHTML('beforeend', '<button id="evil" onclick="window.hacked=1">x</button>');
    });
    await page.locator('#evil').dispatchEvent('click');
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    expect(troubles.filter((line) => line.startsWith('policy: ')).toSorted()).toEqual(
      expect.arrayContaining([expect.stringContaining('script-src'), expect.stringContaining('img-src')]),
    );
  });

  verifies('SUR-032', 'axe finds nothing serious in any view, light or dark, wide or narrow', async () => {
    const { daemon, story } = shared;
    const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
    const views = [
      '/',
      `/tasks/${story.child}`,
      `/traces/${story.traceId}`,
      '/traces',
      '/delegation',
      '/governance',
      '/project?file=LOG.md',
      '/findings',
    ];
    const found: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await openBoard(daemon, '/', { colorScheme, width: colorScheme === 'light' ? 1440 : 390 });
      for (const view of views) {
        await page.goto(`${daemon.url}${view}`);
        await page.locator('.connection.live').waitFor();
        await page.locator('.waiting').waitFor({ state: 'detached' });
        await page.evaluate(readAxe(axe));
        const serious = await page.evaluate(async () => {
          const { violations } = await (window as unknown as { axe: { run(): Promise<AxeResult> } }).axe.run();
          return violations
            .filter(({ impact }) => impact === 'serious' || impact === 'critical')
            .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
        });
        found.push(...serious.map((line) => `${colorScheme} ${view} ${line}`));
      }
    }
    expect(found).toEqual([]);
  });

  verifies('SUR-032', 'on a phone nothing is wider than the screen', async () => {
    const { daemon, story } = shared;
    for (const view of [
      '/',
      `/tasks/${story.child}`,
      `/traces/${story.traceId}`,
      '/governance',
      '/project',
      '/findings',
    ]) {
      const { page } = await openBoard(daemon, view, { width: 390 });
      const widths = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.querySelector('main')?.scrollWidth,
      ]);
      expect([view, ...widths]).toEqual([view, 390, 390]);
    }
  });

  verifies(
    'SUR-032',
    'with 10,000 tasks only what can be seen is drawn, and the end of a column is reached',
    async () => {
      const daemon = await startTestDaemon(await tempFolder(), { pollMs: 3_600_000 });
      await makeMany(daemon, 10_000);
      const { page, troubles } = await openBoard(daemon);
      await page.locator('.column.ready .count', { hasText: /^10000$/ }).waitFor();
      expect(await page.locator('.card').count()).toBeLessThan(60);
      await page.locator('.column.ready .scroll').evaluate((list) => list.scrollTo(0, list.scrollHeight));
      await page.locator('[aria-posinset="10000"]').waitFor();
      expect(await page.locator('.card').count()).toBeLessThan(60);
      // One has it as its title, another as its number.
      await page.locator('#search').fill('Task 9876');
      await page.locator('.card', { hasText: 'Task 9876' }).waitFor();
      expect(await page.locator('.card').count()).toBe(2);
      expect(troubles).toEqual([]);
    },
  );

  verifies('SUR-031', 'a board that lost the daemon comes back by itself and shows what it missed', async () => {
    const root = await tempFolder();
    const first = await startTestDaemon(root);
    const { page } = await openBoard(first);
    await page.getByText('No tasks yet').waitFor();
    await first.stop();
    await page.locator('.connection.lost').waitFor();
    await runBaton(['task', 'new', 'Made while away'], { cwd: root });
    await startTestDaemon(root, { port: Number(new URL(first.url).port) });
    await page.locator('.connection.live').waitFor();
    await page.getByText('Made while away').waitFor();
  });

  test('without the token the board looks and says why it cannot change anything', async () => {
    const daemon = await startTestDaemon(await tempFolder());
    const id = await make(daemon, 'Read only');
    const { page } = await openBoard(daemon, '/', { withToken: false });
    await drag(page, id, 'ready', 'blocked');
    await page.getByText('This board can only look.').waitFor();
    expect((await daemon.get(`/v1/tasks?ids=${id}`)).data).toMatchObject({ tasks: [{ status: 'ready' }] });
  });

  test('the token leaves the address bar at once', async () => {
    const daemon = await startTestDaemon(await tempFolder());
    const { page } = await openBoard(daemon);
    expect(page.url()).toBe(`${daemon.url}/`);
  });
});

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string | null;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/** Evaluated, not added as a tag: the content policy of the page would refuse that. */
const readAxe = (path: string): string => `${readFileSync(path, 'utf8')}\nundefined;`;
