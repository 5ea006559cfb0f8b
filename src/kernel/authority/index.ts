export {
  agentRequest,
  allowCommentsRequest,
  allowListRequest,
  isOwnRecord,
  keyRequest,
  listAllowComments,
  placeRequest,
  settingRequest,
  sinkRequest,
  stateRequest,
  type AskingAgent,
} from './requests.ts';
