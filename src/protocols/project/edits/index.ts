export {
  draftAction,
  draftAmendment,
  draftClaim,
  draftEntry,
  draftSection,
  draftTrust,
  vouch,
  type SessionDraft,
} from './draft.ts';
