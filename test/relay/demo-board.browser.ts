import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { CLI } from '../support/run-baton.ts';
import { tempFolder } from '../support/temp-folder.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
}, 60_000);
afterAll(() => browser.close());

/** Opens what it is given in the browser of this test: it writes the address down, and the test goes there. */
function installOpener(folder: string): { readonly path: string; readonly opened: () => string | undefined } {
  const note = join(folder, 'opened');
  const program = join(folder, 'xdg-open');
  writeFileSync(program, `#!/bin/sh\nprintf %s "$1" > '${note}'\n`);
  chmodSync(program, 0o755);
  return {
    path: `${folder}${delimiter}${process.env['PATH']}`,
    opened: () => (existsSync(note) ? readFileSync(note, 'utf8') : undefined),
  };
}

test('--board shows the story live in a browser, one demo after the other', { timeout: 180_000 }, async () => {
  for (let round = 1; round <= 2; round += 1) {
    const { path, opened } = installOpener(await tempFolder());
    const demo = spawn(process.execPath, [CLI, 'demo', '--board'], { env: { ...process.env, PATH: path } });
    demo.stderr.resume();
    let told = '';
    demo.stdout.on('data', (piece: Buffer) => (told += piece.toString('utf8')));
    const closed = once(demo, 'close');
    const page = await browser.newPage();
    try {
      const door = await vi.waitUntil(opened, { timeout: 60_000, interval: 50 });
      await page.goto(pathToFileURL(door).href);
      await page.getByText('Limit failed logins').first().waitFor();
      await page.locator('.connection.live').waitFor();
      // The child of the delegation comes by itself, through the event stream.
      await page.getByText('Tests and verification').first().waitFor();
    } finally {
      await page.close();
    }
    expect((await closed)[0]).toBe(0);
    expect(told).toContain('The story holds');
  }
});
