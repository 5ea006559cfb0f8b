export { listAllowComments } from './allow-comments.ts';
export {
  agentRequest,
  allowCommentsRequest,
  allowListRequest,
  placeRequest,
  settingRequest,
  sinkRequest,
  stateRequest,
  type AskingAgent,
} from './requests.ts';
