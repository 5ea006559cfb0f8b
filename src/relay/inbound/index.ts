export { listExchanges, readExchange, type Exchange, type ExchangeFile, followTask } from './exchange.ts';
export { receiveMessage, type InboundMessage, type ReceivedMessage, stopTask } from './receive-message.ts';
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
