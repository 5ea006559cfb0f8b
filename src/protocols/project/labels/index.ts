export { decideLabels, findPartTrust, labelUnknown, type DecidedLabels, type LabelInput } from './decide-labels.ts';
export { joinLedgers, parseLedger, recordChange, type Ledger } from './ledger.ts';
export { hashPart, listParts, type LabelledPart } from './parts.ts';
