export { createA2aEndpoint, type A2aEndpoint } from './endpoint.ts';
export type { A2aMeans } from './request-handler.ts';
