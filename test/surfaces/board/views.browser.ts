import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { HOSTILE_TITLE, playStory, prepareRepository, type Story } from '../../support/board-story.ts';
import { launchBrowser } from '../../support/browser.ts';
import { startTestDaemon, type RunningDaemon } from '../../support/http-daemon.ts';
import { openBoard, settle } from '../../support/open-board.ts';
import { verifies } from '../../support/verifies.ts';

let browser: Browser;
let daemon: RunningDaemon;
let story: Story;
const clean: (() => Promise<void>)[] = [];

/** One story for all tests that only look at it: making it takes longer than looking. */
beforeAll(async () => {
  browser = await launchBrowser();
  const folder = mkdtempSync(join(tmpdir(), 'baton-board-'));
  const root = join(folder, 'web-shop');
  mkdirSync(root);
  prepareRepository(root);
  daemon = await startTestDaemon(root, {}, (stop) => clean.push(stop));
  clean.push(async () => rmSync(folder, { recursive: true, force: true }));
  story = await playStory(daemon.platform);
  writeFileSync(join(root, 'pay.ts'), 'const key = order.key;\n');
  const git = (...args: string[]): Buffer =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], { cwd: root });
  git('add', 'pay.ts');
  git('commit', '--quiet', '--message', `pay: one key per order\n\n${story.parent}`);
}, 90_000);
afterAll(async () => {
  await browser.close();
  for (const step of clean) await step();
}, 30_000);

const text = (page: Page): Promise<string> => page.locator('main').innerText();

verifies('SUR-071', 'a task page tells the story from the brief to the commit', async () => {
  const { page, troubles } = await openBoard(browser, daemon, `/tasks/${story.parent}`);
  await page.getByText('pay: one key per order').click();
  await page.locator('.diff', { hasText: '+const key = order.key;' }).waitFor();
  const whole = await text(page);
  for (const words of [
    'Payments are charged twice',
    'fixed the retry',
    'Review the retry of payments',
    'Cost in tokens',
  ])
    expect(whole).toContain(words);
  expect(await page.locator('.axis rect').count()).toBe(2);
  await page.getByRole('link', { name: 'Review the retry of payments' }).click();
  await page.locator('h1', { hasText: 'Review the retry' }).waitFor();
  const child = await text(page);
  for (const words of [
    'of 2,000 tokens',
    'payload.session',
    'No double charge in 1,000 retries',
    '14 of 14 checks pass',
  ])
    expect(child).toContain(words);
  await page.locator('summary', { hasText: 'outputs/checks.log' }).click();
  await page.getByText('ok 1').waitFor();
  expect(troubles).toEqual([]);
});

verifies('SUR-071', 'a trace is lanes and sentences, finished ones are listed, and it can be zoomed', async () => {
  const { page, troubles } = await openBoard(browser, daemon, '/traces');
  await page.locator('tr', { hasText: 'Move to the old server' }).getByText('finished').waitFor();
  await page.getByRole('link', { name: 'Payments are charged twice' }).click();
  await page.locator('.lanes').waitFor();
  const whole = await text(page);
  for (const words of [
    'handed a part to bob',
    'moved it from ready to in progress',
    'began to work on it',
    'wrote a handoff document for bob',
  ])
    expect(whole).toContain(words);
  expect(whole).not.toMatch(/[{}]/);
  const wide = async (): Promise<number> => Number(await page.locator('.lanes').getAttribute('width'));
  const before = await wide();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  expect(await wide()).toBeGreaterThan(before * 1.5);
  // No two marks of a lane lie on each other.
  const overlaps = await page.locator('.lanes > g').evaluateAll((lanes) =>
    lanes.flatMap((lane) => {
      const xs = [...lane.querySelectorAll('circle')].map((mark) => Number(mark.getAttribute('cx')));
      return xs.filter((x, index) => index > 0 && x - (xs[index - 1] ?? 0) < 9);
    }),
  );
  expect(overlaps).toEqual([]);
  expect(troubles).toEqual([]);
});

verifies('SUR-071', 'the list sorts and groups, and the address keeps it', async () => {
  const { page } = await openBoard(browser, daemon, '/list?group=status');
  await page.locator('.row-head', { hasText: 'Backlog' }).waitFor();
  await page.getByRole('button', { name: 'Title' }).click();
  await page.reload();
  await settle(page);
  expect(new URL(page.url()).search).toBe('?group=status&sort=title');
  await page.getByLabel('Group').selectOption('');
  const titles = (await page.locator('.row .title a').allInnerTexts()).slice(0, 5);
  expect(titles).toEqual(titles.toSorted((a, b) => a.localeCompare(b)));
  await page.locator('.row', { hasText: 'Upgrade the database driver' }).click();
  await page.locator('h1', { hasText: 'Upgrade the database driver' }).waitFor();
});

