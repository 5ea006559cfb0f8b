/** Only how stores read and write task files: the rest of the protocol is loaded by the commands that use it. */
export { taskCodec } from './protocols/tasks/index.ts';
