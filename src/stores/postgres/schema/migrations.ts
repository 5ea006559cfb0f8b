import { APPLY_CHANGE, APPLY_CHANGE_UNDER_LOCK } from './apply-change.ts';
import { GROWTH, TRACES } from './growth.ts';

/** Each step takes the tables from one version to the next. A step that was published is never edited. */
export interface Migration {
  readonly version: number;
  readonly about: string;
  /** `$S` stands for the name of the schema, `$N` for the same as a text. */
  readonly sql: string;
  /**
   * A Baton that does not know the step works on beside one that does. Such steps are noted in a table of their own, so
   * that an older one, which refuses numbers it does not know, does not see them.
   */
  readonly isAdditive?: true;
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

/**
 * Whom tasks are for, with one task of each address to judge it by. Every new one raises the version, under a lock that is
 * held until it is stored: who sees a version sees all addresses up to it.
 */
const ROUTES = `
CREATE TABLE $S.route (route_key text COLLATE "C" PRIMARY KEY, version bigint NOT NULL, entry text NOT NULL);
CREATE INDEX route_by_version ON $S.route (version);
CREATE TABLE $S.route_version (id boolean PRIMARY KEY DEFAULT true CHECK (id), version bigint NOT NULL);
INSERT INTO $S.route_version (version) VALUES (1);
INSERT INTO $S.route (route_key, version, entry)
  SELECT DISTINCT ON (route_key) route_key, 1, entry FROM $S.task ORDER BY route_key;

CREATE FUNCTION $S.meet_route(key text, sample text) RETURNS void LANGUAGE plpgsql AS $body$
BEGIN
  -- Who forgets routes that nobody needs takes them all: none may be given up between this look and its use.
  LOCK TABLE $S.route IN ROW SHARE MODE;
  IF EXISTS (SELECT FROM $S.route r WHERE r.route_key = key) THEN
    RETURN;
  END IF;
  UPDATE $S.route_version SET version = version + 1;
  INSERT INTO $S.route (route_key, version, entry) SELECT key, v.version, sample FROM $S.route_version v
  ON CONFLICT (route_key) DO NOTHING;
END
$body$;
`;

/**
 * The queue as a whole, for statements that say `id_key <> ''`. Those that ask by address do not, so that the server
 * cannot take this index for them and walk past the tasks of all others.
 */
const QUEUE = `
DROP INDEX $S.task_claimable;
CREATE INDEX task_queue ON $S.task (order_key)
  WHERE status = 'ready' AND gate = 'free' AND NOT is_parked AND id_key <> '';
`;

/** What was left waiting for tasks that had long been finished. */
const GATES_ANEW = `
UPDATE $S.task t SET gate = $S.gate_of(t.depends_on, t.skipped)
WHERE cardinality(t.depends_on) > 0 AND t.status NOT IN ('done', 'cancelled')
  AND t.gate <> $S.gate_of(t.depends_on, t.skipped);
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
  { version: 3, about: 'changes in one call', sql: GATE + APPLY_CHANGE },
  { version: 4, about: 'claims in one statement', sql: CLAIMS },
  { version: 5, about: 'earlier runs', sql: ATTEMPTS },
  { version: 6, about: 'the audit log', sql: AUDIT },
  {
    version: 7,
    about: 'addresses of tasks, and gates under lock',
    sql: ROUTES + QUEUE + APPLY_CHANGE_UNDER_LOCK + GATES_ANEW,
  },
  { version: 8, about: 'daemons', sql: DAEMONS },
  { version: 9, about: 'events by month, room for updates in place', sql: GROWTH, isAdditive: true },
  { version: 10, about: 'tasks and events by trace', sql: TRACES, isAdditive: true },
];

export const LATEST_VERSION = MIGRATIONS.at(-1)?.version ?? 0;

/** Tables of this version can be used as they are; steps after it may be missing. */
export const NEEDED_VERSION = MIGRATIONS.findLast(({ isAdditive }) => isAdditive !== true)?.version ?? 0;
