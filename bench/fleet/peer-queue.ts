/** Work of another queue on the same server, kept at a length, and its way to take one piece. */
export interface PeerQueue {
  fill(): Promise<void>;
  /** False where nothing was left. */
  claimOnce(worker: number): Promise<boolean>;
  close(): Promise<void>;
}
