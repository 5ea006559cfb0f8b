/** What the function that stores a change had in its versions; the rest of it has stayed as it was. */
interface Version {
  readonly create: 'CREATE' | 'CREATE OR REPLACE';
  /** Columns of the task as it was. */
  readonly known: string;
  /** Tells those that wait for the task. */
  readonly gates: string;
  /** Notes whom the task is for. */
  readonly routes: string;
}

/**
 * Stores one change whole. What it was decided upon (`facts`, `children`, the revs) is locked and compared first;
 * where something differs it raises BT001, and the change is decided again.
 */
const applyChange = ({ create, known, gates, routes }: Version): string => `
${create} FUNCTION $S.apply_change(change jsonb) RETURNS void LANGUAGE plpgsql AS $body$
DECLARE
  item jsonb;
  found_rev bigint;
  known record;
  put $S.task;
  is_new boolean;
BEGIN
  FOR item IN SELECT f FROM jsonb_array_elements(change->'facts') f ORDER BY f->>'id' COLLATE "C" LOOP
    found_rev := NULL;
    SELECT t.rev INTO found_rev FROM $S.task t WHERE t.id = item->>'id' FOR SHARE;
    IF found_rev IS DISTINCT FROM (item->>'rev')::bigint THEN
      RAISE EXCEPTION 'task % was changed meanwhile', item->>'id' USING ERRCODE = 'BT001';
    END IF;
  END LOOP;

  FOR item IN SELECT c FROM jsonb_array_elements(change->'children') c ORDER BY c->>'id' COLLATE "C" LOOP
    PERFORM 1 FROM $S.task t WHERE t.id = item->>'id' FOR UPDATE;
    IF item->'ids' IS DISTINCT FROM (
      SELECT coalesce(jsonb_agg(t.id ORDER BY t.id_key), '[]'::jsonb) FROM $S.task t
      WHERE t.parent_id = item->>'id' AND t.status NOT IN ('done', 'cancelled')
    ) THEN
      RAISE EXCEPTION 'task % got or lost a child meanwhile', item->>'id' USING ERRCODE = 'BT001';
    END IF;
  END LOOP;

  INSERT INTO $S.applied (mark) VALUES (change->>'mark');
  INSERT INTO $S.seen (key) SELECT jsonb_array_elements_text(change->'seen');

  FOR item IN SELECT p FROM jsonb_array_elements(change->'puts') p LOOP
    put := jsonb_populate_record(NULL::$S.task, item->'row');
    is_new := item->>'rev' IS NULL;
    SELECT ${known} INTO known
      FROM $S.task t WHERE t.id = item->>'id' FOR UPDATE;
    IF known.rev IS DISTINCT FROM (item->>'rev')::bigint THEN
      RAISE EXCEPTION 'task % was changed meanwhile', item->>'id' USING ERRCODE = 'BT001';
    END IF;
    IF put.parent_id IS NOT NULL AND (is_new OR known.parent_id IS DISTINCT FROM put.parent_id) THEN
      PERFORM 1 FROM $S.task t WHERE t.id = put.parent_id FOR SHARE;
    END IF;
    IF is_new OR known.depends_on <> put.depends_on OR known.skipped <> put.skipped THEN
      PERFORM 1 FROM $S.task t WHERE t.id = ANY (put.depends_on) ORDER BY t.id FOR SHARE;
      put.gate := $S.gate_of(put.depends_on, put.skipped);
    ELSE
      put.gate := known.gate;
    END IF;

    IF is_new THEN
      INSERT INTO $S.task SELECT put.*;
    ELSE
      UPDATE $S.task t SET id = put.id, id_key = put.id_key, status = put.status, rev = put.rev,
        order_key = put.order_key, route_key = put.route_key, gate = put.gate, is_parked = put.is_parked,
        parent_id = put.parent_id, depends_on = put.depends_on, skipped = put.skipped, agent = put.agent,
        lease_agent = put.lease_agent, retry_at = put.retry_at, block_kind = put.block_kind, due_by = put.due_by,
        entry = put.entry, document = coalesce(put.document, t.document)
      WHERE t.id = item->>'id';
    END IF;

    IF is_new OR known.depends_on <> put.depends_on THEN
      DELETE FROM $S.dependency d WHERE d.task_id = put.id;
      INSERT INTO $S.dependency (task_id, on_id) SELECT DISTINCT put.id, d FROM unnest(put.depends_on) d;
    END IF;
${gates}    IF is_new OR put.id <> item->>'id' THEN
      IF NOT EXISTS (SELECT FROM $S.day d WHERE d.date = item->>'date' AND d.last >= (item->>'number')::bigint) THEN
        INSERT INTO $S.day AS d (date, last) VALUES (item->>'date', (item->>'number')::bigint)
        ON CONFLICT (date) DO UPDATE SET last = greatest(d.last, excluded.last);
      END IF;
    END IF;
${routes}  END LOOP;

  INSERT INTO $S.artifact AS a (task_id, path, sha256, size, content)
    SELECT r->>'taskId', r->>'path', r->>'sha256', (r->>'size')::bigint, decode(r->>'content', 'base64')
    FROM jsonb_array_elements(change->'artifacts') r
  ON CONFLICT (task_id, path) DO UPDATE
    SET sha256 = excluded.sha256, size = excluded.size, content = excluded.content;

  INSERT INTO $S.event_inbox (draft) SELECT jsonb_array_elements_text(change->'events');
END
$body$;
`;

const COLUMNS = 't.status, t.rev, t.depends_on, t.skipped, t.parent_id, t.gate';

export const APPLY_CHANGE = applyChange({
  create: 'CREATE',
  known: COLUMNS,
  gates: `\
    IF is_new OR known.status <> put.status OR put.id <> item->>'id' THEN
      UPDATE $S.task t SET gate = $S.gate_of(t.depends_on, t.skipped)
      WHERE t.id IN (SELECT d.task_id FROM $S.dependency d WHERE d.on_id IN (put.id, item->>'id'))
        AND t.status NOT IN ('done', 'cancelled')
        AND t.gate <> $S.gate_of(t.depends_on, t.skipped);
    END IF;
`,
  routes: '',
});

/**
 * Two tasks that finish at the same moment do not see each other: a task that waits for both is judged by who holds it.
 * Only what bears on others is told to them.
 */
const GATES_UNDER_LOCK = `\
    IF is_new OR put.id <> item->>'id'
      OR (known.status = 'done') <> (put.status = 'done')
      OR (known.status IN ('cancelled', 'deadletter')) <> (put.status IN ('cancelled', 'deadletter'))
    THEN
      PERFORM 1 FROM $S.task t
      WHERE t.id IN (SELECT d.task_id FROM $S.dependency d WHERE d.on_id IN (put.id, item->>'id'))
      ORDER BY t.id FOR UPDATE;
      UPDATE $S.task t SET gate = $S.gate_of(t.depends_on, t.skipped)
      WHERE t.id IN (SELECT d.task_id FROM $S.dependency d WHERE d.on_id IN (put.id, item->>'id'))
        AND t.status NOT IN ('done', 'cancelled')
        AND t.gate <> $S.gate_of(t.depends_on, t.skipped);
    END IF;
`;

const MEET_ROUTE = `\
    IF is_new OR known.route_key <> put.route_key THEN
      PERFORM $S.meet_route(put.route_key, put.entry);
    END IF;
`;

export const APPLY_CHANGE_UNDER_LOCK = applyChange({
  create: 'CREATE OR REPLACE',
  known: `${COLUMNS}, t.route_key`,
  gates: GATES_UNDER_LOCK,
  routes: MEET_ROUTE,
});
