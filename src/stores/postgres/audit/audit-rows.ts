import { sha256Hex } from '../../../kernel/hash.ts';
import type { AuditDraft, AuditFacts, AuditFilter, AuditQuestion } from '../../../kernel/ports/index.ts';
import type { Connection } from '../connection/dial.ts';
import { send, type Statement } from '../connection/statements.ts';

/** Names can be long and hold anything: they are looked for by their hash. */
export const keyOf = (name: string | undefined): string | null => (name === undefined ? null : sha256Hex(name));

export interface LineRow {
  readonly seq: number;
  readonly hash: string;
  readonly text: string;
  readonly draft: AuditDraft;
  readonly segment: string;
}

const PAGE = 500;

/** Every statement about the audit log, for one schema. */
export function createAuditStatements(schema: string) {
  const line = `${schema}.audit_line`;
  const head = `${schema}.audit_head`;
  return {
    head: { text: `SELECT head, peaks, segment FROM ${head}` },
    /** Anyone who holds the row writes the next entries; the others wait for their turn. */
    lockHead: { name: 'audit-lock', text: `SELECT head, peaks, segment FROM ${head} FOR UPDATE` },
    createHead: (text: string, segment: string): Statement => ({
      text: `INSERT INTO ${head} (head, peaks, segment) VALUES ($1, '{}', $2) ON CONFLICT (id) DO NOTHING`,
      values: [text, segment],
    }),
    setHead: (text: string, peaks: readonly string[]): Statement => ({
      name: 'audit-head',
      text: `UPDATE ${head} SET head = $1, peaks = $2`,
      values: [text, peaks],
    }),
    putHead: (text: string, peaks: readonly string[], segment: string): Statement => ({
      text: `INSERT INTO ${head} (head, peaks, segment) VALUES ($1, $2, $3)`,
      values: [text, peaks, segment],
    }),
    hasLines: { text: `SELECT seq FROM ${line} LIMIT 1` },
    tail: (after: number): Statement => ({
      name: 'audit-tail',
      text: `SELECT seq::int AS seq, line FROM ${line} WHERE seq > $1 ORDER BY seq LIMIT ${PAGE}`,
      values: [after],
    }),
    claimed: (names: readonly string[]): Statement => ({
      name: 'audit-claimed',
      text: `SELECT claim_key FROM ${line} WHERE claim_key = ANY ($1)`,
      values: [names.map(keyOf)],
    }),
    add: (rows: readonly LineRow[]): Statement => ({
      name: 'audit-add',
      text: `INSERT INTO ${line} (seq, segment, line, handoff_key, trace_key, claim_key, flag_key, flag_up)
             SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
                                  $8::boolean[])`,
      values: [
        rows.map(({ seq }) => seq),
        rows.map(({ segment }) => segment),
        rows.map(({ text }) => text),
        rows.map(({ draft }) => keyOf(draft.handoffId)),
        rows.map(({ draft }) => keyOf(draft.traceId)),
        rows.map(({ draft }) => keyOf(draft.claim)),
        rows.map(({ draft }) => keyOf(draft.flag?.name)),
        rows.map(({ draft }) => draft.flag?.up ?? null),
      ],
    }),
    isThere: (seq: number, text: string): Statement => ({
      text: `SELECT seq FROM ${line} WHERE seq = $1 AND line = $2`,
      values: [seq, text],
    }),
    page: (after: number, { handoffId, traceId, target }: AuditFilter = {}): Statement => {
      const wanted = [
        ...(handoffId === undefined ? [] : [['handoff_key', keyOf(handoffId)] as const]),
        ...(traceId === undefined ? [] : [['trace_key', keyOf(traceId)] as const]),
      ];
      // Asked seldom, of few lines: no index is worth it.
      const named = target === undefined ? [] : [JSON.stringify(target)];
      const where = [
        'seq > $1',
        ...wanted.map(([column], at) => `${column} = $${at + 2}`),
        ...named.map((_, at) => `position($${at + wanted.length + 2} in line) > 0`),
      ].join(' AND ');
      return {
        text: `SELECT seq::int AS seq, segment, line, claim_key, flag_key, flag_up FROM ${line}
               WHERE ${where} ORDER BY seq LIMIT ${PAGE}`,
        values: [after, ...wanted.map(([, key]) => key), ...named],
      };
    },
  };
}

export type AuditStatements = ReturnType<typeof createAuditStatements>;

/** Keys of names that are claimed, among those asked for. */
export async function readClaimed(
  connection: Connection,
  statements: AuditStatements,
  claims: readonly string[],
): Promise<Set<unknown>> {
  if (claims.length === 0) return new Set();
  const [claimed = []] = await send(connection, [statements.claimed(claims)]);
  return new Set(claimed.map((row) => row['claim_key']));
}

/** What is claimed and flagged, with what the entries of this group have changed about it. */
export class GroupFacts {
  readonly #claimed: Set<unknown>;
  readonly #flags: Set<string>;

  constructor(claimed: ReadonlySet<unknown>, flags: ReadonlySet<string>) {
    this.#claimed = new Set(claimed);
    this.#flags = new Set(flags);
  }

  get flags(): ReadonlySet<string> {
    return this.#flags;
  }

  isClaimed(claim: string): boolean {
    return this.#claimed.has(keyOf(claim));
  }

  answer({ claims = [], flags = [] }: AuditQuestion): AuditFacts {
    return {
      claimed: new Set(claims.filter((claim) => this.isClaimed(claim))),
      flagged: new Set(flags.filter((flag) => this.#flags.has(flag))),
    };
  }

  note({ claim, flag }: AuditDraft): void {
    if (claim !== undefined) this.#claimed.add(keyOf(claim));
    if (flag?.up === true) this.#flags.add(flag.name);
    else if (flag !== undefined) this.#flags.delete(flag.name);
  }
}
