/** One thing the API can do. Requests are checked, answered and documented from these rows. */
import type { Json, JsonObject } from '../../kernel/json.ts';

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With names in braces: `/v1/tasks/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly params?: Readonly<Record<string, Parameter>>;
  readonly query?: Readonly<Record<string, Parameter>>;
  readonly headers?: Readonly<Record<string, Parameter>>;
  /** JSON Schema of the body; a route with one takes JSON and nothing else. */
  readonly body?: RouteBody;
  /** JSON Schema of `data` in the answer. */
  readonly response: JsonObject;
  /** Needs the token even on a loopback address: the browser of somebody else's page must not get at it. */
  readonly isWrite?: boolean;
  /** Needs no token, though it is no read: it is how a page gets one. */
  readonly isLogin?: boolean;
  /** Default `envelope`: JSON as the command line's `--json` prints it. */
  readonly form?: 'envelope' | 'text' | 'bare' | 'stream';
  handle(request: RouteRequest): Promise<RouteReply>;
}

export interface Parameter {
  readonly about: string;
  readonly schema: JsonObject;
}

export interface RouteBody {
  readonly schema: JsonObject;
  /** The compiled schema. */
  readonly check: { (value: unknown): boolean; errors?: readonly BodyError[] | null };
}

interface BodyError {
  readonly instancePath: string;
  readonly message?: string;
}

export interface RouteRequest {
  /** Every name in the path is there. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Checked against the schema. */
  readonly body: Json | undefined;
  /** What a client that comes back saw last. */
  readonly lastEventId: string | undefined;
  /** Of the run that sends, from the header `Baton-Run-Secret`. */
  readonly runSecret: string | undefined;
}

export type RouteReply =
  | { readonly kind: 'data'; readonly data: unknown; readonly status?: 200 | 201 | 503 }
  /** Text as it is, for people: always sent as plain text, never as something a browser would run. */
  | { readonly kind: 'text'; readonly text: string }
  /** JSON whose shape another standard fixes: no envelope. */
  | { readonly kind: 'bare'; readonly json: JsonObject }
  /** Events as they happen, until the client leaves. */
  | { readonly kind: 'stream'; readonly after: string | undefined };

export const data = (value: unknown): RouteReply => ({ kind: 'data', data: value });
