import { isBatonError, isJsonObject, parseJson, renderIsoTime, type RunRecord } from '../../kernel/index.ts';
import { parseReport, type RunFacts } from '../../protocols/tasks/index.ts';
import type { Platform } from '../platform.ts';

/** A result that an agent wrote into its run folder itself; undefined where there is none for this run. */
export async function readFoundResult(platform: Platform, path: string, run: RunRecord): Promise<RunFacts['found']> {
  try {
    const text = await platform.files.findText(path, { maxBytes: 10 * 1024 * 1024 });
    if (text === undefined) return undefined;
    const value = parseJson(text);
    if (!isJsonObject(value)) return { kind: 'invalid', reason: 'it is not a JSON object' };
    const report = parseReport(value);
    const { runId } = value;
    if (runId !== undefined && runId !== run.runId) return undefined;
    if (report.taskId !== undefined && report.taskId !== run.taskId)
      return { kind: 'invalid', reason: `it is about ${report.taskId}` };
    return {
      kind: 'valid',
      result: {
        ...report,
        taskId: run.taskId,
        runId: run.runId,
        agentId: run.agentId,
        completedAt: report.completedAt ?? renderIsoTime(platform.clock.now()),
      },
    };
  } catch (error) {
    if (!isBatonError(error)) throw error;
    return { kind: 'invalid', reason: error.message };
  }
}
