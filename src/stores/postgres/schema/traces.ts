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
