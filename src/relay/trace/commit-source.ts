import { sha256Hex } from '../../kernel/hash.ts';
import { findIsoTime, renderIsoTime } from '../../kernel/time.ts';
import { TRACE_TRAILER } from '../project/index.ts';
import type { TraceEvent, TraceSource } from './event.ts';

const FIELDS = ['%H', '%cI', '%an', '%s', '%D'];

/** Commits whose message names the trace, in any branch. */
export const commitTraceSource: TraceSource = {
  name: 'commits',
  async read({ project }, traceId) {
    const repo = await project.findRepo();
    if (repo === undefined || (await repo.head()) === undefined) return { events: [], skipped: 0 };
    const { stdout } = await repo.run([
      'log',
      '--all',
      '--fixed-strings',
      `--grep=${TRACE_TRAILER}: ${traceId}`,
      `--format=${FIELDS.join('%x1f')}`,
    ]);
    const rows = stdout.toString().split('\n');
    const events = rows.flatMap((row) => (row === '' ? [] : toEvent(traceId, row)));
    return { events, skipped: rows.filter((row) => row !== '').length - events.length };
  },
};

function toEvent(traceId: string, row: string): TraceEvent[] {
  const [commit = '', at = '', author = '', subject = '', refs = ''] = row.split('\u001F');
  const time = findIsoTime(at);
  if (time === undefined) return [];
  const tags = refs.split(', ').flatMap((ref) => (ref.startsWith('tag: ') ? [ref.slice(5)] : []));
  return [
    {
      trace_id: traceId,
      span_id: sha256Hex(commit).slice(0, 16),
      parent_span_id: null,
      timestamp: renderIsoTime(time.epochMs),
      event_type: 'commit.made',
      workflow: author,
      phase: 'handoff',
      details: { commit, subject, ...(tags.length === 0 ? {} : { tags }) },
      duration_ms: null,
    },
  ];
}
