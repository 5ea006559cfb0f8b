import type { Locator, Page } from 'playwright-core';

/** A person at a page. Every click, drag and key counts; a choice in a list counts twice (open, choose); typing is free. */
export class CountedPage {
  readonly page: Page;
  count = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async click(target: Locator): Promise<void> {
    this.count += 1;
    await target.click();
  }

  async drag(from: Locator, to: Locator): Promise<void> {
    this.count += 1;
    await from.dragTo(to);
  }

  async choose(list: Locator, option: string): Promise<void> {
    this.count += 2;
    await list.selectOption(option);
  }

  /** Keys with their modifiers, one after the other. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.count += 1;
      await this.page.keyboard.press(key);
    }
  }

  async type(words: string): Promise<void> {
    await this.page.keyboard.type(words);
  }

  /** What was counted since the last time. */
  take(): number {
    const { count } = this;
    this.count = 0;
    return count;
  }
}
