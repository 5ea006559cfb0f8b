export { findAlias } from './find-alias.ts';
export { IMPORT_SOURCES, type ImportSourceName, type ReportRow } from './foreign-task.ts';
export { importTasks, type ImportTasksRequest, type ImportTasksResult } from './import-tasks.ts';
export { EXPORT_TARGETS, exportTasks, type ExportTargetName } from './export/export-tasks.ts';