verifies('SUR-071', 'agents, governance, project, findings and statistics have something to say', async () => {
  const { page, troubles } = await openBoard(browser, daemon, '/agents');
  await page.locator('tr', { hasText: 'ada' }).getByRole('link', { name: 'Payments are charged twice' }).waitFor();
  const rows: [string, readonly string[]][] = [
    ['/governance', ['The audit log holds', 'Audit log', 'Content']],
    ['/project?file=LOG.md', ['Fixed the double charge', 'LOG.md', 'What reading costs']],
    ['/findings', ['WORKFLOW.md']],
    ['/statistics', ['Throughput', 'Cycle time', 'Tokens saved']],
    ['/delegation', ['Review the retry of payments']],
  ];
  for (const [path, words] of rows) {
    await page.goto(`${daemon.url}${path}`);
    await settle(page);
    for (const each of words) await page.getByText(each).first().waitFor();
  }
  expect(troubles).toEqual([]);
});

verifies('SUR-072', 'at 1440 px nothing overflows, empty columns fold, and headers do not collide', async () => {
  const { page } = await openBoard(browser, daemon);
  const columns = page.locator('.columns');
  expect(await columns.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  const heads = await page.locator('.column:not(.folded) h2 button').evaluateAll((buttons) =>
    buttons.map((button) => {
      const [name, count] = [...button.querySelectorAll('span')].map((span) => span.getBoundingClientRect());
      return (count?.left ?? 0) - (name?.right ?? 0) > 0;
    }),
  );
  expect(heads.length).toBeGreaterThan(4);
  expect(new Set(heads)).toEqual(new Set([true]));
  await page.locator('#search').fill('logo');
  await page.locator('.column.backlog.folded').waitFor();
  // Cancelled tasks are folded until somebody wants to see them; the address remembers it.
  await page.locator('#search').fill('');
  await page.locator('.column.cancelled.folded button').click();
  await page.locator('.column.cancelled .card', { hasText: 'Move to the old server' }).waitFor();
  expect(new URL(page.url()).searchParams.get('open')).toBe('cancelled');
});

const everyView = (): readonly string[] => [
  '/',
  '/list',
  `/tasks/${story.child}`,
  '/traces',
  `/traces/${story.traceId}`,
  '/agents',
  '/delegation',
  '/governance',
  '/project?file=LOG.md',
  '/findings',
  '/statistics',
];

/** Texts and controls that are cut off by the page, lie on each other, or have letters too small to read. */
const findUnreadable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width) found.push('the page scrolls sideways');
    if ((document.querySelector('main')?.scrollWidth ?? 0) > width) found.push('the content scrolls sideways');
    const name = (element: Element): string =>
      `${element.tagName} ${element.textContent?.trim().slice(0, 30)} ${element.getAttribute('aria-label') ?? ''}`;
    const seen = [...document.querySelectorAll<HTMLElement>('header *, main *')].filter((element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    );
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    for (const element of seen) {
      const { right, left } = element.getBoundingClientRect();
      if ((right > width + 1 || left < -1) && !scrolls(element.parentElement) && !element.closest('.sr-only, .skip'))
        found.push(`cut off: ${name(element)}`);
      const isText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim() !== '');
      if (isText && parseFloat(getComputedStyle(element).fontSize) < 10 && !element.matches('.connection'))
        found.push(`too small: ${name(element)}`);
    }
    const controls = seen.filter((element) => element.matches('button, select, input, nav a, .attention a'));
    const boxes = controls.map((element) => ({ element, box: element.getBoundingClientRect() }));
    for (const [index, one] of boxes.entries())
      for (const other of boxes.slice(index + 1)) {
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (across > 2 && down > 2 && !one.element.closest('.scroll') && !other.element.closest('.scroll'))
          found.push(`overlap: ${name(one.element)} / ${name(other.element)}`);
      }
    return found;
  });

