export { enforceOutput, type Enforcement, type EnforceRequest } from './enforce-output.ts';
export { checkAgentOutput, readOutput, type CheckOutputRequest, type ReadOutputRequest } from './read-output.ts';
export { runCommand, type RunOutput, type RunRequest } from './run-command.ts';
export { wrapOutput, type WrappedOutput, type WrapRequest } from './wrap-output.ts';
export { resolveDetails } from './details-place.ts';
