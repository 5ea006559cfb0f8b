/** Work of a queue, kept at a length, and its way to take one piece. */
export interface PeerQueue {
  readonly name: string;
  fill(): Promise<void>;
  /** False if nothing was left. */
  claimOnce(worker: number): Promise<boolean>;
  close(): Promise<void>;
}
