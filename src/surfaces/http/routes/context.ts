import type { Platform } from '../../../kernel/ports/index.ts';
import type { Metrics } from '../metrics.ts';

/** What the routes together need; each uses a part of it. */
export type RoutePlatform = Omit<Platform, 'http' | 'timers'>;

/** What the rows of the API work with. */
export interface RouteContext {
  readonly platform: RoutePlatform;
  readonly metrics: Metrics;
  /** Something changed: the scheduler and the event stream look now instead of later. */
  wake(): void;
  /** Undefined when all is well, else why requests should go elsewhere. */
  whyNotReady(): string | undefined;
  streamClients(): number;
  /** The token for a code that works once; undefined for any other. */
  redeem(code: string): string | undefined;
}

/** Who acts if a request does not say: a person at the board. */
export const OPERATOR = 'operator';
