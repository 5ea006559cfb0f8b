import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { addAgent, claim, complete, moveTask } from '../../../src/relay/tasks/index.ts';
import type { TaskDetail } from '../../../src/relay/views/index.ts';
import { launchBrowser } from '../../support/browser.ts';
import { CountedPage } from '../../support/count-steps.ts';
import { startTestDaemon, type RunningDaemon } from '../../support/http-daemon.ts';
import { cardIn, make, openBoard } from '../../support/open-board.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
}, 60_000);
afterAll(() => browser.close());

const detail = async (daemon: RunningDaemon, id: string): Promise<TaskDetail> =>
  (await daemon.get(`/v1/tasks/${id}`)).data as TaskDetail;

const menu = (page: Page, id: string) => page.locator(`[data-task="${id}"] .menu-button`);
const item = (page: Page, name: string) =>
  page.getByRole('menuitem', { name }).or(page.getByRole('menuitemradio', { name }));
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const submit = (page: Page) => page.locator('dialog button[type="submit"]');
const column = (page: Page, status: string) => page.locator(`.column.${status}`);

async function claimed(daemon: RunningDaemon, title: string, outcome?: 'needs_review'): Promise<string> {
  const id = await make(daemon, title);
  const runId = (await claim(daemon.platform, { id, agent: 'ada' }))?.run?.runId ?? '';
  if (outcome !== undefined) await complete(daemon.platform, { id, agent: 'ada', runId, outcome, notes: 'choose' });
  return id;
}

interface Everyday {
  readonly name: string;
  /** Returns the task that it is about; none for a new one. */
  readonly prepare: (daemon: RunningDaemon) => Promise<string>;
  readonly pointer: (at: CountedPage, id: string) => Promise<void>;
  /** The card of the task has the focus. */
  readonly keys: (at: CountedPage, id: string) => Promise<void>;
  /** What is the case afterwards. */
  readonly check: (daemon: RunningDaemon, id: string, page: Page) => Promise<unknown>;
}

const status = async (daemon: RunningDaemon, id: string): Promise<string> => (await detail(daemon, id)).card.status;

const EVERYDAY: readonly Everyday[] = [
  {
    name: 'create a task with title, text and criteria',
    prepare: async () => '',
    async pointer(at) {
      await at.click(button(at.page, 'New task'));
      await at.type('Print tickets');
      await at.click(at.page.getByLabel('What has to be done'));
      await at.type('On paper.');
      await at.click(at.page.getByLabel('Acceptance criteria'));
      await at.type('Readable');
      await at.click(submit(at.page));
    },
    async keys(at) {
      await at.press('n');
      await at.type('Print tickets');
      await at.press('Tab');
      await at.type('On paper.');
      await at.press('Tab');
      await at.type('Readable');
      await at.press('Control+Enter');
    },
    async check(daemon, _, page) {
      const card = page.locator('.column.ready .card', { hasText: 'Print tickets' }).first();
      await card.waitFor();
      const { text } = await detail(daemon, (await card.getAttribute('data-task')) ?? '');
      expect(text).toBe('On paper.\n\n## Acceptance Criteria\n\n- [ ] Readable');
    },
  },
  {
    name: 'see what waits for me',
    prepare: (daemon) => claimed(daemon, 'Choose a picture', 'needs_review'),
    pointer: async ({ page }, id) => await page.locator(`.card.asks[data-task="${id}"]`).waitFor(),
    keys: async ({ page }, id) => await page.locator(`.card.asks[data-task="${id}"]`).waitFor(),
    check: async (_daemon, _id, page) => await page.locator('.attention a', { hasText: 'review' }).waitFor(),
  },
  {
    name: 'answer a question of an agent',
    async prepare(daemon) {
      const id = await make(daemon, 'Connect the garage');
      await moveTask(daemon.platform, { id, to: 'blocked', by: 'ada', reason: 'Which account?' });
      return id;
    },
    async pointer(at, id) {
      await at.click(menu(at.page, id));
      await at.click(item(at.page, 'Answer'));
      await at.type('The test account.');
      await at.click(submit(at.page));
    },
    async keys(at) {
      await at.press('r');
      await at.type('The test account.');
      await at.press('Control+Enter');
    },
    check: async (daemon, id) => expect(await status(daemon, id)).toBe('ready'),
  },
  {
    name: 'approve a finished piece of work',
    prepare: (daemon) => claimed(daemon, 'Draw a logo', 'needs_review'),
    pointer: (at, id) => at.drag(cardIn(at.page, 'review', id), column(at.page, 'done')),
    keys: (at) => at.press('y'),
    check: async (daemon, id) => await expect.poll(() => status(daemon, id)).toBe('done'),
  },
  {
    name: 'send it back with a reason',
    prepare: (daemon) => claimed(daemon, 'Draw a smaller logo', 'needs_review'),
    async pointer(at, id) {
      await at.drag(cardIn(at.page, 'review', id), column(at.page, 'ready'));
      await at.type('Smaller.');
      await at.click(submit(at.page));
    },
    async keys(at) {
      await at.press('r');
      await at.type('Smaller.');
      await at.press('Control+Enter');
    },
    check: async (daemon, id) => {
      await expect.poll(() => status(daemon, id)).toBe('ready');
      expect((await detail(daemon, id)).entry.task.metadata.remarks).toMatchObject([{ text: 'Smaller.' }]);
    },
  },
  {
    name: 'assign it to another agent',
    prepare: (daemon) => make(daemon, 'Describe the fares', { routing: { agent: 'bob', tags: [] } }),
    async pointer(at, id) {
      await at.click(menu(at.page, id));
      await at.click(item(at.page, 'Assign'));
      await at.type('ada');
      await at.click(submit(at.page));
    },
    async keys(at) {
      await at.press('a');
      await at.type('ada');
      await at.press('Enter');
    },
    check: async (daemon, id) =>
      await expect.poll(async () => (await detail(daemon, id)).entry.task.routing.agent).toBe('ada'),
  },
  {
    name: 'change the priority',
    prepare: (daemon) => make(daemon, 'Refund late sailings'),
    async pointer(at, id) {
      await at.click(menu(at.page, id));
      await at.click(item(at.page, 'Priority'));
      await at.click(item(at.page, 'high'));
    },
    keys: (at) => at.press('p', 'h'),
    check: async (daemon, id) => await expect.poll(async () => (await detail(daemon, id)).card.priority).toBe('high'),
  },
  {
    name: 'tick an acceptance criterion',
    prepare: (daemon) => make(daemon, 'Check the mail', { body: '## Acceptance Criteria\n\n- [ ] Sent\n- [ ] Read\n' }),
    async pointer(at, id) {
      await at.click(cardIn(at.page, 'ready', id));
      await at.click(at.page.getByRole('checkbox', { name: 'Read' }));
    },
    async keys(at) {
      await at.press('Enter');
      await at.page.getByRole('checkbox', { name: 'Read' }).waitFor();
      await at.press('2');
    },
    check: async (daemon, id) =>
      await expect.poll(async () => (await detail(daemon, id)).text).toContain('- [ ] Sent\n- [x] Read'),
  },
  {
    name: 'find the task that mentions a word in its output',
    async prepare(daemon) {
      const id = await make(daemon, 'Measure the search');
      const store = await daemon.platform.tasks();
      await store.change([id], () => ({
        artifacts: [{ taskId: id, path: 'outputs/log.txt', content: 'the quagga query took 4 s\n' }],
        result: null,
      }));
      return id;
    },
    async pointer(at) {
      await at.click(at.page.getByRole('button', { name: /^Find/ }));
      await at.type('quagga');
      await at.click(at.page.locator('.palette li', { hasText: 'quagga query' }).first());
    },
    async keys(at) {
      await at.press('Control+k');
      await at.type('quagga');
      await at.page.locator('.palette li[aria-selected="true"]', { hasText: 'quagga query' }).waitFor();
      await at.press('Enter');
    },
    check: async (_daemon, _id, page) => await page.locator('h1', { hasText: 'Measure the search' }).waitFor(),
  },
  {
    name: 'stop an agent that goes the wrong way',
    prepare: (daemon) => claimed(daemon, 'Rewrite everything'),
    async pointer(at, id) {
      await at.drag(cardIn(at.page, 'in-progress', id), column(at.page, 'blocked'));
      await at.type('wrong way');
      await at.click(submit(at.page));
    },
    async keys(at) {
      await at.press('s');
      await at.type('wrong way');
      await at.press('Control+Enter');
    },
    check: async (daemon, id) => {
      await expect.poll(() => status(daemon, id)).toBe('blocked');
      expect((await detail(daemon, id)).card.isHeld).toBe(false);
    },
  },
];

