export { listAllowComments } from './allow-comments.ts';
export {
  agentRequest,
  allowCommentsRequest,
  allowListRequest,
  keyRequest,
  placeRequest,
  settingRequest,
  sinkRequest,
  stateRequest,
  type AskingAgent,
} from './requests.ts';
