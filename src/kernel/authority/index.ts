export { listAllowComments } from './allow-comments.ts';
export { isOwnRecord } from './own-record.ts';
export {
  agentRequest,
  allowCommentsRequest,
  allowListRequest,
  keyRequest,
  placeRequest,
  settingRequest,
  sinkRequest,
  stateRequest,
} from './requests.ts';
