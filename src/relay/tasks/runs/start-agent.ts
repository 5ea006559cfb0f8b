import { join } from 'node:path';
import { given } from '../../../kernel/given.ts';
import type { Executor, Platform, SpawnOutcome } from '../../../kernel/ports/index.ts';
import type { TaskEntry, TaskRecord } from '../../../kernel/tasks.ts';
import { readProtocolMessage } from '../../../protocols/tasks/index.ts';
import type { KnownAgent } from '../agents/agents.ts';
import { placeInputs } from '../messages/place-inputs.ts';
import { routeEvent, routeMessage, type MessagePlatform } from '../messages/route-message.ts';
import { composeBrief, type BriefPlatform } from './brief.ts';

export type StartPlatform = BriefPlatform & Parameters<typeof placeInputs>[0] & Pick<Platform, 'project'>;

/** The one place where a program of an agent is started; what may be started at all is asked here. */
export async function startAgent(
  platform: StartPlatform,
  entry: TaskEntry,
  agent: KnownAgent,
  executor: Executor,
): Promise<SpawnOutcome> {
  const { task, run } = entry;
  if (run === undefined) return { kind: 'failed', permanent: true, reason: `${task.id} has no run` };
  const { dataDir, root, settings } = platform.project;
  const folder = join(dataDir, 'tasks', task.status, task.id);
  const { store, storeSchema } = settings.values;
  await placeInputs(platform, task.id, folder);
  const { text: brief } = await composeBrief(platform, entry, folder);
  return await executor.start({
    taskId: task.id,
    runId: run.runId,
    agentId: agent.id,
    brief,
    text: await readText(platform, task),
    ...given({ traceId: task.metadata.traceId }),
    folder,
    dataDir,
    store: { address: store, schema: storeSchema },
    root,
    settings: agent.settings,
    ...given({ publicKey: agent.publicKey }),
  });
}

async function readText({ tasks }: Pick<Platform, 'tasks'>, { id, title }: TaskRecord): Promise<string> {
  const body = (await (await tasks()).readBody(id)).trim();
  // A task that a message made begins with its own title.
  return body === '' || body.replace(/^#+\s*/, '').startsWith(title) ? body || title : `${title}\n\n${body}`;
}

/** Routes what the program of a run printed as protocol messages, with the authority of that run and no more. */
export async function takePrintedMessages(
  platform: MessagePlatform,
  executor: Executor,
  { runId, agentId }: { readonly runId: string; readonly agentId: string },
): Promise<void> {
  await executor.takeMessages?.(runId, async (text, number) => {
    const parsed = readProtocolMessage(text);
    if (parsed.kind !== 'message') {
      await routeEvent(platform, text);
      return;
    }
    const { message } = parsed;
    // After a crash it may come again: under the same name it counts once.
    const named = { ...message, runId: message.runId ?? runId, messageId: message.messageId ?? `${runId}/${number}` };
    await routeMessage(platform, named, { printedBy: { agent: agentId, runId } });
  });
}
