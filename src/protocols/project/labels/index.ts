export { decideLabels, findPartTrust, labelUnknown } from './decide-labels.ts';
export { joinLedgers, parseLedger, recordChange, type Ledger } from './ledger.ts';
export { listParts } from './parts.ts';
