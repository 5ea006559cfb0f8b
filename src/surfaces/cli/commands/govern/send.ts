import { given, whenGiven } from '../../../../kernel/given.ts';
import { resolve } from 'node:path';
import type { JsonObject } from '../../../../kernel/json.ts';
import { parseDuration } from '../../../../kernel/time.ts';
import type { Platform } from '../../../../kernel/ports/index.ts';
import { DEFAULT_WINDOW } from '../../../../protocols/governance/index.ts';
import { findGovernedDocument, sendGovernedDocument, type SendOutcome } from '../../../../relay/govern/index.ts';
import { findRunSecret, vouchForSender } from '../../../../relay/tasks/index.ts';
import { defineCommand } from '../../command.ts';
import type { Io } from '../../io.ts';
import type { Style } from '../../style.ts';
import { REGISTRY_FLAGS, registryOf } from './registry-flags.ts';

const MAX_INPUT_BYTES = 256 * 1024 * 1024;
const DEFAULT_TIMEOUT = '10m';

export const send = defineCommand({
  operands: 'FILE|-',
  takes: [1, 1],
  about:
    'Verifies a governed handoff, or the response to one, and records it in the audit log. With --exec the target runs if, and only if, the handoff was accepted and recorded: it gets the handoff on standard input, and in BATON_PROMPT_FILE a copy of the prompt that was verified.',
  flags: {
    ...REGISTRY_FLAGS,
    exec: { kind: 'text', value: 'CMD', about: 'Shell command that runs the target.' },
    timeout: {
      kind: 'text',
      value: 'TIME',
      about: `Limit for the target, such as 90s or 10m; default ${DEFAULT_TIMEOUT}.`,
    },
    sender: {
      kind: 'text',
      value: 'AGENT',
      about:
        'The agent this call is made for: it answers for its own claims. Proven by the secret of its run, by --signature, or by you on a terminal; otherwise the handoff counts as unvouched.',
    },
    signature: {
      kind: 'text',
      value: 'TEXT',
      about: "Of the sender's key in agents.json over the canonical JSON of the document, in Base64.",
    },
    window: { kind: 'text', value: 'TIME', about: 'How old a handoff may be; default 15m.' },
  },
  examples: [
    { run: 'baton govern send handoff.json', does: 'verify and record' },
    { run: 'baton govern send handoff.json --dry-run', does: 'verify only' },
    { run: 'baton govern send - --exec "./run-agent.sh" < handoff.json', does: 'verify, record and run the target' },
  ],
  async run(call) {
    const { operands, flags, globals, io, platform } = call;
    const system = await platform();
    const [name = '-'] = operands;
    const bytes =
      name === '-'
        ? await io.readInput(MAX_INPUT_BYTES)
        : await system.files.readBytes(resolve(system.project.folder, name), { maxBytes: MAX_INPUT_BYTES });
    const vouched =
      flags.sender === undefined ? {} : await vouch(system, io, { ...flags, sender: flags.sender, bytes });
    const data = await sendGovernedDocument(system, {
      bytes,
      registry: registryOf(flags),
      dryRun: globals.dryRun,
      window: { ...DEFAULT_WINDOW, ...given({ maxAgeMs: whenGiven(flags.window, parseDuration) }) },
      ...vouched,
      ...(flags.exec === undefined
        ? {}
        : { command: flags.exec, timeoutMs: parseDuration(flags.timeout ?? DEFAULT_TIMEOUT) }),
    });
    const hasRunWell = data.execution === undefined || data.execution['exit_code'] === 0;
    return { kind: 'value', data, text: (style) => render(data, style), exit: data.accepted && hasRunWell ? 0 : 1 };
  },
});

interface Named {
  readonly sender: string;
  readonly signature?: string | undefined;
  readonly bytes: Uint8Array;
}

/** A name on the command line proves nothing by itself. */
async function vouch(
  platform: Pick<Platform, 'facts' | 'files' | 'processes' | 'project' | 'tasks'>,
  io: Io,
  { sender, signature, bytes }: Named,
): Promise<{ readonly sender?: string; readonly vouchedBy?: string }> {
  const taskId = io.environment['BATON_TASK_ID'] || undefined;
  const secret = taskId === undefined ? undefined : await findRunSecret(platform, io.environment, taskId);
  const vouchedBy = await vouchForSender(platform, {
    sender,
    document: findGovernedDocument(bytes),
    ...(taskId === undefined || secret === undefined ? {} : { taskId, secret }),
    ...given({ signature }),
  });
  if (vouchedBy !== undefined) return { sender, vouchedBy };
  const { facts, project } = platform;
  const question = `Nothing proves that this comes from ${sender}. Do you answer for it?`;
  if (!project.authority.isRun && io.isInputTerminal && (await io.confirm(question)))
    return { sender, vouchedBy: `operator ${facts.user} on ${facts.host}` };
  io.remark(`nothing proves that this comes from ${sender}: it counts as unvouched`);
  return {};
}

function render(data: SendOutcome, style: Style): string {
  const lines = [
    data.accepted ? style.green('accepted') : `${style.red('rejected')}  ${style.bold(data.code ?? '')}`,
    ...data.errors.map(
      ({ code, path, message }) =>
        `  ${style.red('•')} ${message} ${style.dim(`(${code}${path === '' ? '' : ` at ${path}`})`)}`,
    ),
    ...data.warnings.map(({ code, message }) => `  ${style.yellow('•')} ${message} ${style.dim(`(${code}, warning)`)}`),
  ];
  if (data.security_flag) lines.push(style.red('  flagged as a possible security incident'));
  for (const id of data.blocked) lines.push(style.red(`  ${id} is blocked until it is reconciled`));
  for (const id of data.held)
    lines.push(style.yellow(`  ${id} is held: only vouched handoffs pass until it is reconciled`));
  if (data.suggested_target !== null) lines.push(`  ${style.bold('hand it to')} ${data.suggested_target} instead`);
  if (data.remediation !== null) lines.push(`  ${style.dim('→')} ${data.remediation}`);
  if (data.audit_ref !== null) lines.push(`  ${style.dim('audit')} ${data.audit_ref}`);
  if (data.execution !== undefined) lines.push(`  ${describeEnd(data.execution, style)}`);
  const printed = data.execution?.['stdout'];
  return [...(typeof printed === 'string' && printed !== '' ? [printed.trimEnd(), ''] : []), ...lines].join('\n');
}

function describeEnd({ exit_code, signal, timed_out, duration_ms }: JsonObject, style: Style): string {
  const seconds = (Number(duration_ms) / 1000).toFixed(1);
  if (timed_out === true)
    return style.red(`the target did not end in time and was stopped after ${seconds} s (--timeout)`);
  if (typeof signal === 'string') return style.red(`the target was ended by ${signal} after ${seconds} s`);
  return `${style.dim('target ended with')} ${String(exit_code)}`;
}
