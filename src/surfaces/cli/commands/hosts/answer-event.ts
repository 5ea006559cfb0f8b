import type { JsonObject } from '../../../../kernel/json.ts';
import { answerHook, type HookEvent, type HookPlatform } from '../../../../relay/hook/index.ts';
import { renderHookReply } from '../../../hooks/index.ts';

/** Apart from the command, so that a call outside a project loads none of it. */
export const answerEvent = async (platform: HookPlatform, event: HookEvent): Promise<JsonObject | undefined> =>
  renderHookReply(event, await answerHook(platform, event));
