export { answerHook, type HookPlatform } from './answer-hook.ts';
export { HOOK_HOSTS, HOOK_VERBS, type HookEvent, type HookReply, type HookVerb } from './hook-event.ts';
