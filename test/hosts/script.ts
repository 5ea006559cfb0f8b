/** What the scripted model does: says something, runs a shell line, or starts a subagent. */
export type Turn =
  | { readonly say: string }
  | { readonly run: string }
  /** Runs the `baton handoff` line that was said last, as it stands. */
  | { readonly obey: true }
  /** Answers with the summary block that was asked for last, bullets replaced. */
  | { readonly summarise: readonly string[] }
  /** `key` stands in the subagent's prompt and chooses its turns. */
  | { readonly agent: string; readonly key: string };

export interface Script {
  readonly turns: readonly Turn[];
  readonly subagents: Readonly<Record<string, readonly Turn[]>>;
}
