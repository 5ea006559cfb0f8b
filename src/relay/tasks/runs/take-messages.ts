import type { Executor } from '../../../kernel/ports/index.ts';
import { readProtocolMessage } from '../../../protocols/tasks/index.ts';
import { routeEvent, routeMessage, type MessagePlatform } from '../messages/route-message.ts';

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
