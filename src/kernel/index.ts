/**
 * The kernel for programs outside: errors with their codes, findings, canonical JSON, hashes, ids, times, and proofs of
 * the audit log. Code of this package imports the file that defines a name instead.
 */
export { checkProof, PROOF_FORMAT, type AuditProof, type ProofCheck } from './audit/index.ts';
export { canonicalJson } from './canonical-json.ts';
export { BatonError, ERRORS, isBatonError, type ErrorCode, type ErrorDetails, type ErrorRow } from './errors/index.ts';
export { compareFindings, type Finding, type FindingKind, type Severity } from './finding.ts';
export { fileChecksum, sha256Hex, sha256Tagged } from './hash.ts';
export { isTaskId, isUlid, isUuidV4, parseTaskId } from './ids.ts';
export { parseJson, type Json, type JsonLimits, type JsonObject } from './json.ts';
export { parseDuration, parseIsoTime, renderIsoTime } from './time.ts';
export { VERSION } from './version.ts';
