export { listExchanges, readExchange, type Exchange, type ExchangeFile } from './exchange.ts';
export { followTask } from './follow-task.ts';
export { receiveMessage, type InboundMessage, type ReceivedMessage } from './receive-message.ts';
export { stopTask } from './stop-task.ts';
export { listSkilledAgents, type SkilledAgent } from './skilled-agents.ts';
export { deliverPushes, type DeliverPlatform, type PushBody } from './push/deliver-pushes.ts';
export {
  assertPushAddress,
  getPush,
  keepPush,
  listPushes,
  listPushOrigins,
  readPushes,
  removePush,
  type PushRequest,
} from './push/push-requests.ts';
