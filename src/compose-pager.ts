/** A program of the person at the terminal, not of the project: it needs no platform. */
export { showInPager } from './stores/process/index.ts';
