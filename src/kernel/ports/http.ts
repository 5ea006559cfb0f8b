/** Requests to other machines, each with a time limit. */
export interface Http {
  /** Fails with HTTP_FAILED if no answer comes; any status is an answer. */
  post(request: HttpPost): Promise<HttpReply>;
}

export interface HttpPost {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

export interface HttpReply {
  readonly status: number;
  /** At most the first 64 KiB. */
  readonly body: string;
}
