import { safeName } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { renderCompactTime } from '../../kernel/time.ts';
import { shortenChain } from './checks/chain.ts';
import type { Confidence, HandoffDocument, HandoffReferences, HandoffSession, ProblemType } from './types.ts';
import { chainOf } from './view.ts';

/** What the sender says; everything else of a document follows from it. */
export interface DocumentDraft {
  readonly source: HandoffDocument['handoff']['source'];
  readonly target: HandoffDocument['handoff']['target'];
  readonly summary: string;
  readonly problemType: ProblemType;
  readonly confidence: Confidence;
  readonly working: JsonObject;
  readonly traceId: string;
  readonly timestamp: string;
  readonly expiresAt?: string;
  readonly originalPrompt?: string;
  readonly focusAreas?: readonly string[];
  readonly knownGaps?: readonly string[];
  readonly successCriteria?: readonly string[];
  readonly session?: HandoffSession;
  readonly references?: HandoffReferences;
  readonly reason?: string;
  readonly approved?: boolean;
  readonly parentSpanId?: string;
  readonly tags?: Readonly<Record<string, string>>;
  /** The document this one continues: its trace and its chain go on. */
  readonly after?: HandoffDocument;
}

/** A document without token count and hash, which are set last. */
export function buildDocument(draft: DocumentDraft): HandoffDocument {
  const { after } = draft;
  return {
    handoff: {
      version: '3.0',
      schema_type: 'universal',
      timestamp: draft.timestamp,
      ...present('expires_at', draft.expiresAt),
      trace_id: after?.handoff.trace_id ?? draft.traceId,
      source: draft.source,
      target: draft.target,
      context: {
        summary: draft.summary,
        problem_type: draft.problemType,
        ...present('original_prompt', draft.originalPrompt),
        ...filled('focus_areas', draft.focusAreas),
        ...filled('known_gaps', draft.knownGaps),
        ...filled('success_criteria', draft.successCriteria),
      },
      payload: {
        working: draft.working,
        ...present('session', draft.session),
        ...present('references', draft.references),
      },
      meta: {
        token_count: 0,
        confidence: draft.confidence,
        handoff_chain: continueChain(after, draft.source.skill),
        ...present('handoff_reason', draft.reason),
        ...(draft.approved === true ? { user_approved: true } : {}),
      },
      ...present('tracing', buildTracing(draft)),
    },
  };
}

/** The whole chain, as the trace keeps it. */
export const fullChain = (after: HandoffDocument | undefined, skill: string): readonly string[] => [
  ...(after === undefined ? [] : chainOf(after)),
  skill,
];

const continueChain = (after: HandoffDocument | undefined, skill: string): readonly string[] =>
  shortenChain(fullChain(after, skill));

function buildTracing({ parentSpanId, tags }: DocumentDraft): HandoffDocument['handoff']['tracing'] {
  if (parentSpanId === undefined && tags === undefined) return undefined;
  return { ...present('parent_span_id', parentSpanId), ...present('tags', tags) };
}

type Present<K extends string, V> = { readonly [P in K]?: NonNullable<V> };

const present = <K extends string, V>(name: K, value: V | undefined): Present<K, V> =>
  (value === undefined || value === null ? {} : { [name]: value }) as Present<K, V>;

const filled = <K extends string>(name: K, list: readonly string[] | undefined): Present<K, readonly string[]> =>
  present(name, list === undefined || list.length === 0 ? undefined : list);

const MAX_SKILL = 60;

/** `planner-to-coder-20260209T210000Z.json`; with a number if that name is taken. */
export function renderFileName(source: string, target: string, epochMs: number, copy = 1): string {
  const stem = `${safeName(source, MAX_SKILL)}-to-${safeName(target, MAX_SKILL)}-${renderCompactTime(epochMs)}`;
  return `${stem}${copy === 1 ? '' : `-${copy}`}.json`;
}

/** `session-context.json`; with a number if another handoff's file is there. */
export const renderSessionFileName = (copy = 1): string => `session-context${copy === 1 ? '' : `-${copy}`}.json`;
