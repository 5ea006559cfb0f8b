import { onTestFinished } from 'vitest';
import type { Browser, Locator, Page } from 'playwright-core';
import { newTask, type NewTaskRequest } from '../../src/relay/tasks/index.ts';
import { createLoginCode } from '../../src/surfaces/http/index.ts';
import type { RunningDaemon } from './http-daemon.ts';

export interface OpenBoard {
  readonly page: Page;
  /** Console errors, page errors and violations of the content policy. */
  readonly troubles: string[];
}

export interface OpenBoardOptions {
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  readonly withToken?: boolean;
  /** Before the page is opened. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** A page of the board in a browser of its own, logged in unless said otherwise. */
export async function openBoard(
  browser: Browser,
  daemon: Pick<RunningDaemon, 'url' | 'token' | 'platform'>,
  path = '/',
  options: OpenBoardOptions = {},
): Promise<OpenBoard> {
  const context = await browser.newContext({
    colorScheme: options.colorScheme ?? 'light',
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
  });
  onTestFinished(async () => await context.close());
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('console', (message) => {
    // A refusal of the daemon is an answer; the browser reports it on its own.
    if (message.type() === 'error' && !message.text().includes('status of 409')) troubles.push(message.text());
  });
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('dialog', (dialog) => {
    troubles.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.addInitScript({
    content: `document.addEventListener('securitypolicyviolation', (event) => console.error('policy: ' + event.violatedDirective))`,
  });
  await options.prepare?.(page);
  const code = options.withToken === false ? '' : `#code=${createLoginCode(daemon.token, daemon.platform)}`;
  await page.goto(`${daemon.url}${path}${code}`);
  await settle(page);
  return { page, troubles };
}

/** Until the stream is there and nothing loads. */
export async function settle(page: Page): Promise<void> {
  await page.locator('.connection.live').waitFor();
  await page.locator('.waiting').waitFor({ state: 'detached' });
}

export const cardIn = (page: Page, status: string, id: string): Locator =>
  page.locator(`.column.${status} [data-task="${id}"]`);

export async function make(daemon: RunningDaemon, title: string, more: Partial<NewTaskRequest> = {}): Promise<string> {
  return (await newTask(daemon.platform, { title, by: 'operator', ...more })).task.id;
}

/** Chooses from the menu of a card. */
export async function choose(page: Page, id: string, action: string): Promise<void> {
  await page.locator(`[data-task="${id}"] .menu-button`).click();
  await page.getByRole('menuitem', { name: action, exact: false }).first().click();
}

/** Types into the dialog that asks for words, and sends it. */
export async function say(page: Page, words: string): Promise<void> {
  await page.locator('dialog textarea[name="reason"]').fill(words);
  await page.locator('dialog button[type="submit"]').click();
  await page.locator('dialog').waitFor({ state: 'detached' });
}

export const drag = async (page: Page, id: string, from: string, to: string): Promise<void> =>
  await cardIn(page, from, id).dragTo(page.locator(`.column.${to}`));
