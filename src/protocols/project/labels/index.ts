export {
  decideLabels,
  findPartTrust,
  labelUnknown,
  joinLedgers,
  listParts,
  parseLedger,
  recordChange,
  type Ledger,
} from './decide-labels.ts';
