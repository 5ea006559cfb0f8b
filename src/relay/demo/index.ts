export { playDemo, type ActRow, type DemoRequest, type DemoResult } from './play-demo.ts';
export type { TokenRow } from './measure-tokens.ts';
export type { CheckRow } from './telling.ts';
