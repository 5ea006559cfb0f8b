export {
  findHandedDocument,
  prepareDelegation,
  type DelegationPackage,
  type DelegationPlatform,
} from './prepare-delegation.ts';
export { passHandoff, recordRefusal, type Passage, type PassOptions } from './pass-handoff.ts';
