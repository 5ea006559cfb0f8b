export { readExchange, type Exchange, type ExchangeFile, type ExchangeWishes } from './exchange.ts';
export { followTask, type TaskNews } from './follow-task.ts';
export { listExchanges, type ExchangePage, type ExchangeQuery } from './list-exchanges.ts';
export { receiveMessage, type InboundMeans, type InboundMessage, type ReceivedMessage } from './receive-message.ts';
export { stopTask } from './stop-task.ts';
export { listSkilledAgents, type SkilledAgent } from './skilled-agents.ts';
export { deliverPushes, type DeliverPlatform, type PushBody } from './push/deliver-pushes.ts';
export { assertPushAddress, listPushOrigins } from './push/push-address.ts';
export { getPush, keepPush, listPushes, readPushes, removePush, type PushRequest } from './push/push-requests.ts';
