export {
  defineBenchmark,
  type Benchmark,
  type Case,
  type Contender,
  type Stage,
  type Target,
  type Unit,
} from './benchmark.ts';
export { durationMs, megabytesPerCpuSecond, ratePerSecond } from './rates.ts';
export { nodeRunMs } from './run-node.ts';
export { runTimed, type TimedRun, type Times } from './run-timed.ts';
