export { createA2aEndpoint, type A2aEndpoint, type A2aOptions } from './endpoint.ts';
export type { A2aMeans } from './request-handler.ts';
