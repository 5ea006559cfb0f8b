import { dirname, join } from 'node:path';
import { BatonError } from '../../kernel/errors/index.ts';
import type { Disk, Files, Processes } from '../../kernel/ports/index.ts';
import { renderIsoTime } from '../../kernel/time.ts';
import type { QueuedNotice } from '../../kernel/notify/index.ts';

export interface SendDeps {
  readonly dataDir: string;
  readonly disk: Disk;
  readonly files: Files;
  readonly processes: Pick<Processes, 'run'>;
  /** For the sink `console`. */
  remark(text: string): void;
}

/** `final`: trying again would not help. */
export type SendOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'failed'; readonly reason: string; readonly final: boolean };

const SENT: SendOutcome = { kind: 'sent' };
const failed = (reason: string, final = false): SendOutcome => ({ kind: 'failed', reason, final });

/** One attempt at one sink, within its limit; it stops early when `signal` says so. Never rejects. */
export async function sendNotice(deps: SendDeps, queued: QueuedNotice, signal: AbortSignal): Promise<SendOutcome> {
  try {
    return await sendTo(deps, queued, signal);
  } catch (error) {
    return failed(error instanceof Error ? describe(error) : String(error));
  }
}

async function sendTo(deps: SendDeps, queued: QueuedNotice, signal: AbortSignal): Promise<SendOutcome> {
  const { sink, notice } = queued;
  switch (sink.kind) {
    case 'console':
      deps.remark(`${queued.rule}: ${notice.text}`);
      return SENT;
    case 'file':
      return await appendLine(deps, sink.path, `${JSON.stringify(messageOf(queued))}\n`);
    case 'webhook':
      return await post(sink.url, queued, AbortSignal.any([signal, AbortSignal.timeout(sink.timeoutMs)]));
    case 'command':
      return await runCommand(deps, sink, queued, signal);
  }
}

/** What every sink but the terminal gets. The id stays the same over attempts, so that a receiver can leave out repeats. */
function messageOf({ id, at, rule, notice }: QueuedNotice): Record<string, unknown> {
  return { id, at: renderIsoTime(at), channel: rule, ...notice };
}

async function appendLine({ disk, files, dataDir }: SendDeps, path: string, line: string): Promise<SendOutcome> {
  // The rules may have come with a repository: they reach no file outside the data dir.
  const real = await files.resolveInside(dataDir, join(dataDir, path));
  await files.createFolder(dirname(real));
  const file = await disk.open(real, 'a');
  try {
    await file.write(Buffer.from(line, 'utf8'));
    await file.datasync();
  } finally {
    await file.close();
  }
  return SENT;
}

async function post(url: string, queued: QueuedNotice, signal: AbortSignal): Promise<SendOutcome> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': queued.id },
    body: JSON.stringify(messageOf(queued)),
    // Where the rules say, and nowhere else.
    redirect: 'manual',
    signal,
  });
  await response.body?.cancel();
  if (response.ok) return SENT;
  return failed(`the server answered ${response.status}`, isFinal(response.status));
}

/** Too early and too many pass; other refusals of the request itself stay. */
const isFinal = (status: number): boolean => status >= 300 && status < 500 && ![408, 425, 429].includes(status);

async function runCommand(
  { processes, dataDir }: SendDeps,
  sink: Extract<QueuedNotice['sink'], { kind: 'command' }>,
  queued: QueuedNotice,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const { code, timedOut, stderr } = await processes.run({
    command: sink.command,
    args: sink.args,
    cwd: dataDir,
    env: { BATON_NOTICE_TYPE: queued.notice.type, BATON_NOTICE_CHANNEL: queued.rule },
    input: `${JSON.stringify(messageOf(queued))}\n`,
    timeoutMs: sink.timeoutMs,
    maxOutputBytes: 4096,
    signal,
  });
  if (timedOut) return failed(`${sink.command} took longer than ${sink.timeoutMs / 1000} s`);
  return code === 0 ? SENT : failed(`${sink.command} ended with ${code ?? 'a signal'}: ${lastLine(stderr)}`);
}

const lastLine = (bytes: Buffer): string => bytes.toString('utf8').trimEnd().split('\n').at(-1)?.slice(0, 200) ?? '';

/** fetch hides what went wrong in the cause. */
function describe(error: Error): string {
  if (error.name === 'TimeoutError') return 'no answer within the limit';
  const { cause } = error;
  if (error instanceof BatonError || !(cause instanceof Error)) return error.message;
  return 'code' in cause && cause.message === '' ? String(cause.code) : cause.message;
}
