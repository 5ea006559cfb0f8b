import { isBatonError } from '../../kernel/errors/index.ts';
import { compareFindings, type Finding } from '../../kernel/finding.ts';
import {
  checkOutput,
  checkRecord,
  createIssue,
  detailsPlace,
  NO_DETAILS,
  parseOutput,
  wholeText,
  type OutputCheck,
  type OutputReading,
  type Place,
  type TaskType,
} from '../../protocols/output/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { detailsRoots, resolveDetails } from './details-place.ts';

/** An answer to read, and the kind of task it answers. */
export interface ReadOutputRequest {
  readonly bytes: Uint8Array;
  readonly type?: TaskType | undefined;
}

/** An answer to check, and how strictly. */
export interface CheckOutputRequest extends ReadOutputRequest {
  readonly level?: 'strict' | 'compact';
}

/** Larger records are taken as they are. */
const MAX_RECORD_BYTES = 64 * 1024 * 1024;

/** Reads an agent's answer and looks at the details file it names. */
export async function readOutput(
  platform: Pick<Platform, 'files' | 'project'>,
  request: ReadOutputRequest,
): Promise<OutputReading> {
  const { reading, detailsIssues } = await readWithDetails(platform, request);
  return { ...reading, issues: [...reading.issues, ...detailsIssues].toSorted(compareFindings) };
}

/** Holds an agent's answer against the checklist. */
export async function checkAgentOutput(
  platform: Pick<Platform, 'files' | 'project'>,
  request: CheckOutputRequest,
): Promise<OutputCheck & { readonly reading: OutputReading }> {
  const { text, reading, detailsIssues } = await readWithDetails(platform, request);
  return { ...checkOutput(text, reading, { level: request.level ?? 'strict', detailsIssues }), reading };
}

async function readWithDetails(
  platform: Pick<Platform, 'files' | 'project'>,
  { bytes, type }: ReadOutputRequest,
): Promise<{ text: string; reading: OutputReading; detailsIssues: Finding[] }> {
  const { text, issues } = decode(bytes);
  const reading = parseOutput(text, { type, roots: detailsRoots(platform) });
  return { text, reading, detailsIssues: [...issues, ...(await checkDetails(platform, reading))] };
}

/** What is not UTF-8 is read as far as it goes: an answer with one broken byte still has its block. */
function decode(bytes: Uint8Array): { text: string; issues: Finding[] } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), issues: [] };
  } catch {
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    return {
      text,
      issues: [createIssue('output-not-utf8', wholeText, 'the answer is not valid UTF-8; broken parts were replaced')],
    };
  }
}

async function checkDetails(platform: Pick<Platform, 'files' | 'project'>, reading: OutputReading): Promise<Finding[]> {
  const { block, detailsFile } = reading;
  const isOutside = reading.issues.some((issue) => issue.rule === 'output-details-outside');
  if (block === undefined || detailsFile === undefined || detailsFile === NO_DETAILS || isOutside) return [];
  const place = detailsPlace(block);
  try {
    return await readDetails(platform, await resolveDetails(platform, detailsFile), reading, place);
  } catch (error) {
    return [toIssue(error, place)];
  }
}

async function readDetails(
  { files }: Pick<Platform, 'files'>,
  path: string,
  reading: OutputReading,
  place: Place,
): Promise<Finding[]> {
  const there = await files.stat(path);
  if (there === undefined) return [createIssue('output-details-missing', place, 'the details file does not exist')];
  if (there.kind !== 'file')
    return [createIssue('output-details-invalid', place, `the details file is a ${there.kind}`)];
  if (!path.toLowerCase().endsWith('.json')) return [];
  if (there.sizeBytes > MAX_RECORD_BYTES) {
    return [createIssue('output-details-unread', place, 'the record is too large to compare with the block')];
  }
  return checkRecord(await files.readText(path, { maxBytes: MAX_RECORD_BYTES }), reading, place);
}

function toIssue(error: unknown, place: Place): Finding {
  if (!isBatonError(error)) throw error;
  const rule =
    error.code === 'FILE_OUTSIDE_ROOT'
      ? 'output-details-outside'
      : error.code === 'FILE_NOT_TEXT'
        ? 'output-details-invalid'
        : 'output-details-missing';
  return createIssue(rule, place, error.message);
}