verifies('SUR-072', 'a phone opens on a column with work, and everything on it can be read and used', async () => {
  const { page, troubles } = await openBoard(browser, daemon, '/', { width: 390 });
  await page.locator('.column.in-progress.shown .card').first().waitFor();
  for (const view of everyView()) {
    await page.goto(`${daemon.url}${view}`);
    await settle(page);
    expect([view, ...(await findUnreadable(page))]).toEqual([view]);
    // The view that is open is among those that the bar shows.
    const current = page.locator('nav [aria-current]');
    const box = await current.boundingBox();
    expect([view, (box?.x ?? -1) >= 0, (box?.x ?? 0) + (box?.width ?? 0) <= 390]).toEqual([view, true, true]);
  }
  // Filters are wide enough to read, and work.
  await page.goto(`${daemon.url}/list`);
  await settle(page);
  for (const select of await page.locator('.filters select').all())
    expect((await select.boundingBox())?.width).toBeGreaterThan(90);
  await page.locator('.filters select').first().selectOption('cleo');
  await page.locator('.row', { hasText: 'Write the release notes' }).waitFor();
  expect(await page.locator('.row', { hasText: 'Upgrade the database driver' }).count()).toBe(0);
  // The graph fits: a child lies below its parent, and both can be opened.
  await page.goto(`${daemon.url}/delegation`);
  await settle(page);
  expect(Number(await page.locator('.tree').getAttribute('width'))).toBeLessThan(390);
  await page.locator('.tree a', { hasText: 'Review the retry of payments' }).click();
  await page.locator('h1', { hasText: 'Review the retry' }).waitFor();
  // Work is done on it: a task is made, answered from its menu, and found.
  await page.getByRole('link', { name: 'Baton' }).click();
  await page.getByRole('button', { name: 'New task' }).click();
  await page.getByLabel('Title').fill('Made on a phone');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('group', { name: 'Column' }).getByRole('button', { name: 'Ready' }).click();
  const card = page.locator('.card', { hasText: 'Made on a phone' });
  await card.locator('.menu-button').click();
  const menu = await page.locator('.menu').boundingBox();
  expect((menu?.x ?? -1) >= 0 && (menu?.x ?? 0) + (menu?.width ?? 0) <= 390).toBe(true);
  await page.getByRole('menuitem', { name: 'Cancel' }).click();
  await page.locator('dialog button[type="submit"]').click();
  await card.waitFor({ state: 'detached' });
  expect(troubles).toEqual([]);
});

verifies('SUR-072', 'at 200 % zoom of a 1280 px window nothing is cut off, covered or too small', async () => {
  // Zoom changes how many CSS pixels the window has.
  const { page } = await openBoard(browser, daemon, '/', { width: 640, height: 400 });
  for (const view of everyView()) {
    await page.goto(`${daemon.url}${view}`);
    await settle(page);
    expect([view, ...(await findUnreadable(page))]).toEqual([view]);
  }
  await page.goto(daemon.url);
  await settle(page);
  // Cards keep a height in which they can be read; the page scrolls.
  expect((await page.locator('.columns').boundingBox())?.height).toBeGreaterThan(250);
  await page.getByRole('button', { name: 'New task' }).click();
  const dialog = await page.locator('dialog').boundingBox();
  expect((dialog?.y ?? -1) >= 0 && (dialog?.y ?? 0) + (dialog?.height ?? 0) <= 400).toBe(true);
  await page.getByRole('button', { name: 'Create' }).scrollIntoViewIfNeeded();
});

verifies('SUR-072', 'no card has an empty line or a line that is cut', async () => {
  for (const width of [1440, 1100, 390]) {
    const { page } = await openBoard(browser, daemon, '/', { width });
    const wrong = await page.locator('.card').evaluateAll((cards) =>
      cards.flatMap((card) => {
        const last = card.querySelector('.reason') ?? card.querySelector('.facts');
        const rest = card.getBoundingClientRect().bottom - (last?.getBoundingClientRect().bottom ?? 0);
        return rest < 0 || rest > 10 ? [`${card.textContent} ${rest}`] : [];
      }),
    );
    expect([width, ...wrong]).toEqual([width]);
  }
});

verifies('SUR-072', 'without the token every view is shown and none offers a change', async () => {
  const { page, troubles } = await openBoard(browser, daemon, '/', { withToken: false });
  for (const view of everyView()) {
    await page.goto(`${daemon.url}${view}`);
    await settle(page);
    await page.locator('.banner', { hasText: 'Read-only' }).waitFor();
    const offers = page.locator('.menu-button, .actions, .comment-box, button:has-text("New task")');
    expect([view, await offers.count()]).toEqual([view, 0]);
    expect(await page.locator('.criteria input:not([disabled])').count()).toBe(0);
  }
  expect(troubles).toEqual([]);
});

