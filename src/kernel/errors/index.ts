export {
  BatonError,
  isBatonError,
  type ErrorDetails,
  type ErrorRow,
  type ExitCode,
  ERRORS,
  type ErrorCode,
} from './baton-error.ts';
