import type { JsonObject } from '../../../../kernel/index.ts';
import { answerHook, type HookEvent, type Platform } from '../../../../relay/index.ts';
import { renderHookReply } from '../../../hooks/index.ts';

/** Apart from the command, so that a call outside a project loads none of it. */
export const answerEvent = async (platform: Platform, event: HookEvent): Promise<JsonObject | undefined> =>
  renderHookReply(event, await answerHook(platform, event));
