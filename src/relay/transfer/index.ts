export { pruneData, type PruneReport } from './prune-data.ts';
export { exportData, type ExportRequest } from './export-data.ts';
export { importData, type ImportRequest, type ImportResult } from './import-data.ts';