/** Does all ten, one after the other, each from the board. */
async function countAll(how: 'pointer' | 'keys'): Promise<readonly number[]> {
  const daemon = await startTestDaemon(await tempFolder(), { pollMs: 3_600_000 });
  await addAgent(daemon.platform, { id: 'ada', tags: [], concurrency: 9, settings: {} });
  const { page, troubles } = await openBoard(browser, daemon);
  const at = new CountedPage(page);
  const counts: number[] = [];
  // A column that is empty is folded and takes a drop all the same; one card keeps the places still.
  for (const everyday of EVERYDAY) {
    const id = await everyday.prepare(daemon);
    await page.locator('.brand').click();
    if (id !== '') {
      await page.locator(`.card[data-task="${id}"]`).waitFor();
      if (how === 'keys') await page.locator(`.card[data-task="${id}"] a`).focus();
    }
    await everyday[how](at, id);
    counts.push(at.take());
    await page.locator('dialog').waitFor({ state: 'detached' });
    await everyday.check(daemon, id, page);
  }
  expect(troubles).toEqual([]);
  return counts;
}

/** The rows of the table in docs/board.md: task, pointer, keys, Backlog.md. */
const rows = readFileSync('docs/board.md', 'utf8')
  .split('\n')
  .filter((line) => EVERYDAY.some(({ name }) => line.startsWith(`| ${name} |`)))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

verifies('SUR-074', 'ten everyday tasks take as many clicks and keys as the documentation says', async () => {
  const [pointer, keys] = [await countAll('pointer'), await countAll('keys')];
  const counted = EVERYDAY.map(({ name }, index) => [name, String(pointer[index]), String(keys[index])]);
  expect(counted).toEqual(rows.map((cells) => cells.slice(0, 3)));
});

interface PeerCounts {
  readonly version: string;
  readonly counts: Readonly<Record<string, number | null>>;
}

verifies('SUR-074', 'the column of the other board is what was counted on it', () => {
  const peer = JSON.parse(readFileSync('scripts/board/backlog-counts.json', 'utf8')) as PeerCounts;
  expect(Object.keys(peer.counts)).toEqual(EVERYDAY.map(({ name }) => name));
  expect(rows.map(([name = '', , , cell = '']) => [name, /^\d+/.exec(cell)?.[0] ?? null])).toEqual(
    Object.entries(peer.counts).map(([name, count]) => [name, count === null ? null : String(count)]),
  );
  expect(readFileSync('docs/board.md', 'utf8')).toContain(`Backlog.md ${peer.version}`);
});
