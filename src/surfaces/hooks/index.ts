export { parseHookEvent } from './parse-event.ts';
export { renderHookReply } from './render-reply.ts';
