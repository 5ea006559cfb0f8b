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
} from './requests.ts';
