import type { ClaimTerms } from '../../kernel/index.ts';
import type { Statement } from './statements.ts';

/** Claims of agents that the same tasks fit. */
export interface ClaimCall {
  /** Of one claim each; none is made twice. */
  readonly terms: readonly ClaimTerms[];
  /** Addresses of tasks that can be claimed, and of those that cannot. */
  readonly fitting: readonly string[];
  readonly others: readonly string[];
}

export const CLAIMABLE = `status = 'ready' AND gate = 'free' AND NOT is_parked`;

export function claimStatements(schema: string) {
  const texts = { one: claimOne(schema), many: claimMany(schema) };
  return {
    /**
     * The whole claims, where the first tasks are of those that fit; none from the first task on whose address nobody has
     * judged yet. The n-th row that comes back is of the n-th claim. What a task was claimed with goes behind its entry,
     * and into the inbox as the events that will come of it. Every claim has a run of its own, so that is its mark. Where
     * a mark is known already, the statement comes late: it was sent again meanwhile, and does nothing.
     */
    claim: ({ terms, fitting, others }: ClaimCall): Statement => {
      const [only] = terms;
      if (only !== undefined && terms.length === 1)
        return {
          name: 'claim',
          text: texts.one,
          values: [others, fitting, only.agent, JSON.stringify(only), only.runId],
        };
      return {
        name: 'claim-many',
        text: texts.many,
        values: [
          others,
          fitting,
          terms.map(({ agent }) => agent),
          terms.map((one) => JSON.stringify(one)),
          terms.map(({ runId }) => runId),
        ],
      };
    },
    /** The first task whose address is not among these. */
    firstUnknown: (known: readonly string[]): Statement => ({
      name: 'first-unknown',
      text: `SELECT entry, route_key FROM ${schema}.task WHERE ${CLAIMABLE} AND route_key <> ALL ($1)
             ORDER BY order_key LIMIT 1`,
      values: [known],
    }),
    /** The task that was claimed with this mark; none where the mark only keeps a late claim from being made. */
    claimedWith: (mark: string): Statement => ({
      text: `SELECT task_id FROM ${schema}.applied WHERE mark = $1
             UNION ALL SELECT task_id FROM ${schema}.event_inbox WHERE mark = $1`,
      values: [mark],
    }),
    /** Waits for claims that are under way, and lets none begin before the end of the transaction. */
    holdClaims: { text: `LOCK TABLE ${schema}.event_inbox IN SHARE ROW EXCLUSIVE MODE` },
    /** The mark of a claim of this transaction, where one was made. */
    keepMark: (mark: string): Statement => ({
      text: `INSERT INTO ${schema}.applied (mark, task_id) SELECT mark, task_id FROM ${schema}.event_inbox WHERE mark = $1`,
      values: [mark],
    }),
    forbidMark: (mark: string): Statement => ({
      text: `INSERT INTO ${schema}.applied (mark) VALUES ($1)`,
      values: [mark],
    }),
  };
}

const claimOne = (schema: string): string => `
  WITH taken AS (
    UPDATE ${schema}.task SET status = 'in-progress', rev = rev + 1, lease_agent = $3, entry = entry || E'\\n' || $4
    WHERE NOT EXISTS (SELECT FROM ${schema}.applied WHERE mark = $5) AND route_key = ANY ($2) AND id = (
      SELECT id FROM ${schema}.task WHERE ${CLAIMABLE} AND route_key <> ALL ($1)
      ORDER BY order_key LIMIT 1 FOR UPDATE SKIP LOCKED
    ) RETURNING id, entry
  ), told AS (
    INSERT INTO ${schema}.event_inbox (mark, task_id, claimed) SELECT $5, id, entry FROM taken
  )
  SELECT entry FROM taken`;

/** Ids are looked up as one list: to the planner a join of unknown length could be worth reading the whole table. */
const claimMany = (schema: string): string => `
  WITH head AS MATERIALIZED (
    SELECT id, order_key, route_key = ANY ($2) AS fits FROM ${schema}.task
    WHERE NOT EXISTS (SELECT FROM ${schema}.applied WHERE mark = ANY ($5))
      AND ${CLAIMABLE} AND route_key <> ALL ($1)
    ORDER BY order_key LIMIT cardinality($3::text[]) FOR UPDATE SKIP LOCKED
  ), chosen AS MATERIALIZED (
    SELECT array_agg(id ORDER BY order_key) AS ids FROM head
    WHERE order_key < ALL (SELECT order_key FROM head WHERE NOT fits)
  ), taken AS (
    UPDATE ${schema}.task t SET status = 'in-progress', rev = rev + 1,
      lease_agent = ($3::text[])[array_position(chosen.ids, id)],
      entry = entry || E'\\n' || ($4::text[])[array_position(chosen.ids, id)]
    FROM chosen WHERE id = ANY (chosen.ids)
    RETURNING id, entry, array_position(chosen.ids, id) AS place
  ), told AS (
    INSERT INTO ${schema}.event_inbox (mark, task_id, claimed)
    SELECT ($5::text[])[place], id, entry FROM taken ORDER BY place
  )
  SELECT entry FROM taken ORDER BY place`;
