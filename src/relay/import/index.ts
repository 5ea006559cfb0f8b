export { findAlias } from './find-alias.ts';
export { IMPORT_SOURCES, type ImportSourceName, type ReportKind, type ReportRow } from './foreign-task.ts';
export {
  importTasks,
  type ImportedItem,
  type ImportMeans,
  type ImportTasksRequest,
  type ImportTasksResult,
} from './import-tasks.ts';
export {
  EXPORT_TARGETS,
  exportTasks,
  type ExportTargetName,
  type ExportTasksRequest,
  type ExportTasksResult,
} from './export/export-tasks.ts';
