import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { addAgent, claim, complete } from '../../../src/relay/tasks/index.ts';
import type { TaskDetail } from '../../../src/relay/views/index.ts';
import { launchBrowser } from '../../support/browser.ts';
import { startTestDaemon, type RunningDaemon } from '../../support/http-daemon.ts';
import { cardIn, choose, drag, make, openBoard, say, settle } from '../../support/open-board.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
}, 60_000);
afterAll(() => browser.close());

/** Nothing is started by itself while a test looks. */
const start = async (): Promise<RunningDaemon> => startTestDaemon(await tempFolder(), { pollMs: 3_600_000 });

const detail = async (daemon: RunningDaemon, id: string): Promise<TaskDetail> =>
  (await daemon.get(`/v1/tasks/${id}`)).data as TaskDetail;

async function review(daemon: RunningDaemon, title: string): Promise<string> {
  const id = await make(daemon, title);
  const entry = await claim(daemon.platform, { id, agent: 'cleo' });
  const runId = entry?.run?.runId ?? '';
  await complete(daemon.platform, { id, agent: 'cleo', runId, outcome: 'needs_review', notes: 'please choose' });
  return id;
}

verifies('SUR-070', 'a task is created, edited with all its fields, and the edit is undone', async () => {
  const daemon = await start();
  await addAgent(daemon.platform, { id: 'ada', tags: [], settings: {} });
  const first = await make(daemon, 'First');
  const { page, troubles } = await openBoard(browser, daemon);
  await page.getByRole('button', { name: 'New task' }).click();
  await page.getByLabel('Title').fill('Fix the login page');
  await page.getByLabel('What has to be done').fill('It is **broken**.');
  await page.getByLabel('Acceptance criteria').fill('Works on a phone');
  await page.getByLabel('Agent', { exact: false }).last().fill('ada');
  await page.getByRole('button', { name: 'Create' }).click();
  const card = page.locator('.column.ready .card', { hasText: 'Fix the login page' });
  await card.waitFor();
  const id = (await card.getAttribute('data-task')) ?? '';
  expect((await detail(daemon, id)).text).toBe('It is **broken**.\n\n## Acceptance Criteria\n\n- [ ] Works on a phone');
  await card.click();
  await page.locator('h1', { hasText: 'Fix the login page' }).waitFor();
  expect(await page.locator('.markdown strong').innerText()).toBe('broken');
  await page.getByRole('checkbox', { name: 'Works on a phone' }).click();
  await expect.poll(async () => (await detail(daemon, id)).text).toContain('- [x] Works on a phone');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await detail(daemon, id)).text).toContain('- [ ] Works on a phone');
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Title').fill('Fix the login form');
  await page.getByLabel('Priority').last().selectOption('high');
  await page.getByLabel('Acceptance criteria').fill('Works on a phone\nNo flicker');
  await page.getByLabel('Waits for').fill('nonsense');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('There is no task “nonsense”.').waitFor();
  await page.getByLabel('Waits for').fill(first);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('h1', { hasText: 'Fix the login form' }).waitFor();
  const { entry, text } = await detail(daemon, id);
  expect(entry.task).toMatchObject({ priority: 'high', dependsOn: [first], routing: { agent: 'ada' } });
  expect(text).toContain('- [ ] No flicker');
  await page.getByText('waits for').first().waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.locator('h1', { hasText: 'Fix the login page' }).waitFor();
  expect((await detail(daemon, id)).entry.task).toMatchObject({ priority: 'normal', dependsOn: [] });
  expect(troubles).toEqual([]);
});

