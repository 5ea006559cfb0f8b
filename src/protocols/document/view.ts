import type { Handoff, HandoffDocument } from './types.ts';

/** A document as a reader sees it: every optional field of the protocol with its default. Never written. */
export interface HandoffView extends Omit<Handoff, 'expires_at'> {
  readonly expires_at: string | null;
  readonly target: Handoff['target'] & { readonly invocation: string | null; readonly expected_phase: string | null };
  readonly context: Handoff['context'] &
    Required<Pick<Handoff['context'], 'focus_areas' | 'known_gaps' | 'success_criteria'>>;
  readonly payload: Handoff['payload'] & {
    readonly session: Handoff['payload']['session'] | null;
    readonly references: Handoff['payload']['references'] | null;
  };
  readonly meta: Handoff['meta'] & Required<Pick<Handoff['meta'], 'handoff_chain' | 'user_approved'>>;
}

/** A document with every optional field at its default. */
export function viewDocument({ handoff }: HandoffDocument): HandoffView {
  const { target, context, payload, meta } = handoff;
  return {
    ...handoff,
    expires_at: handoff.expires_at ?? null,
    target: { ...target, invocation: target.invocation ?? null, expected_phase: target.expected_phase ?? null },
    context: {
      ...context,
      focus_areas: context.focus_areas ?? [],
      known_gaps: context.known_gaps ?? [],
      success_criteria: context.success_criteria ?? [],
    },
    payload: { ...payload, session: payload.session ?? null, references: payload.references ?? null },
    meta: { ...meta, handoff_chain: chainOf({ handoff }), user_approved: meta.user_approved ?? false },
  } as HandoffView;
}

/** The skills the work has passed through; the sender is the last. */
export const chainOf = ({ handoff }: HandoffDocument): readonly string[] =>
  handoff.meta.handoff_chain ?? [handoff.source.skill];
