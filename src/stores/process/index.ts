export { runProgram } from './run-program.ts';