verifies('SUR-070', 'people comment, assign, block, answer, approve, send back and stop from the menu', async () => {
  const daemon = await start();
  const [id, good, bad, running] = [
    await make(daemon, 'Connect the parcel service'),
    await review(daemon, 'Good logo'),
    await review(daemon, 'Bad logo'),
    await make(daemon, 'Runs'),
  ];
  await claim(daemon.platform, { id: running, agent: 'ada' });
  const { page, troubles } = await openBoard(browser, daemon);
  await choose(page, id, 'Comment');
  await say(page, 'Use the test account.');
  await choose(page, id, 'Assign');
  await page.locator('dialog input[name="agent"]').fill('bob');
  await page.getByRole('button', { name: 'Assign' }).click();
  await cardIn(page, 'ready', id).getByText('bob', { exact: true }).waitFor();
  await choose(page, id, 'Block');
  await say(page, 'Which key?');
  // The question itself is on the card.
  await cardIn(page, 'blocked', id).getByText('“Which key?”').waitFor();
  await choose(page, id, 'Answer');
  await page.locator('dialog blockquote', { hasText: 'Which key?' }).waitFor();
  await page.locator('dialog textarea').fill('  ');
  await page.locator('dialog button[type="submit"]').click();
  await page.locator('dialog [role="alert"]', { hasText: 'Write a few words first.' }).waitFor();
  await say(page, 'The blue one.');
  await cardIn(page, 'ready', id).waitFor();
  expect((await detail(daemon, id)).entry.task.metadata.remarks?.map(({ kind, text }) => [kind, text])).toEqual([
    ['comment', 'Use the test account.'],
    ['comment', 'Which key?'],
    ['answer', 'The blue one.'],
  ]);
  await choose(page, good, 'Approve');
  await cardIn(page, 'done', good).waitFor();
  await choose(page, bad, 'Send back');
  await say(page, 'Smaller.');
  await cardIn(page, 'ready', bad).waitFor();
  await choose(page, running, 'Stop the run');
  await say(page, 'wrong direction');
  await cardIn(page, 'blocked', running).waitFor();
  expect((await detail(daemon, running)).card.block?.reason).toBe('stopped by operator: wrong direction');
  await page.getByRole('link', { name: '1 stopped task' }).waitFor();
  // One message at a time, however much is done.
  expect(await page.locator('.notice').count()).toBe(1);
  expect(troubles).toEqual([]);
});

verifies('SUR-070', 'a drag offers only what is allowed, asks for a reason, and can be taken back', async () => {
  const daemon = await start();
  const [id, keep] = [await make(daemon, 'Drag me'), await make(daemon, 'Keep me')];
  await daemon.post(`/v1/tasks/${keep}/move`, { to: 'backlog' });
  const { page, troubles } = await openBoard(browser, daemon);
  await drag(page, id, 'ready', 'backlog');
  await cardIn(page, 'backlog', id).waitFor();
  // The card moves at once; it can be taken back when the daemon has confirmed it.
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await page.keyboard.press('u');
  await cardIn(page, 'ready', id).waitFor();
  await drag(page, id, 'ready', 'blocked');
  await say(page, 'no key yet');
  await cardIn(page, 'blocked', id).waitFor();
  // While it is dragged, a column that refuses it says why, and a drop there does nothing.
  await cardIn(page, 'blocked', id).hover();
  await page.mouse.down();
  await page.locator('.column.done').hover();
  await page.locator('.column.done').hover({ position: { x: 10, y: 60 } });
  await page.locator('.column.done.refuses').waitFor();
  await page.locator('.column.ready.fits').waitFor();
  await page.getByText('Not to Done: it waits for an answer; move it to ready, or cancel it.').waitFor();
  await page.mouse.up();
  await page.locator('.columns:not(.dragging)').waitFor();
  expect(await page.locator('dialog').count()).toBe(0);
  expect((await detail(daemon, id)).card.status).toBe('blocked');
  expect(troubles).toEqual([]);
});

