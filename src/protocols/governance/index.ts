/** Governed handoff: may this agent hand that to this other agent, and who can prove it later? */
export { buildHandoff, type HandoffDraft, type HandoffRequest } from './build.ts';
export {
  blockedViolation,
  DEFAULT_WINDOW,
  heldViolation,
  replayViolation,
  type ContentFinding,
  type Origin,
  type TimeWindow,
} from './checks.ts';
export { checkRegistry, type RegistryProblem } from './check-registry.ts';
export {
  PROTOCOL_VERSION,
  RESPONSE_CODES,
  VERIFICATION_CODES,
  type AgentClaim,
  type AgentType,
  type Attestation,
  type BoundaryReading,
  type CodeRow,
  type GovernedResponse,
  type Handoff,
  type Lock,
  type LockEntry,
  type Manifest,
  type RegisteredAgent,
  type ResponseCode,
  type ScopeLine,
  type VerificationCode,
  type Violation,
} from './schema.ts';
export { verifyHandoff, type Judgement, type VerifyOptions } from './decide.ts';
export {
  findAgent,
  findRegistryFault,
  listAgents,
  type Evidence,
  type Found,
  type Prompt,
  MAX_REGISTRY_BYTES,
  parseBoundaryData,
  parseLock,
  parseManifest,
} from './registry.ts';
export {
  planGraph,
  renderGraphMermaid,
  renderGraphText,
  type GovernanceGraph,
  type GraphEdge,
  type GraphNode,
} from './graph/plan-graph.ts';
export { renderGraphSvg } from './graph/render-svg.ts';
export { parseBoundaries } from './parse-boundaries.ts';
export {
  DEFAULT_LIMITS,
  isHandoff,
  isResponse,
  isResponseDocument,
  isUnreadable,
  parseDocument,
  takeDocument,
  type DocumentLimits,
} from './parse.ts';
export { renderLock, type LockDraft } from './render.ts';
export { verifyResponse, type ResponseJudgement, type ResponseOptions } from './respond.ts';
export { rankTargets, type WantedRoute } from './route.ts';
export { maskText, screenDocument } from './screen.ts';
export { planStarter } from './starter.ts';
