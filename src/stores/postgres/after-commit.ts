/** What has to follow commits, in the background: however many commits there are, one round at a time. */
export class AfterCommit {
  readonly #round: () => Promise<void>;
  readonly #onFailure: (error: unknown) => void;
  #running: Promise<void> | undefined;
  #isWanted = false;

  constructor(round: () => Promise<void>, onFailure: (error: unknown) => void) {
    this.#round = round;
    this.#onFailure = onFailure;
  }

  ask(): void {
    this.#isWanted = true;
    this.#running ??= this.#run();
  }

  /** Resolves when nothing is under way. */
  async settle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    // Commits of the same moment share the round.
    await Promise.resolve();
    while (this.#isWanted) {
      this.#isWanted = false;
      try {
        await this.#round();
      } catch (error) {
        this.#onFailure(error);
      }
    }
    this.#running = undefined;
  }
}
