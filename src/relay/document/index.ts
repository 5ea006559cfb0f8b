export { adaptDocument, type AdaptOutcome, type AdaptRequest } from './adapt-document.ts';
export { compressDocument, type CompressOutcome, type CompressRequest } from './compress-document.ts';
export { createDocument, type CreateOutcome, type CreateRequest } from './create-document.ts';
export { discoverTargets, type DiscoverRequest, type Discovery } from './discover-targets.ts';
export { expandDocument, type Expanded } from './expand-document.ts';
export { hashDocument, type PayloadHashes } from './hash-document.ts';
export { readDocumentBytes, type DocumentBytes } from './read-document.ts';
export { receiveDocument, type Receipt, type ReceiveRequest } from './receive-document.ts';
export { repairDocument, type RepairAttempt, type RepairOutcome, type RepairRequest } from './repair-document.ts';
export {
  hasSchema,
  refusedReport,
  validateDocument,
  validateDocuments,
  type DocumentReport,
  type ValidateRequest,
} from './validate-document.ts';
export { splitByteLines, validateLines, type LineReport, type ReceiptOptions } from './validate-lines.ts';
export { writeTo } from './session-folder.ts';
