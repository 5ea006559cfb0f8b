/** Which file of a handoff a path is, and what that file is for. */
export type HandoffPlace = 'report' | 'instructions' | 'data' | 'other';

const REPORTS = /^(?:STATUS|LOG|LOG-ARCHIVE|TRUST|DASHBOARD|GROUNDING)(?:[.-][\w.-]*)?\.md$/i;
const INSTRUCTIONS = /^(?:NEXT_ACTIONS|CONVENTIONS|WORKFLOW|AGENTS|CLAUDE)\.md$/i;

/**
 * `report` says what is so; `instructions` may tell the reader what to do; `data` is JSON; `other` lies outside the
 * handoff folder or is not one of its known files. A bare file name counts as in the folder.
 */
export function findHandoffPlace(file: string | undefined): HandoffPlace | undefined {
  if (file === undefined) return undefined;
  const path = file.replaceAll('\\', '/');
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (path.includes('/') && !/(?:^|\/)\.ai\/handoff\/[^/]+$/.test(path)) return undefined;
  if (REPORTS.test(name)) return 'report';
  if (INSTRUCTIONS.test(name)) return 'instructions';
  if (/\.json$/i.test(name)) return path.includes('.ai/handoff/') ? 'data' : undefined;
  return path.includes('.ai/handoff/') ? 'other' : undefined;
}