verifies('SUR-033', 'what an agent wrote stays text wherever it is shown, and nothing of it runs', async () => {
  const { page, troubles } = await openBoard(browser, daemon);
  for (const path of [
    '/',
    '/list',
    '/delegation',
    '/findings',
    '/project?file=WORKFLOW.md',
    `/tasks/${story.hostile}`,
  ]) {
    await page.goto(`${daemon.url}${path}`);
    await settle(page);
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    expect(await page.locator('main script, main iframe, main b, main img').count()).toBe(0);
  }
  expect(await page.locator('h1').innerText()).toBe(HOSTILE_TITLE);
  await page.locator('summary', { hasText: 'outputs/<b>page</b>.html' }).click();
  await page.locator('details pre', { hasText: '</pre><script>' }).waitFor();
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(troubles).toEqual([]);
});

verifies('SUR-033', 'Markdown of an agent can draw, but neither run nor call home', async () => {
  const body = [
    '# Title <img src=x onerror="window.hacked=1">',
    '[run](javascript:window.hacked=1) [data](data:text/html,x) [web](https://example.com/a)',
    '![pixel](https://collect.example.net/x.png)',
    '<script>window.hacked=1</script>',
    '<b>bold</b> **strong** `code`',
    '<!-- SECTION: summary -->',
    'seen <!-- inline --> too',
    '| nobody | here |\n|---|---|',
    '| a | b |\n|---|---|\n| <iframe src="javascript:1"></iframe> | 2 |',
  ].join('\n\n');
  const made = await daemon.post('/v1/tasks', { title: 'Markdown', body });
  const { id } = (made.data as { task: { id: string } }).task;
  const asked: string[] = [];
  const { page, troubles } = await openBoard(browser, daemon, `/tasks/${id}`, {
    prepare: async (fresh) => void fresh.on('request', (request) => asked.push(request.url())),
  });
  await page.locator('.markdown strong').waitFor();
  expect(await page.locator('.markdown').locator('script, iframe, img, b').count()).toBe(0);
  const whole = await page.locator('.markdown').innerText();
  expect(whole).not.toMatch(/<!--|SECTION|inline|nobody/);
  expect(whole).toContain('<b>bold</b>');
  const links = await page
    .locator('.markdown a')
    .evaluateAll((all) => all.map((link) => [link.getAttribute('href'), link.getAttribute('rel')]));
  expect(links).toEqual([['https://example.com/a', 'noreferrer noopener nofollow']]);
  expect(asked.filter((url) => !url.startsWith(daemon.url))).toEqual([]);
  expect(troubles).toEqual([]);
});

/** Within the page: what was loaded stays. */
async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await settle(page);
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const runAxe = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: { run(): Promise<AxeResult> } }).axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });

for (const [colorScheme, width] of [
  ['light', 1440],
  ['dark', 390],
] as const)
  verifies(
    'SUR-072',
    `axe finds nothing in any view or dialog, ${colorScheme}, ${width} px wide`,
    async () => {
      const found: string[] = [];
      const { page } = await openBoard(browser, daemon, '/', { colorScheme, width });
      // Evaluated, not added as a tag: the content policy of the page would refuse that.
      await page.evaluate(`${AXE}\nundefined;`);
      const traces = ['/traces', `/traces/${story.traceId}`];
      const others = ['/agents', '/delegation', '/governance', '/project?file=LOG.md', '/findings', '/statistics'];
      for (const view of ['/', '/list', `/tasks/${story.child}`, ...traces, ...others]) {
        await goWithin(page, view);
        found.push(...(await runAxe(page)).map((line) => `${view} ${line}`));
      }
      await goWithin(page, '/');
      await page.getByRole('button', { name: 'New task' }).click();
      await page.locator('dialog').waitFor();
      found.push(...(await runAxe(page)).map((line) => `new task ${line}`));
      await page.keyboard.press('Escape');
      // A dialog is closed by the browser in a step of its own: no hand is as quick as a program.
      await page.locator('dialog').waitFor({ state: 'detached' });
      await page.keyboard.press('Control+k');
      await page.locator('.palette').waitFor();
      found.push(...(await runAxe(page)).map((line) => `palette ${line}`));
      expect(found).toEqual([]);
    },
    { timeout: 180_000 },
  );

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}
