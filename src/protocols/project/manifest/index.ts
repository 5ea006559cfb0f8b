export {
  findManifest,
  findManifestFaults,
  MAX_MANIFEST_BYTES,
  parseManifest,
  renderManifest,
} from './parse-manifest.ts';
export {
  draftManifest,
  finishManifest,
  parsePhase,
  renderForCount,
  type Description,
  type ManifestDraft,
  type ManifestInput,
  deriveContext,
  summarise,
  trustOf,
} from './plan-manifest.ts';
export { repairManifest, type RepairedManifest } from './repair-manifest.ts';
