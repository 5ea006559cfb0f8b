import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The system's own Chromium, with nothing that calls home. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env['BATON_CHROMIUM'] ?? PLACES.find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error('no Chromium is installed: apt-get install chromium');
  return await chromium.launch({
    executablePath,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
