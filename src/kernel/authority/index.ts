export {
  listAllowComments,
  isOwnRecord,
  agentRequest,
  allowCommentsRequest,
  allowListRequest,
  keyRequest,
  placeRequest,
  settingRequest,
  sinkRequest,
  stateRequest,
} from './requests.ts';
