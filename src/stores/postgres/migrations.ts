/** Each step takes the tables from one version to the next. A step that was published is never edited. */
export interface Migration {
  readonly version: number;
  readonly about: string;
  /** `$S` stands for the name of the schema. */
  readonly sql: string;
}

/** Texts are compared byte by byte wherever their order matters, whatever the database's language is. */
const TASKS = `
CREATE TABLE $S.task (
  id text COLLATE "C" PRIMARY KEY,
  id_key text COLLATE "C" NOT NULL,
  status text NOT NULL,
  rev bigint NOT NULL,
  order_key text COLLATE "C" NOT NULL,
  route_key text COLLATE "C" NOT NULL,
  gate text NOT NULL,
  is_parked boolean NOT NULL,
  parent_id text COLLATE "C",
  depends_on text[] COLLATE "C" NOT NULL,
  skipped text[] COLLATE "C" NOT NULL,
  agent text,
  lease_agent text,
  retry_at text COLLATE "C",
  block_kind text,
  due_by text COLLATE "C",
  entry text NOT NULL,
  document text
);
CREATE INDEX task_claimable ON $S.task (order_key) WHERE status = 'ready' AND gate = 'free' AND NOT is_parked;
CREATE INDEX task_route ON $S.task (route_key, order_key) WHERE status = 'ready' AND gate = 'free' AND NOT is_parked;
CREATE INDEX task_parked ON $S.task (route_key, order_key) WHERE status = 'ready' AND gate = 'free' AND is_parked;
CREATE INDEX task_troubled ON $S.task (order_key) WHERE status = 'ready' AND gate = 'troubled';
CREATE INDEX task_running ON $S.task (order_key) WHERE status = 'in-progress';
CREATE INDEX task_retry ON $S.task (retry_at) WHERE status = 'blocked' AND retry_at IS NOT NULL;
CREATE INDEX task_released ON $S.task (order_key)
  WHERE status = 'blocked' AND retry_at IS NULL AND block_kind = 'dependency' AND gate = 'free';
CREATE INDEX task_due ON $S.task (due_by) WHERE due_by IS NOT NULL;
CREATE INDEX task_by_status ON $S.task (status, id_key);
CREATE INDEX task_children ON $S.task (parent_id) WHERE parent_id IS NOT NULL;

CREATE TABLE $S.dependency (
  task_id text COLLATE "C" NOT NULL REFERENCES $S.task ON UPDATE CASCADE ON DELETE CASCADE,
  on_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (on_id, task_id)
);
CREATE INDEX dependency_of ON $S.dependency (task_id);

CREATE TABLE $S.day (date text COLLATE "C" PRIMARY KEY, last bigint NOT NULL);
CREATE TABLE $S.seen (key text COLLATE "C" PRIMARY KEY, at timestamptz NOT NULL DEFAULT clock_timestamp());
CREATE INDEX seen_at ON $S.seen (at);
CREATE TABLE $S.applied (mark text COLLATE "C" PRIMARY KEY, at timestamptz NOT NULL DEFAULT clock_timestamp());
CREATE INDEX applied_at ON $S.applied (at);
CREATE TABLE $S.artifact (
  task_id text COLLATE "C" NOT NULL REFERENCES $S.task ON UPDATE CASCADE ON DELETE CASCADE,
  path text COLLATE "C" NOT NULL,
  sha256 text NOT NULL,
  size bigint NOT NULL,
  content bytea,
  PRIMARY KEY (task_id, path)
);
`;

/** Events are written in any order and numbered when they are read: see the ADR on their order. */
const EVENTS = `
CREATE TABLE $S.event_inbox (seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, draft text NOT NULL);
CREATE TABLE $S.event (id text COLLATE "C" PRIMARY KEY, task_id text COLLATE "C", event text NOT NULL);
CREATE INDEX event_of_task ON $S.event (task_id, id) WHERE task_id IS NOT NULL;
CREATE TABLE $S.outbox (
  event_id text COLLATE "C" PRIMARY KEY REFERENCES $S.event,
  tried_at timestamptz
);
`;

const GATE = `
CREATE FUNCTION $S.gate_of(wanted text[], without text[]) RETURNS text LANGUAGE sql STABLE AS $body$
  SELECT CASE
    WHEN bool_or(coalesce(t.status, 'missing') IN ('cancelled', 'deadletter', 'missing')) THEN 'troubled'
    WHEN bool_or(t.status <> 'done') THEN 'waits'
    ELSE 'free'
  END
  FROM unnest(wanted) AS d(id) LEFT JOIN $S.task t ON t.id = d.id
  WHERE d.id <> ALL (without)
$body$;
`;

/**
 * Stores one change whole. What it was decided upon (`facts`, `children`, the revs) is locked and compared first;
 * where something differs it raises BT001, and the change is decided again.
 */
