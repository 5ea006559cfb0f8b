export { decideLabels, findPartTrust, labelUnknown } from './decide-labels.ts';
export { joinLedgers, listParts, parseLedger, recordChange, type Ledger } from './parts.ts';
