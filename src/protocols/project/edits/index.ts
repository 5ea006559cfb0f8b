export {
  draftAction,
  draftAmendment,
  draftClaim,
  draftEntry,
  draftNote,
  draftRemoval,
  draftSection,
  draftTrust,
  vouch,
  type SessionDraft,
} from './draft.ts';