verifies('SUR-070', 'every action on a task has a key', async () => {
  const daemon = await start();
  await addAgent(daemon.platform, { id: 'ada', tags: [], concurrency: 9, settings: {} });
  const [id, stop, good, bad] = [
    await make(daemon, 'Keys', { body: '## Acceptance Criteria\n\n- [ ] Typed\n' }),
    await make(daemon, 'Runs'),
    await review(daemon, 'Good'),
    await review(daemon, 'Bad'),
  ];
  await claim(daemon.platform, { id: stop, agent: 'ada' });
  const { page, troubles } = await openBoard(browser, daemon);
  const on = async (task: string, ...keys: readonly string[]): Promise<void> => {
    await page.locator(`[data-task="${task}"] a`).focus();
    for (const key of keys)
      await (key.length > 1 && key.includes(' ') ? page.keyboard.type(key) : page.keyboard.press(key));
    await page.locator('dialog').waitFor({ state: 'detached' });
  };
  const status = async (task: string): Promise<string> => (await detail(daemon, task)).card.status;
  await on(id, 'm', 'use the test account', 'Control+Enter');
  await on(id, 'a', 'a', 'd', 'a', 'Enter');
  await on(id, 'p', 'c');
  await expect.poll(async () => (await detail(daemon, id)).card).toMatchObject({ agent: 'ada', priority: 'critical' });
  await page.keyboard.press('u');
  await expect.poll(async () => (await detail(daemon, id)).card.priority).toBe('normal');
  await on(id, 'l');
  await cardIn(page, 'backlog', id).waitFor();
  await on(id, 'r');
  await cardIn(page, 'ready', id).waitFor();
  await on(id, 'b', 'which key', 'Control+Enter');
  await cardIn(page, 'blocked', id).waitFor();
  await on(id, 'r', 'the blue one', 'Control+Enter');
  await cardIn(page, 'ready', id).waitFor();
  await on(good, 'y');
  await on(bad, 'r', 'a bit smaller', 'Control+Enter');
  await on(stop, 's', 'wrong way', 'Control+Enter');
  for (const [task, wanted] of [
    [good, 'done'],
    [bad, 'ready'],
    [stop, 'blocked'],
  ] as const)
    await expect.poll(() => status(task)).toBe(wanted);
  // The letter of an item chooses it while the menu is open.
  await page.locator(`[data-task="${bad}"] .menu-button`).focus();
  await page.keyboard.press('Enter');
  await page.locator('[role="menuitem"]:focus').waitFor();
  await page.keyboard.press('x');
  await page.locator('dialog textarea:focus').waitFor();
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => status(bad)).toBe('cancelled');
  await on(id, 'Enter');
  await page.getByRole('checkbox', { name: 'Typed' }).waitFor();
  await page.keyboard.press('1');
  await expect.poll(async () => (await detail(daemon, id)).text).toContain('- [x] Typed');
  await page.keyboard.press('e');
  await page.locator('dialog input[name="title"]:focus').waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('All by keys');
  await page.keyboard.press('Control+Enter');
  await page.locator('h1', { hasText: 'All by keys' }).waitFor();
  expect(troubles).toEqual([]);
});

