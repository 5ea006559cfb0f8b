import type { ClaimTerms } from '../../../kernel/ports/index.ts';
import type { Statement } from './statements.ts';

/** Claims of agents that the same tasks fit. */
export interface ClaimCall {
  /** Of one claim each; none is made twice. */
  readonly terms: readonly ClaimTerms[];
  /** Addresses of tasks that can be claimed. */
  readonly fitting: readonly string[];
  /** Of the addresses that were judged: nothing is claimed where there are newer ones. */
  readonly version: string;
}

export const CLAIMABLE = `status = 'ready' AND gate = 'free' AND NOT is_parked`;

/** The same in the words of the index that has them in order; no key is empty. */
export const QUEUED = `${CLAIMABLE} AND id_key <> ''`;

export function claimStatements(schema: string) {
  const ofOne = { one: claimOne(schema, firstOfOne(schema)), many: claimMany(schema, headOfOne(schema)) };
  const ofSeveral = { one: claimOne(schema, firstOfSeveral(schema)), many: claimMany(schema, headOfSeveral(schema)) };
  return {
    /**
     * The whole claims: the first tasks of those that fit. The n-th row that comes back is of the n-th claim. What a task
     * was claimed with goes after its entry, and into the inbox as the events that will come of it. Every claim has a run
     * of its own, so that is its mark. Where a mark is known already, the statement comes late: it was sent again
     * meanwhile, and does nothing.
     */
    claim: ({ terms, fitting, version }: ClaimCall): Statement => {
      const [only] = terms;
      const [name, texts] = fitting.length === 1 ? ['claim', ofOne] : ['claim-of-several', ofSeveral];
      if (only !== undefined && terms.length === 1)
        return { name, text: texts.one, values: [version, fitting, only.agent, JSON.stringify(only), only.runId] };
      return {
        name: `${name}-together`,
        text: texts.many,
        values: [
          version,
          fitting,
          terms.map(({ agent }) => agent),
          terms.map((one) => JSON.stringify(one)),
          terms.map(({ runId }) => runId),
        ],
      };
    },
    /** The version of now, and the addresses that came after the one that is known. */
    newRoutes: (known: string): Statement => ({
      name: 'new-routes',
      text: `SELECT v.version::text AS version, r.route_key, r.entry
             FROM ${schema}.route_version v LEFT JOIN ${schema}.route r ON r.version > $1`,
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

const claimOne = (schema: string, first: string): string => `
  WITH taken AS (
    UPDATE ${schema}.task SET status = 'in-progress', rev = rev + 1, lease_agent = $3, entry = entry || E'\\n' || $4
    WHERE NOT EXISTS (SELECT FROM ${schema}.applied WHERE mark = $5)
      AND EXISTS (SELECT FROM ${schema}.route_version WHERE id AND version = $1) AND id = (${first})
    RETURNING id, entry
  ), told AS (
    INSERT INTO ${schema}.event_inbox (mark, task_id, claimed) SELECT $5, id, entry FROM taken
  )
  SELECT entry FROM taken`;

const firstOf = (schema: string, columns: string, key: string): string =>
  `SELECT ${columns} FROM ${schema}.task WHERE ${CLAIMABLE} AND route_key = ${key} ORDER BY order_key`;

/** Of one route, which is much the most common; the plan for several costs a third of a claim. */
const firstOfOne = (schema: string): string =>
  `${firstOf(schema, 'id', '($2::text[])[1]')} LIMIT 1 FOR UPDATE SKIP LOCKED`;

/** The routes in the order of their first tasks, until one gives a task that nobody else is about to take. */
const firstOfSeveral = (schema: string): string => `
      SELECT first.id FROM (
        SELECT key, (${firstOf(schema, 'order_key', 'key')} LIMIT 1) AS order_key
        FROM unnest($2::text[]) AS fitting (key) ORDER BY 2 OFFSET 0
      ) AS route CROSS JOIN LATERAL (${firstOf(schema, 'id', 'route.key')} LIMIT 1 FOR UPDATE SKIP LOCKED) AS first
      WHERE route.order_key IS NOT NULL LIMIT 1`;

const headOfOne = (schema: string): string =>
  `${firstOf(schema, 'id, order_key', '($2::text[])[1]')} LIMIT cardinality($3::text[]) FOR UPDATE SKIP LOCKED`;

/**
 * Found first and held then, so that no more are held than are taken. Some more are found than are wanted: others may be
 * about to take the same ones.
 */
const headOfSeveral = (schema: string): string => `
    SELECT id, order_key FROM ${schema}.task WHERE ${amongQueued(`ARRAY (
      SELECT one.id FROM unnest($2::text[]) AS fitting (key) CROSS JOIN LATERAL (
        ${firstOf(schema, 'id, order_key', 'fitting.key')} LIMIT 2 * cardinality($3::text[]) + 16
      ) AS one ORDER BY one.order_key LIMIT 2 * cardinality($3::text[]) + 16
    )`)}
    ORDER BY order_key LIMIT cardinality($3::text[]) FOR UPDATE SKIP LOCKED`;

/**
 * Some of the tasks that can be claimed. The status is compared in a way that keeps the indexes of the queue out: the
 * server would walk them as far as these few stand, to have them in order.
 */
export const amongQueued = (ids: string): string =>
  `id = ANY (${ids}) AND status || '' = 'ready' AND gate = 'free' AND NOT is_parked`;

/** Ids are looked up as one list: to the planner a join of unknown length could be worth reading the whole table. */
const claimMany = (schema: string, head: string): string => `
  WITH head AS MATERIALIZED (
    ${head}
  ), chosen AS MATERIALIZED (
    SELECT array_agg(id ORDER BY order_key) AS ids FROM head
    WHERE NOT EXISTS (SELECT FROM ${schema}.applied WHERE mark = ANY ($5))
      AND EXISTS (SELECT FROM ${schema}.route_version WHERE id AND version = $1)
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
