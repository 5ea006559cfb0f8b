export {
  isOldestFirst,
  findProvenance,
  findProvenanceFault,
  renderProvenance,
  newestFirst,
  entryWords,
  entryTimeMs,
  putNewestFirst,
} from './provenance.ts';
export {
  addEntry,
  EMPTY_LOG,
  findArchiveDamage,
  KEPT_ENTRIES,
  planRotation,
  readLastEntries,
  type EntryDraft,
  amendEntry,
  parseArchiveIndex,
  hashEntry,
  renderIndexRows,
} from './log.ts';