verifies('SUR-070', 'half-typed words survive Escape, a click beside the dialog and a reload', async () => {
  const daemon = await start();
  const id = await make(daemon, 'Long answer');
  const { page } = await openBoard(browser, daemon);
  await page.getByRole('button', { name: 'New task' }).click();
  await page.getByLabel('Title').fill('Half a thought');
  await page.getByLabel('Priority').last().selectOption('high');
  await page.getByLabel('I want to review the result').check();
  await page.keyboard.press('Escape');
  await page.getByText('What you typed is kept.').waitFor();
  await page.reload();
  await settle(page);
  await page.keyboard.press('n');
  await page.getByText('What you typed before is still here.').waitFor();
  expect(await page.getByLabel('Title').inputValue()).toBe('Half a thought');
  expect(await page.getByLabel('Priority').last().inputValue()).toBe('high');
  expect(await page.getByLabel('I want to review the result').isChecked()).toBe(true);
  await page.mouse.click(5, 5);
  await page.locator('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('n');
  await page.getByRole('button', { name: 'Start over' }).click();
  expect(await page.getByLabel('Title').inputValue()).toBe('');
  expect(await page.getByLabel('Priority').last().inputValue()).toBe('normal');
  await page.keyboard.press('Escape');
  // Only what was typed is kept: the title that somebody else changed meanwhile is theirs.
  await choose(page, id, 'Edit');
  await page.getByLabel('What has to be done').fill('half a text');
  await page.keyboard.press('Escape');
  await daemon.post(`/v1/tasks/${id}/edit`, { title: 'Short answer' });
  await page.getByText('Short answer').first().waitFor();
  await choose(page, id, 'Edit');
  expect(await page.getByLabel('Title').inputValue()).toBe('Short answer');
  expect(await page.getByLabel('What has to be done').inputValue()).toBe('half a text');
  // Cancel is a decision: nothing is kept; and what was sent is not offered again.
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await choose(page, id, 'Edit');
  expect(await page.getByLabel('What has to be done').inputValue()).toBe('');
  await page.keyboard.press('Escape');
  await cardIn(page, 'ready', id).click();
  await page.getByPlaceholder('A comment for the next run').fill('and one more thing');
  await page.getByRole('link', { name: 'List' }).click();
  await page.goBack();
  expect(await page.getByPlaceholder('A comment for the next run').inputValue()).toBe('and one more thing');
});

verifies('SUR-070', 'an agent that nobody knows is pointed out before it is saved', async () => {
  const daemon = await start();
  await addAgent(daemon.platform, { id: 'otto', tags: [], settings: {} });
  const id = await make(daemon, 'Assign me');
  const { page } = await openBoard(browser, daemon);
  await choose(page, id, 'Assign');
  await page.locator('dialog input[name="agent"]').fill('oto');
  await page.getByText('There is no agent oto; did you mean otto?').waitFor();
  await page.locator('dialog input[name="agent"]').fill('otto');
  await page.getByText('There is no agent').waitFor({ state: 'detached' });
  await page.locator('dialog input[name="agent"]').fill('later');
  await page.getByText('There is no agent later').waitFor();
  // It is a warning: an agent may register later.
  await page.locator('dialog button[type="submit"]').click();
  await cardIn(page, 'ready', id).getByText('later', { exact: true }).waitFor();
});

verifies('SUR-070', 'a question is answered on its page, and a comment alone does not go on', async () => {
  const daemon = await start();
  const id = await make(daemon, 'Asks');
  await daemon.post(`/v1/tasks/${id}/move`, { to: 'blocked', reason: 'Which key?' });
  const { page } = await openBoard(browser, daemon, `/tasks/${id}`);
  await page.getByLabel('Answer', { exact: true }).fill('I will ask.');
  await page.getByRole('button', { name: 'Only comment' }).click();
  await page.locator('.callout', { hasText: 'answered ("I will ask."), not ready yet' }).waitFor();
  expect((await detail(daemon, id)).card.status).toBe('blocked');
  await daemon.post(`/v1/tasks/${id}/move`, { to: 'ready' });
  await daemon.post(`/v1/tasks/${id}/move`, { to: 'blocked', reason: 'Which door?' });
  await page.locator('.callout', { hasText: 'Which door?' }).waitFor();
  await page.getByLabel('Answer', { exact: true }).fill('The green one.');
  await page.getByRole('button', { name: 'Answer and continue' }).click();
  await expect.poll(async () => (await detail(daemon, id)).card.status).toBe('ready');
  expect((await detail(daemon, id)).entry.task.metadata.remarks?.at(-1)).toMatchObject({
    kind: 'answer',
    text: 'The green one.',
  });
});

verifies('SUR-072', 'everything works with the keyboard alone: keys, menu, palette, help', async () => {
  const daemon = await start();
  const id = await make(daemon, 'By keyboard', { body: 'The zeppelin is late.' });
  const { page, troubles } = await openBoard(browser, daemon);
  await cardIn(page, 'ready', id).waitFor();
  await page.keyboard.press('ArrowDown');
  expect(await page.evaluate(() => document.activeElement?.closest('[data-task]')?.getAttribute('data-task'))).toBe(id);
  await page.keyboard.press('b');
  await page.keyboard.type('waits for wind');
  await page.keyboard.press('Control+Enter');
  await cardIn(page, 'blocked', id).waitFor();
  await page.locator('dialog').waitFor({ state: 'detached' });
  await cardIn(page, 'blocked', id).locator('.menu-button').focus();
  await page.keyboard.press('Enter');
  await page.locator('[role="menuitem"]:focus').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('dialog textarea:focus').waitFor();
  await page.keyboard.type('there is wind');
  await page.keyboard.press('Control+Enter');
  await cardIn(page, 'ready', id).waitFor();
  await page.locator('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.getByRole('heading', { name: 'Keys' }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('/');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('search');
  await page.keyboard.type('keyboard');
  expect(new URL(page.url()).searchParams.get('q')).toBe('keyboard');
  // Full text: the word is in no title.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('zeppelin');
  await page.locator('.palette li[aria-selected="true"]', { hasText: 'The zeppelin is late.' }).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('h1', { hasText: 'By keyboard' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await page.getByText('No project state here').waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('new task');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'New task' }).waitFor();
  await page.keyboard.type('From the palette');
  await page.keyboard.press('Control+Enter');
  await page.getByText('was created').waitFor();
  expect(troubles).toEqual([]);
});

verifies('SUR-072', 'two browsers see each other, and an edit of an older state is refused without loss', async () => {
  const daemon = await start();
  const id = await make(daemon, 'Shared');
  const [{ page: one }, { page: two }] = [
    await openBoard(browser, daemon, `/tasks/${id}`),
    await openBoard(browser, daemon, `/tasks/${id}`),
  ];
  for (const page of [one, two]) await page.getByRole('button', { name: 'Edit' }).click();
  await two.getByLabel('Waits for').fill('half typed');
  await one.getByLabel('Title').fill('Shared by one');
  await one.getByRole('button', { name: 'Save' }).click();
  // What the second person has typed so far survives that the page under the dialog changes.
  await two.locator('h1', { hasText: 'Shared by one' }).waitFor();
  expect(await two.getByLabel('Waits for').inputValue()).toBe('half typed');
  await two.getByLabel('Waits for').fill('');
  await two.getByLabel('Title').fill('Shared by two');
  await two.getByRole('button', { name: 'Save' }).click();
  await two
    .locator('dialog [role="alert"]', { hasText: 'Somebody changed this task while you edited: title.' })
    .waitFor();
  await two.locator('.theirs', { hasText: 'Shared by one' }).waitFor();
  // What was typed is still there.
  expect(await two.getByLabel('Title').inputValue()).toBe('Shared by two');
  expect((await detail(daemon, id)).card.title).toBe('Shared by one');
  await two.getByRole('button', { name: 'Take theirs' }).click();
  expect(await two.locator('dialog [role="alert"]').count()).toBe(0);
  expect(await two.getByLabel('Title').inputValue()).toBe('Shared by one');
  await daemon.post(`/v1/tasks/${id}/edit`, { title: 'Shared by three', priority: 'high' });
  await two.getByLabel('Title').fill('Shared by two');
  await two.getByRole('button', { name: 'Save' }).click();
  await two.getByRole('button', { name: 'Overwrite' }).click();
  await two.locator('dialog').waitFor({ state: 'detached' });
  // What only the other person changed stays theirs.
  expect((await detail(daemon, id)).card).toMatchObject({ title: 'Shared by two', priority: 'high' });
});

verifies('SUR-072', 'a view without content has one heading, and a code that was used is reported', async () => {
  const daemon = await start();
  const addresses: string[] = [];
  const { page } = await openBoard(browser, daemon, '/', {
    prepare: async (fresh) => void fresh.on('framenavigated', (frame) => addresses.push(frame.url())),
  });
  for (const view of ['', 'list', 'agents', 'traces', 'delegation', 'governance', 'findings', 'project']) {
    await page.goto(`${daemon.url}/${view}`);
    await settle(page);
    await expect.poll(() => page.locator('h1').count(), { message: view }).toBe(1);
  }
  const id = await make(daemon, 'Waits');
  const used = addresses.find((address) => address.includes('#code=')) ?? '';
  const context = await browser.newContext();
  const again = await context.newPage();
  await again.goto(used);
  await again.locator('.banner', { hasText: 'was already used' }).waitFor();
  // The same words as on the command line.
  await cardIn(again, 'ready', id).getByText('waits for any agent to claim it').waitFor();
  await context.close();
});

verifies('SUR-072', 'without the token the board says so from the start and offers nothing', async () => {
  const daemon = await start();
  const id = await make(daemon, 'Read only');
  const { page, troubles } = await openBoard(browser, daemon, '/', { withToken: false });
  await page.locator('.banner', { hasText: 'Read-only' }).waitFor();
  expect(await page.getByRole('button', { name: 'New task' }).count()).toBe(0);
  expect(await page.locator('.menu-button').count()).toBe(0);
  expect(await cardIn(page, 'ready', id).getAttribute('draggable')).toBe('false');
  await cardIn(page, 'ready', id).locator('a').focus();
  await page.keyboard.press('b');
  await page.getByText('This board is read-only.').waitFor();
  await cardIn(page, 'ready', id).click();
  await page.locator('h1', { hasText: 'Read only' }).waitFor();
  expect(await page.locator('.actions, .comment-box').count()).toBe(0);
  expect(troubles).toEqual([]);
});

verifies('SEC-030', 'neither token nor code is in any address, history entry, referrer or log', async () => {
  const daemon = await start();
  const id = await make(daemon, 'Secret keeper');
  const addresses: string[] = [];
  const { page } = await openBoard(browser, daemon, '/?q=keeper', {
    prepare: async (fresh) => {
      fresh.on('request', (request) => addresses.push(`${request.url()} ${request.headers()['referer'] ?? ''}`));
      fresh.on('framenavigated', (frame) => addresses.push(frame.url()));
    },
  });
  const code =
    addresses
      .find((address) => address.includes('#code='))
      ?.split('#code=')[1]
      ?.trim() ?? '';
  expect(code.length).toBeGreaterThan(20);
  await page.locator('#search').fill('secret');
  await cardIn(page, 'ready', id).click();
  await page.locator('h1', { hasText: 'Secret keeper' }).waitFor();
  await page.goBack();
  await cardIn(page, 'ready', id).waitFor();
  await page.reload();
  await cardIn(page, 'ready', id).waitFor();
  expect(page.url()).toBe(`${daemon.url}/?q=secret`);
  const links = await page.evaluate(() => [...document.querySelectorAll('a')].map(({ href }) => href).join(' '));
  // The browser's own first navigation is the only place that ever had the code.
  const others = addresses.filter((address) => !address.includes('#code='));
  for (const text of [links, others.join(' '), JSON.stringify(daemon.log), page.url()]) {
    expect(text).not.toContain(daemon.token);
    expect(text).not.toContain(code);
  }
  expect(addresses.filter((address) => address.includes(daemon.token))).toEqual([]);
  // A tab of the same address may write as well, although no address brought it anything.
  const other = await page.context().newPage();
  await other.goto(`${daemon.url}/`);
  await other.getByRole('button', { name: 'New task' }).waitFor();
});

verifies('SUR-072', 'offline it keeps what is typed, says so, and comes back by itself', async () => {
  const daemon = await start();
  const id = await make(daemon, 'Patience');
  const { page } = await openBoard(browser, daemon);
  await choose(page, id, 'Comment');
  await page.locator('dialog textarea').fill('not lost');
  await page.context().setOffline(true);
  await page.locator('dialog button[type="submit"]').click();
  await page.locator('dialog [role="alert"]', { hasText: 'does not answer' }).waitFor();
  expect(await page.locator('dialog textarea').inputValue()).toBe('not lost');
  await page.context().setOffline(false);
  await page.locator('dialog button[type="submit"]').click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  expect((await detail(daemon, id)).entry.task.metadata.remarks?.[0]?.text).toBe('not lost');
});
