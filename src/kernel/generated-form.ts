/** Values that Baton makes itself. They hold nothing a person or an agent wrote, so there is nothing in them to scan. */
import { isSha256Hex } from './hash.ts';
import { isTaskId, isUlid, isUuid } from './ids.ts';

const CHECKSUM = 'sha256:';
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/;
/** Names of files that Baton writes, below the folders that it writes to. */
const OWN_PATH = /^\.ai\/handoff\/(?:[A-Za-z0-9_-]{1,40}\/){0,3}[A-Za-z0-9_-]{1,60}(?:\.[a-z0-9]{1,8}){1,2}$/;

const DELEGATION = 'delegation of ';
/** What a handoff document gives as the reason of a delegation. */
export const renderDelegationReason = (parentId: string): string => `${DELEGATION}${parentId}`;

/** The whole value must have the form: an id with anything else beside it is text. */
export const isGeneratedForm = (value: string): boolean =>
  (value.startsWith(CHECKSUM) && isSha256Hex(value.slice(CHECKSUM.length))) ||
  isUlid(value) ||
  isUuid(value) ||
  isTaskId(value.startsWith(DELEGATION) ? value.slice(DELEGATION.length) : value) ||
  TIME.test(value) ||
  OWN_PATH.test(value);
