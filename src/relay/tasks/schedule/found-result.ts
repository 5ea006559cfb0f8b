import { join } from 'node:path';
import { isBatonError } from '../../../kernel/errors/index.ts';
import { isJsonObject, parseJson } from '../../../kernel/json.ts';
import type { RunRecord, RunResult } from '../../../kernel/tasks.ts';
import { renderIsoTime } from '../../../kernel/time.ts';
import { parseOutput, toCompletion } from '../../../protocols/output/index.ts';
import { parseReport, type RunFacts } from '../../../protocols/tasks/index.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import { judgeTexts } from '../messages/route-message.ts';

const MAX_BYTES = 10 * 1024 * 1024;

/** What a run left behind beside Baton: a result file it wrote itself, or an answer in AOP as the last it printed. */
export async function readFoundResult(
  platform: Pick<Platform, 'clock' | 'files' | 'project' | 'scanner'>,
  run: RunRecord,
): Promise<RunFacts['found']> {
  const found = (await readResultFile(platform, run)) ?? (await readPrintedAnswer(platform, run));
  if (found?.kind !== 'valid') return found;
  const { notes = '', blockers = [], deliverables = [] } = found.result;
  const texts = { notes, blockers: [...blockers], deliverables: [...deliverables] };
  const { refusal } = judgeTexts(await platform.scanner(), texts, platform.project.settings.values);
  return refusal === undefined ? found : { kind: 'invalid', reason: refusal };
}

async function readResultFile(
  platform: Pick<Platform, 'clock' | 'files' | 'project'>,
  run: RunRecord,
): Promise<RunFacts['found']> {
  try {
    const path = join(platform.project.dataDir, 'runs', run.taskId, 'run_result.json');
    const text = await platform.files.findText(path, { maxBytes: MAX_BYTES });
    if (text === undefined) return undefined;
    const value = parseJson(text);
    if (!isJsonObject(value)) return { kind: 'invalid', reason: 'it is not a JSON object' };
    const report = parseReport(value);
    const { runId } = value;
    if (runId !== undefined && runId !== run.runId) return undefined;
    if (report.taskId !== undefined && report.taskId !== run.taskId)
      return { kind: 'invalid', reason: `it is about ${report.taskId}` };
    return { kind: 'valid', result: { ...report, ...identify(platform, run, report.completedAt) } };
  } catch (error) {
    if (!isBatonError(error)) throw error;
    return { kind: 'invalid', reason: error.message };
  }
}

/** A program that ends with a whole block has reported; anything else it prints is its own business. */
async function readPrintedAnswer(
  platform: Pick<Platform, 'clock' | 'files' | 'project'>,
  run: RunRecord,
): Promise<RunFacts['found']> {
  const path = join(platform.project.dataDir, 'tasks', 'in-progress', run.taskId, 'outputs', `run-${run.runId}.log`);
  const bytes = await readIfSmall(platform, path);
  if (bytes === undefined) return undefined;
  const reading = parseOutput(new TextDecoder().decode(bytes));
  if (reading.block === undefined || reading.level === 'incomplete' || reading.block.fenced) return undefined;
  const { outcome, summary, blockers } = toCompletion(reading);
  if (summary === '') return undefined;
  return {
    kind: 'valid',
    result: {
      ...identify(platform, run),
      outcome,
      notes: summary,
      ...(blockers.length === 0 ? {} : { blockers }),
    },
  };
}

async function readIfSmall(platform: Pick<Platform, 'files'>, path: string): Promise<Uint8Array | undefined> {
  try {
    return await platform.files.readBytes(path, { maxBytes: MAX_BYTES });
  } catch (error) {
    if (isBatonError(error)) return undefined;
    throw error;
  }
}

const identify = (
  platform: Pick<Platform, 'clock'>,
  run: RunRecord,
  completedAt?: string,
): Pick<RunResult, 'taskId' | 'runId' | 'agentId' | 'completedAt'> => ({
  taskId: run.taskId,
  runId: run.runId,
  agentId: run.agentId,
  completedAt: completedAt ?? renderIsoTime(platform.clock.now()),
});
