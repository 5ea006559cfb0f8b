export { findHandedDocument } from './attest-handoff.ts';
export { passHandoff, recordRefusal, type Passage, type PassOptions } from './pass-handoff.ts';
export { prepareDelegation, type DelegationPackage, type DelegationPlatform } from './prepare-delegation.ts';
