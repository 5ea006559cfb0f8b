import type { JsonObject } from '../../../../kernel/json.ts';
import { answerHook, type HookEvent } from '../../../../relay/hook/index.ts';
import type { Platform } from '../../../../kernel/ports/index.ts';
import { renderHookReply } from '../../../hooks/index.ts';

/** Apart from the command, so that a call outside a project loads none of it. */
export const answerEvent = async (
  platform: Pick<
    Platform,
    | 'clock'
    | 'disk'
    | 'facts'
    | 'files'
    | 'notifier'
    | 'processes'
    | 'project'
    | 'random'
    | 'remark'
    | 'scanner'
    | 'tasks'
    | 'tokens'
  >,
  event: HookEvent,
): Promise<JsonObject | undefined> => renderHookReply(event, await answerHook(platform, event));
