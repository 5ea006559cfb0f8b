/** Numbers without check digits, known by the name directly before them: "passport no. X", "driver license: X". */
import { once } from '../once.ts';
import type { Rule } from '../rule.ts';
import { CONTEXT_REACH, rule, type PiiGate, type PiiKind } from './kind.ts';
import { isIdNumber, SIGN } from './line-signs.ts';

/** What may be between the name of a document and its number. */
const BETWEEN = String.raw`(?:['’]s)?(?:[\s:=#"'(*_|-]{1,3}(?:numbers?|no|num|nr|nummer|número|numéro|numero|id|card|code|is|was|of|has|are|ending in)\b\.?){0,4}[\s:=#"'(*_|-]{0,4}$`;
const named = (names: string): RegExp => new RegExp(`(?<![a-z])(?:${names})${BETWEEN}`, 'i');

const DOCUMENT = /(?<![\w.-])(?:[A-Z]{0,5}\d[A-Z0-9]{4,17}|[A-Z0-9]{1,8}(?:[ -][A-Z0-9]{1,9}){1,4})(?![\w-]|\.\d)/g;
const PLATE = /(?<![\w.-])[A-ZÄÖÜ]{1,3}[ -]?(?:\d{1,4}[ -]?[A-Z]{0,3}|[A-Z]{1,2} ?\d{1,4})(?:[ -]?\d{1,4})?(?![\w-])/g;

/** A date or one repeated digit is not a document number. */
const isNumber = (value: string): boolean =>
  isIdNumber(value) && !/^(?:19|20)\d{2}-\d{2}-\d{2}/.test(value) && !/^\D*(\d)(?:\W?\1)+$/.test(value);

interface LabelledKind extends PiiKind {
  /** What may be before the value, as alternatives of a pattern. */
  readonly names: string;
}

const labelled = (itsRule: Rule, names: string): LabelledKind => ({
  rule: itsRule,
  sign: SIGN.idNumber,
  form: DOCUMENT,
  names,
  label: named(names),
  isReal: isNumber,
});

export const PASSPORT = rule(
  'passport',
  'passport number',
  'Finds passport numbers beside the word passport or travel document.',
  'passport A…',
);
export const LICENCE = rule(
  'driving-licence',
  'driving licence number',
  'Finds driving licence numbers by their form or after their name.',
  'AAAAA000000AA0AA',
);
const IDENTITY = rule(
  'identity-document',
  'number of an identity document',
  'Finds the number after the name of an identity document: identity card, voter id, residence permit.',
  'identity card no. …',
);
const BANK_ACCOUNT = rule(
  'bank-account',
  'bank account number',
  'Finds the number after the words bank account.',
  'bank account …',
);
const MEDICAL = rule(
  'medical-record',
  'number of a patient',
  'Finds the number after the words patient id, medical record or policy.',
  'MRN …',
);
const VEHICLE = rule(
  'vehicle',
  'number of a vehicle',
  'Finds number plates and chassis numbers after their name.',
  'license plate …',
);

const LABELLED: readonly LabelledKind[] = [
  labelled(
    PASSPORT,
    'passport|travel document|reisepass(?:nummer)?|passeport|pasaporte|passaporto|paspoort|paszport|паспорт|여권|パスポート|护照',
  ),
  labelled(
    LICENCE,
    String.raw`driv(?:er|ing)['’]?s? (?:licen[cs]e|permit|lic\.?)|driver['’]?s?[- ]?licen[cs]e|\bDL|führerschein(?:nummer)?|permis de conduire|patente(?: di guida)?|carn[eé] de conducir|rijbewijs|운전면허`,
  ),
  labelled(
    IDENTITY,
    String.raw`(?:national |personal |citizen |resident |state |government )?(?:identity|identification|id)(?: card| document| number| no\.?)|national id|personal(?:ausweis|nummer)(?:nummer)?|voter(?: id)?|epic|residence permit|green card|alien registration|cédula|c[eé]dula de ciudadan[ií]a|carte (?:nationale )?d['’]identité|carta d['’]identità|identiteitskaart|dowód(?: osobisty)?|身份证|удостоверение`,
  ),
  labelled(
    BANK_ACCOUNT,
    String.raw`(?:bank|checking|savings|current|debit|deposit|giro)[ -]?account|(?<!aws |azure |cloud |service )account (?:number|no\.?)|acct\.?(?: no\.?| number)?|kontonummer|sort code|\bBSB|compte bancaire|cuenta bancaria`,
  ),
  labelled(
    MEDICAL,
    String.raw`medical record|\bMRN|patient(?: id| number| no\.?)|(?:health|medical) insurance(?: policy| member| number| id)?|policy (?:number|no\.?)|member id|health card|krankenversicherung(?:snummer)?`,
  ),
  {
    ...labelled(VEHICLE, String.raw`\bVIN|chassis|fahrgestellnummer`),
    form: /(?<![\w.-])[A-HJ-NPR-Z0-9]{17}(?![\w-])/g,
  },
  {
    ...labelled(
      VEHICLE,
      String.raw`(?:licen[cs]e|number|registration|vehicle) plate|vehicle registration|car registration|kennzeichen|plaque d['’]immatriculation|matrícula|targa`,
    ),
    sign: SIGN.capitalsAndDigits | SIGN.idNumber,
    form: PLATE,
    isReal: (value) => value.length >= 5 && (/[A-Z]{2}\d{2}/.test(value) || isIdNumber(value)),
  },
];

/** Open if any of the names occurs: a document number is never far after one. */
const getAnyName = once(() => new RegExp(`(?<![a-z])(?:${LABELLED.map(({ names }) => names).join('|')})`, 'i'));
const ANY_NAME: PiiGate = {
  get pattern() {
    return getAnyName();
  },
  before: CONTEXT_REACH,
};

export const DOCUMENT_KINDS: readonly PiiKind[] = LABELLED.map((kind) => ({ ...kind, gate: ANY_NAME }));