const APPLY = `
CREATE FUNCTION $S.apply_change(change jsonb) RETURNS void LANGUAGE plpgsql AS $body$
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
    SELECT t.status, t.rev, t.depends_on, t.skipped, t.parent_id, t.gate INTO known
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
    IF is_new OR known.status <> put.status OR put.id <> item->>'id' THEN
      UPDATE $S.task t SET gate = $S.gate_of(t.depends_on, t.skipped)
      WHERE t.id IN (SELECT d.task_id FROM $S.dependency d WHERE d.on_id IN (put.id, item->>'id'))
        AND t.status NOT IN ('done', 'cancelled')
        AND t.gate <> $S.gate_of(t.depends_on, t.skipped);
    END IF;
    IF is_new OR put.id <> item->>'id' THEN
      IF NOT EXISTS (SELECT FROM $S.day d WHERE d.date = item->>'date' AND d.last >= (item->>'number')::bigint) THEN
        INSERT INTO $S.day AS d (date, last) VALUES (item->>'date', (item->>'number')::bigint)
        ON CONFLICT (date) DO UPDATE SET last = greatest(d.last, excluded.last);
      END IF;
    END IF;
  END LOOP;

  INSERT INTO $S.artifact AS a (task_id, path, sha256, size, content)
    SELECT r->>'taskId', r->>'path', r->>'sha256', (r->>'size')::bigint, decode(r->>'content', 'base64')
    FROM jsonb_array_elements(change->'artifacts') r
  ON CONFLICT (task_id, path) DO UPDATE
    SET sha256 = excluded.sha256, size = excluded.size, content = excluded.content;

  INSERT INTO $S.event_inbox (draft) SELECT jsonb_array_elements_text(change->'events');
END
$body$;
`;

/** A claim says what it was made with; what that means to the task and for its events is worked out by who reads it. */
const CLAIMS = `
ALTER TABLE $S.event_inbox ALTER COLUMN draft DROP NOT NULL,
  ADD COLUMN mark text COLLATE "C",
  ADD COLUMN task_id text COLLATE "C",
  ADD COLUMN claimed text;
CREATE UNIQUE INDEX event_inbox_mark ON $S.event_inbox (mark) WHERE mark IS NOT NULL;
ALTER TABLE $S.applied ADD COLUMN task_id text COLLATE "C";
`;

/** The row of a task holds its last run; those before it are here. */
const ATTEMPTS = `
CREATE TABLE $S.attempt (
  task_id text COLLATE "C" NOT NULL REFERENCES $S.task ON UPDATE CASCADE ON DELETE CASCADE,
  attempt bigint NOT NULL,
  record text NOT NULL,
  PRIMARY KEY (task_id, attempt)
);
`;

/** The audit log: its lines as they would stand in files, what is looked up of them by hash, and the signed head. */
const AUDIT = `
CREATE TABLE $S.audit_head (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  head text NOT NULL,
  peaks text[] NOT NULL,
  segment text NOT NULL
);
CREATE TABLE $S.audit_line (
  seq bigint PRIMARY KEY,
  segment text NOT NULL,
  line text NOT NULL,
  handoff_key text COLLATE "C",
  trace_key text COLLATE "C",
  claim_key text COLLATE "C",
  flag_key text COLLATE "C",
  flag_up boolean
);
CREATE INDEX audit_of_handoff ON $S.audit_line (handoff_key, seq) WHERE handoff_key IS NOT NULL;
CREATE INDEX audit_of_trace ON $S.audit_line (trace_key, seq) WHERE trace_key IS NOT NULL;
CREATE UNIQUE INDEX audit_claim ON $S.audit_line (claim_key) WHERE claim_key IS NOT NULL;
CREATE INDEX audit_flag ON $S.audit_line (flag_key, seq) WHERE flag_key IS NOT NULL;
`;

/** Daemons that live: what each of them looks after. */
const DAEMONS = `
CREATE TABLE $S.daemon (
  id text COLLATE "C" PRIMARY KEY,
  report text NOT NULL,
  seen_at timestamptz NOT NULL
);
`;

export const MIGRATIONS: readonly Migration[] = [
  { version: 1, about: 'tasks, artifacts, applied messages', sql: TASKS },
  { version: 2, about: 'events and the outbox', sql: EVENTS },
  { version: 3, about: 'changes in one call', sql: GATE + APPLY },
  { version: 4, about: 'claims in one statement', sql: CLAIMS },
  { version: 5, about: 'earlier runs', sql: ATTEMPTS },
  { version: 6, about: 'the audit log', sql: AUDIT },
  { version: 8, about: 'daemons', sql: DAEMONS },
];

export const LATEST_VERSION = MIGRATIONS.at(-1)?.version ?? 0;
