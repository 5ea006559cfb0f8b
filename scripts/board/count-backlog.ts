/**
 * npx tsx scripts/board/count-backlog.ts
 * Installs Backlog.md from the registry into a temporary folder, starts its browser board, does the ten everyday tasks
 * of docs/board.md on it and writes how many clicks each took. What it has no way to do is null.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { launchBrowser } from '../../test/support/browser.ts';
import { CountedPage } from '../../test/support/count-steps.ts';

const PORT = 6_427;
const folder = mkdtempSync(join(tmpdir(), 'backlog-'));
const root = join(folder, 'ferries');
mkdirSync(root);
const run = (command: string, args: readonly string[], cwd = root): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

run('npm', ['init', '--yes'], folder);
run('npm', ['install', 'backlog.md'], folder);
const program = join(folder, 'node_modules', '.bin', 'backlog');
const backlog = (...args: string[]): string => run(program, args);
run('git', ['init', '--quiet']);
backlog('init', 'Ferries', '--defaults');
const version = backlog('--version').trim();

const create = (title: string, ...more: string[]): string =>
  backlog('task', 'create', title, '--plain', '--description', `About ${title}.`, ...more);
const titles = {
  question: 'Connect the garage',
  approve: 'Draw a logo',
  back: 'Draw a smaller logo',
  assign: 'Describe the fares',
  priority: 'Refund late sailings',
  tick: 'Check the mail',
  find: 'Measure the search',
};
create(titles.question);
create(titles.approve, '--status', 'In Progress');
create(titles.back, '--status', 'In Progress');
create(titles.assign, '--assignee', '@bob');
create(titles.priority, '--priority', 'medium');
create(titles.tick, '--ac', 'Sent', '--ac', 'Read');
create(titles.find, '--notes', 'the quagga query took 4 s');

/** The file of a task. */
function read(title: string): string {
  const tasks = join(root, 'backlog', 'tasks');
  const texts = readdirSync(tasks).map((name) => readFileSync(join(tasks, name), 'utf8'));
  return texts.find((text) => text.includes(`title: ${title}`)) ?? '';
}

async function until(isSo: () => boolean, what: string): Promise<void> {
  for (let waits = 0; waits < 50; waits += 1) {
    if (isSo()) return;
    await sleep(100);
  }
  throw new Error(`Backlog.md did not do it: ${what}`);
}

const card = (page: Page, title: string): Locator => page.getByRole('button', { name: `: ${title}` });
const column = (page: Page, name: string): Locator => page.getByRole('heading', { name }).first();
const dialog = (page: Page): Locator => page.getByRole('dialog');

/** Writes into the notes of an open task: the only place for words beside the description. */
async function writeNotes(at: CountedPage, words: string): Promise<void> {
  await at.click(dialog(at.page).getByRole('button', { name: 'Edit', exact: true }));
  const notes = dialog(at.page).locator('textarea').nth(NOTES);
  await at.click(notes);
  await at.type(words);
  await at.click(dialog(at.page).getByRole('button', { name: /^(?:Create|Save)/ }));
}
/** Of the text areas: description, two criteria, plan, notes. */
const NOTES = 4;

const DO: Readonly<Record<string, ((at: CountedPage) => Promise<void>) | null>> = {
  async 'create a task with title, text and criteria'(at) {
    await at.click(at.page.getByRole('button', { name: 'New Task' }));
    const title = dialog(at.page).getByPlaceholder('Enter task title');
    if ((await title.and(at.page.locator(':focus')).count()) === 0) await at.click(title);
    await at.type('Print tickets');
    await at.click(dialog(at.page).locator('textarea').first());
    await at.type('On paper.');
    await at.click(dialog(at.page).getByPlaceholder('New criterion').first());
    await at.type('Readable');
    await at.click(dialog(at.page).getByRole('button', { name: 'Add', exact: true }).first());
    await at.click(dialog(at.page).getByRole('button', { name: /^(?:Create|Save)/ }));
    await until(() => /On paper\.[^]*Readable/.test(read('Print tickets')), 'create');
  },
  'see what waits for me': null,
  async 'answer a question of an agent'(at) {
    await at.click(card(at.page, titles.question));
    await writeNotes(at, 'The test account.');
    await until(() => read(titles.question).includes('The test account.'), 'answer');
  },
  async 'approve a finished piece of work'(at) {
    await at.drag(card(at.page, titles.approve), column(at.page, 'Done'));
    await until(() => read(titles.approve).includes('status: Done'), 'approve');
  },
  async 'send it back with a reason'(at) {
    await at.drag(card(at.page, titles.back), column(at.page, 'To Do'));
    await until(() => read(titles.back).includes('status: To Do'), 'send back');
    await at.click(card(at.page, titles.back));
    await writeNotes(at, 'Smaller.');
    await until(() => read(titles.back).includes('Smaller.'), 'reason');
  },
  async 'assign it to another agent'(at) {
    await at.click(card(at.page, titles.assign));
    await at.click(dialog(at.page).getByRole('button', { name: 'Remove @bob' }));
    await at.click(dialog(at.page).getByPlaceholder('Type name and press Enter'));
    await at.type('@ada');
    await at.press('Enter');
    await until(() => /assignee:\s*(?:\[|- )?['"\s-]*@ada/.test(read(titles.assign)), 'assign');
  },
  async 'change the priority'(at) {
    await at.click(card(at.page, titles.priority));
    await at.choose(dialog(at.page).locator('select', { hasText: 'No Priority' }), 'high');
    await until(() => read(titles.priority).includes('priority: high'), 'priority');
  },
  async 'tick an acceptance criterion'(at) {
    await at.click(card(at.page, titles.tick));
    await at.click(dialog(at.page).getByRole('checkbox').nth(1));
    await until(() => read(titles.tick).includes('[x] #2 Read'), 'tick');
  },
  async 'find the task that mentions a word in its output'(at) {
    await at.click(at.page.getByPlaceholder(/^Search/));
    await at.type('quagga');
    await at.click(at.page.getByText(titles.find).first());
    await dialog(at.page).getByText('quagga').waitFor();
  },
  'stop an agent that goes the wrong way': null,
};

// What npm installs is a launcher; the group has the program that it starts as well.
const server = spawn(program, ['browser', '--no-open', '--port', String(PORT)], {
  cwd: root,
  stdio: 'ignore',
  detached: true,
});
const browser = await launchBrowser();
try {
  const counts: Record<string, number | null> = {};
  for (const [name, work] of Object.entries(DO)) {
    counts[name] = work === null ? null : await count(work);
    console.log(`${name}: ${counts[name] ?? 'no way to do it'}`);
  }
  writeFileSync(join(import.meta.dirname, 'backlog-counts.json'), `${JSON.stringify({ version, counts }, null, 2)}\n`);
} finally {
  await browser.close();
  if (server.pid !== undefined) process.kill(-server.pid);
  rmSync(folder, { recursive: true, force: true });
}

/** Each from the board, freshly opened. */
async function count(work: (at: CountedPage) => Promise<void>): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(8_000);
  await open(page);
  const at = new CountedPage(page);
  await work(at);
  await page.close();
  return at.count;
}

async function open(page: Page): Promise<void> {
  for (let tries = 0; ; tries += 1)
    try {
      await page.goto(`http://127.0.0.1:${PORT}/`);
      await page.getByRole('button', { name: `: ${titles.find}` }).waitFor();
      return;
    } catch (error) {
      if (tries === 3) throw error;
      await sleep(1_000);
    }
}
