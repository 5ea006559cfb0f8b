/** What keeps a store that grows for years quick and small: events by month, and room for updates in place. */

/**
 * Ids of events are ULIDs and grow with time, so a month is a range of ids. What no month takes, because nobody has made
 * it yet, goes into `event_rest`. Everything that was there before is the first partition.
 */
const EVENTS_BY_MONTH = `
CREATE FUNCTION $S.ulid_at(moment timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS $body$
  SELECT string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (ms >> (5 * (9 - i)) & 31)::int + 1, 1), '' ORDER BY i)
  FROM generate_series(0, 9) i, LATERAL (SELECT floor(extract(epoch FROM moment) * 1000)::bigint AS ms) t
$body$;

CREATE TABLE $S.event_month (name text PRIMARY KEY, low text COLLATE "C" NOT NULL, high text COLLATE "C" NOT NULL);

ALTER TABLE $S.outbox DROP CONSTRAINT IF EXISTS outbox_event_id_fkey;
ALTER TABLE $S.event RENAME TO event_first;
ALTER INDEX $S.event_pkey RENAME TO event_first_pkey;
ALTER INDEX $S.event_of_task RENAME TO event_first_of_task;
CREATE TABLE $S.event (id text COLLATE "C" PRIMARY KEY, task_id text COLLATE "C", event text NOT NULL)
  PARTITION BY RANGE (id);
CREATE INDEX event_of_task ON $S.event (task_id, id) WHERE task_id IS NOT NULL;
CREATE TABLE $S.event_rest PARTITION OF $S.event DEFAULT;

DO $body$
DECLARE
  month timestamp := date_trunc('month', clock_timestamp() AT TIME ZONE 'UTC');
  last text := (SELECT max(id) FROM $S.event_first);
BEGIN
  WHILE last >= $S.ulid_at(month AT TIME ZONE 'UTC') LOOP
    month := month + interval '1 month';
  END LOOP;
  EXECUTE format('ALTER TABLE %1$I.event ATTACH PARTITION %1$I.event_first FOR VALUES FROM (MINVALUE) TO (%2$L)',
    $N, $S.ulid_at(month AT TIME ZONE 'UTC'));
  INSERT INTO $S.event_month VALUES ('event_first', '', $S.ulid_at(month AT TIME ZONE 'UTC'));
END
$body$;
`;

/**
 * Makes the partitions of this month and the next two. With the rights of the owner: a daemon whose role can make no
 * tables calls it too. Gives the number of those it made.
 */
const KEEP_MONTHS = `
CREATE FUNCTION $S.keep_months() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $body$
DECLARE
  month timestamp;
  from_id text;
  to_id text;
  part text;
  made integer := 0;
BEGIN
  LOCK TABLE $S.event_month IN EXCLUSIVE MODE;
  FOR i IN 0..2 LOOP
    month := date_trunc('month', clock_timestamp() AT TIME ZONE 'UTC') + make_interval(months => i);
    to_id := $S.ulid_at((month + interval '1 month') AT TIME ZONE 'UTC');
    CONTINUE WHEN EXISTS (SELECT FROM $S.event_month m WHERE m.high >= to_id COLLATE "C");
    from_id := $S.ulid_at(month AT TIME ZONE 'UTC');
    part := to_char(month, '"event_"YYYY_MM');
    EXECUTE format('CREATE TABLE %1$I.%2$I (LIKE %1$I.event)', $N, part);
    EXECUTE format('WITH moved AS (DELETE FROM %1$I.event_rest WHERE id >= %3$L AND id < %4$L RETURNING *)
      INSERT INTO %1$I.%2$I SELECT * FROM moved', $N, part, from_id, to_id);
    EXECUTE format('ALTER TABLE %1$I.event ATTACH PARTITION %1$I.%2$I FOR VALUES FROM (%3$L) TO (%4$L)',
      $N, part, from_id, to_id);
    INSERT INTO $S.event_month VALUES (part, from_id, to_id);
    made := made + 1;
  END LOOP;
  RETURN made;
END
$body$;
SELECT $S.keep_months();
`;

/**
 * A new version of a row stays on its page, and no index hears of it, while the page has room and no indexed column
 * changes: most updates of a task are heartbeats. What comes and goes by the thousand is vacuumed by count.
 */
const ROOM = `
ALTER TABLE $S.task SET (fillfactor = 50);
ALTER TABLE $S.daemon SET (fillfactor = 50);
ALTER TABLE $S.outbox SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
ALTER TABLE $S.event_inbox SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
`;

/** What no machine can take is no longer hidden from an agent that asks for it. */
const UNROUTABLE_CLAIMABLE = `
UPDATE $S.task SET is_parked = false WHERE status = 'ready' AND is_parked
  AND split_part(entry, E'\\n', 1)::jsonb #>> '{task,metadata,unroutable}' = 'true'
  AND (split_part(entry, E'\\n', 1)::jsonb #> '{run,machine}' IS NULL
    OR split_part(entry, E'\\n', 1)::jsonb #> '{run,exit}' IS NOT NULL);
`;

export const GROWTH = EVENTS_BY_MONTH + KEEP_MONTHS + ROOM + UNROUTABLE_CLAIMABLE;

/** In an event as it is stored: the first trace that its payload names, in the words of JSON. */
export const EVENT_TRACE = `substring(event from '"traceId":"([^"]*)"')`;

const HAS_TRACE = `strpos(entry, '"traceId":"') > 0`;
const TRACE_OF = `entry::json #>> '{task,metadata,traceId}'`;
const changesOf = (row: 'OLD' | 'NEW'): string => `substring(${row}.entry from '"traceId":"[^"]*"')`;

/**
 * Which tasks a trace leads through. In a table of its own, written when a task is made: an index on the task itself would
 * be paid for by every claim and every heartbeat.
 */
export const TRACES = `
CREATE TABLE $S.trace_task (
  trace_id text COLLATE "C" NOT NULL,
  task_id text COLLATE "C" NOT NULL REFERENCES $S.task ON UPDATE CASCADE ON DELETE CASCADE,
  PRIMARY KEY (trace_id, task_id)
);
CREATE INDEX trace_of_task ON $S.trace_task (task_id);
INSERT INTO $S.trace_task SELECT ${TRACE_OF}, id FROM $S.task WHERE ${HAS_TRACE} AND ${TRACE_OF} IS NOT NULL;

CREATE FUNCTION $S.note_trace() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  DELETE FROM $S.trace_task WHERE task_id = NEW.id;
  INSERT INTO $S.trace_task SELECT NEW.${TRACE_OF}, NEW.id WHERE NEW.${TRACE_OF} IS NOT NULL;
  RETURN NULL;
END
$body$;
CREATE TRIGGER task_made AFTER INSERT ON $S.task FOR EACH ROW
  WHEN (strpos(NEW.entry, '"traceId":"') > 0) EXECUTE FUNCTION $S.note_trace();
CREATE TRIGGER task_traced AFTER UPDATE OF entry ON $S.task FOR EACH ROW
  WHEN (${changesOf('OLD')} IS DISTINCT FROM ${changesOf('NEW')}) EXECUTE FUNCTION $S.note_trace();

CREATE INDEX event_of_trace ON $S.event (${EVENT_TRACE}) WHERE task_id IS NOT NULL AND strpos(event, '"traceId":"') > 0;
`;
