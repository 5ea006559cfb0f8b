import type { BatonError } from '../../kernel/errors/index.ts';
import type { Finding } from '../../kernel/finding.ts';
import type { Json } from '../../kernel/json.ts';
import type { OutputStatus } from '../../kernel/outcome.ts';
import {
  createIssue,
  createRecord,
  digestOutput,
  hasFailed,
  planBlock,
  renderBlock,
  wholeText,
  type BlockContent,
  type OutputEnding,
  type PlanBlockRequest,
  type TaskType,
} from '../../protocols/output/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { showPath } from './details-place.ts';
import { DetailsWriter, KeptEnds } from './details-writer.ts';

/** An output to wrap, and what is known about it. */
export interface WrapRequest {
  /** What the agent said, of any size, any bytes. */
  readonly pieces: AsyncIterable<Uint8Array>;
  readonly agentId?: string | undefined;
  readonly task?: string | undefined;
  readonly type?: TaskType | undefined;
  readonly status?: OutputStatus | undefined;
  /** Where the record goes; default a new name in the cache folder. */
  readonly detailsPath?: string | undefined;
  /** Writes nothing; the block says `none`. */
  readonly dryRun?: boolean;
}

/** A block in place of a long output, and where the whole is. */
export interface WrappedOutput {
  readonly content: BlockContent;
  /** The block as the parent gets it. */
  readonly text: string;
  /** The raw output, as the parent reads its path. */
  readonly rawFile: string | undefined;
  readonly ending: OutputEnding | undefined;
  readonly issues: readonly Finding[];
}

const DEFAULT_AGENT = 'agent';

/** Any output in, details on disk, a block within its limit out. */
export async function wrapOutput(
  platform: Pick<Platform, 'clock' | 'files' | 'project' | 'scanner'>,
  request: WrapRequest,
): Promise<WrappedOutput> {
  const startMs = platform.clock.now();
  const pieces = request.pieces[Symbol.asyncIterator]();
  // Input that cannot be read at all must not leave a file.
  let next = await pieces.next();
  const wrapping = await Wrapping.begin(platform, request, request.agentId ?? DEFAULT_AGENT, startMs);
  try {
    for (; next.done !== true; next = await pieces.next()) await wrapping.take(next.value);
  } catch (error) {
    await wrapping.abandon();
    throw error;
  }
  return wrapping.finish(undefined);
}

type WrapOptions = Omit<WrapRequest, 'pieces'>;

/** One output on its way into a block: pieces go to the details file, their ends are kept for the summary. */
export class Wrapping {
  readonly #platform: Pick<Platform, 'clock' | 'project' | 'scanner'>;
  readonly #options: WrapOptions;
  readonly #startMs: number;
  readonly #details: DetailsWriter | undefined;
  readonly #ends = new KeptEnds();

  private constructor(
    platform: Pick<Platform, 'clock' | 'project' | 'scanner'>,
    options: WrapOptions,
    startMs: number,
    details: DetailsWriter | undefined,
  ) {
    this.#platform = platform;
    this.#options = options;
    this.#startMs = startMs;
    this.#details = details;
  }

  static async begin(
    platform: Pick<Platform, 'clock' | 'files' | 'project' | 'scanner'>,
    options: WrapOptions,
    agentId: string,
    startMs = platform.clock.now(),
  ): Promise<Wrapping> {
    const request = { agentId, startMs, type: options.type, path: options.detailsPath };
    const details = options.dryRun === true ? undefined : await DetailsWriter.open(platform, request);
    return new Wrapping(platform, options, startMs, details);
  }

  async take(piece: Uint8Array): Promise<void> {
    this.#ends.add(piece);
    await this.#details?.write(piece);
  }

  /** The output could not be read to its end: nothing of it is kept. */
  async abandon(): Promise<void> {
    await this.#details?.abandon();
  }

  /** Raw output and record are durable before the block names them. */
  async finish(ending: OutputEnding | undefined, facts: Readonly<Record<string, Json>> = {}): Promise<WrappedOutput> {
    const measured = this.#ends.finish();
    const { type, task, status } = this.#options;
    const plan: PlanBlockRequest = {
      digest: digestOutput(measured, type, status === 'failure' || (ending !== undefined && hasFailed(ending))),
      startMs: this.#startMs,
      endMs: Math.max(this.#startMs, this.#platform.clock.now()),
      task,
      status,
      ending,
    };
    await this.#writeRecord(plan, { sha256: measured.sha256, ...facts });
    return await this.#answer(plan);
  }

  async #writeRecord(plan: PlanBlockRequest, more: Readonly<Record<string, Json>>): Promise<void> {
    const details = this.#details;
    if (details === undefined || details.problem !== undefined) return;
    const { own, tools, type, facts } = plan.digest;
    const content = planBlock(plan);
    const record = createRecord({
      agent_id: details.id,
      task: content.task,
      timestamp: content.start,
      duration_ms: plan.endMs - plan.startMs,
      results: {
        output_file: showPath(this.#platform, details.rawPath),
        size_bytes: facts.sizeBytes,
        lines: facts.lineCount,
        binary: facts.isBinary,
        status: content.status,
        agent_details_file: own?.detailsFile ?? null,
        tools: tools.map((tool) => ({ ...tool, failures: tool.failures.map((failure) => ({ ...failure })) })),
        ...more,
      },
      metadata: { type: type ?? null, summary_limit: content.limit },
    });
    await details.finish(record);
  }

  async #answer(plan: PlanBlockRequest): Promise<WrappedOutput> {
    const details = this.#details;
    const problem = details?.problem;
    const isWritten = details !== undefined && problem === undefined;
    const planned = planBlock({
      ...plan,
      detailsFile: isWritten ? showPath(this.#platform, details.recordPath) : undefined,
      detailsProblem: problem?.message,
    });
    const content = { ...planned, bullets: await guardBullets(this.#platform, planned.bullets) };
    return {
      content,
      text: renderBlock(content),
      rawFile: isWritten ? showPath(this.#platform, details.rawPath) : undefined,
      ending: plan.ending,
      issues: problem === undefined ? [] : [describeLoss(problem)],
    };
  }
}

/** A parent reads these: what a command printed to give orders to it stays in the details. */
async function guardBullets(
  { scanner, project }: Pick<Platform, 'project' | 'scanner'>,
  bullets: readonly string[],
): Promise<readonly string[]> {
  if (project.settings.values.guard === 'warn') return bullets;
  const guard = await scanner();
  return bullets.map((bullet) => {
    const found = guard.scan(bullet).find(({ severity }) => severity === 'error');
    return found === undefined ? bullet : `A line was withheld by the guard (${found.rule}); it is in the details`;
  });
}

const describeLoss = ({ message, code }: BatonError): Finding =>
  createIssue('output-details-not-written', wholeText, `${message} (${code})`);
