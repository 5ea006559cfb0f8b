export { playDemo, type ActRow, type DemoRequest, type DemoResult, type PlayedDemo } from './play-demo.ts';
export type { TokenRow } from './measure-tokens.ts';
export type { CheckRow } from './telling.ts';
