export { playDemo, type ActRow, type DemoRequest, type DemoResult, type PlayedDemo } from './play-demo.ts';
