import type { TokenReport } from '../checks/tokens.ts';
import type { HandoffDocument } from '../types.ts';
import type { LargeField } from './fields.ts';
import type { Change } from './strategies.ts';

/** One step of a compression, and what it saved. */
export interface CompressionStep {
  readonly strategy: string;
  readonly tokens: number;
  readonly changes: readonly Change[];
}

/** A document that fits its budget, and what was done to it. */
export interface Compression {
  readonly document: HandoffDocument;
  readonly tokens: TokenReport;
  /** What the document cost as it came, by the same method. */
  readonly before: number;
  readonly limit: number;
  readonly fits: boolean;
  /** False if the document was small enough as it was: then there is no need for the original's file. */
  readonly needsOriginal: boolean;
  readonly steps: readonly CompressionStep[];
  /** If it does not fit: what takes the room, largest first. */
  readonly largest: readonly LargeField[];
}

/** Far above the limit a digit more or less in the document's own count does not matter. */
export const COUNT_MARGIN = 80;
