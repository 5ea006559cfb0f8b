/** The forms of personal data, each with a validator, a context it needs, or both. */
import type { Rule } from '../rule.ts';
import { DOCUMENT_KINDS, PASSPORT } from './documents.ts';
import { hasDigits, rule, type PiiKind } from './kind.ts';
import { SIGN } from './line-signs.ts';
import { MACHINE_KINDS } from './machines.ts';
import { NATIONAL_KINDS } from './national-ids.ts';
import { STREET_KIND } from './street.ts';
import * as check from './validators.ts';

const SILENT_MAIL =
  /@(?:[\w-]+\.)*example\.(?:com|net|org|edu)$|\.(?:example|test|invalid|localhost|local)$|^(?:no-?reply|do-?not-?reply|git|bot)[@+.-]|^(?:foo|bar|baz|src|dst|you|someone|somebody|nobody|your[\w.-]*)@|noreply|\[bot\]|^[a-z0-9-]+@\d(?!\d{1,3}\.(?:com|cn|net)$)|\.(?:png|jpe?g|svg|js|ts)$|^[^.]+@.*\.md$|@(?:users|domain|email|test|foo|bar|your\w*|host|server)\.\w+$|^(?:user(?:name)?|name|first\.?last|e?-?mail|me|test|admin|info|address|account)@mail\.\w+$/i;

const CANADIAN = rule(
  'ca-sin',
  'Canadian social insurance number',
  'Finds social insurance numbers by Luhn’s check.',
  '000 000 000',
);
const SPANISH = rule('es-nif', 'Spanish identity number', 'Finds DNI, NIF and NIE by their letter.', '00000000-A');
const SWEDISH = rule('se-personal', 'Swedish personal number', 'Finds them by date and check digit.', '000000-0000');
const IBAN = rule('iban', 'bank account (IBAN)', 'Finds IBANs of every country by length and check digits.', 'DE00 …');
/** In small letters only what is nearly all digits; hashes have as many letters. */
const LEAST_ACCOUNT = 14;
const KINDS: readonly PiiKind[] = [
  {
    rule: rule(
      'email',
      'e-mail address of a person',
      'Finds mail addresses; reserved example domains, no-reply and bot addresses stay silent.',
      'jane.roe@company.test',
    ),
    sign: SIGN.mail,
    form: /(?<![A-Za-z0-9._%+/-])(?<!(?<!(?:^|[\s"'(,;<[{])(?!npm|git|ssh|sftp|scp|pkg|file|link|patch|docker|portal|workspace)[A-Za-z-]{2,20}):)[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,4}(?:xn--[a-z0-9]{2,20}|[A-Za-z]{2,24})(?![\w@-])/g,
    isReal: (value) => !SILENT_MAIL.test(value),
  },
  {
    rule: IBAN,
    sign: SIGN.capitalsAndDigits,
    form: /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){11,30}(?![A-Za-z0-9])/g,
    isReal: check.isIban,
    mayTrail: true,
  },
  {
    rule: IBAN,
    sign: SIGN.nineDigits,
    alsoSign: SIGN.smallLettersAndDigits,
    form: /(?<![A-Za-z0-9])[a-z]{2}\d{2}(?:[ -]?[a-z0-9]){11,30}(?![A-Za-z0-9])/g,
    isReal: (value) => hasDigits(value, LEAST_ACCOUNT, 34) && check.isIban(value.toUpperCase()),
    mayTrail: true,
  },
  {
    rule: rule(
      'card',
      'payment card number',
      'Finds card numbers by issuer prefix, length and Luhn’s check.',
      '4… (16 digits)',
    ),
    sign: SIGN.nineDigits,
    form: /(?<![\w.-])(?<![A-Z]{2}\d{2}[ -]|\d[ -]|[A-Z0-9]{4}[ -])(?:[3-6]\d{3}|2[2-7]\d{2})(?:[ -]?\d{4}){2}[ -]?\d{1,7}(?![\d-])|(?<![\w.-])3[47]\d{2}[ -]?\d{6}[ -]?\d{5}(?![\d-])|(?<![\w.-])1\d{14}(?![\d-])/g,
    isReal: check.isCard,
  },
  {
    rule: rule(
      'phone',
      'phone number',
      'Finds phone numbers in international form and in national forms that nothing else has; fictional 555-01xx numbers stay silent alone.',
      '+49 30 …',
    ),
    sign: SIGN.nineDigits,
    form: /(?:(?<![\w.+:/-])|(?<=\btel:))\+[1-9]\d{0,2}[ .-]?(?:\(0?\d{1,4}\)[ .-]?)?\d{1,4}(?:[ ./-]?\d{2,4}){2,4}(?![\w-])|(?<![\w.+:/-])\(\d{2,4}\)[ .-]?\d{3,4}[ .-]\d{4}(?![\w-])|(?<![\w.+:/-])[2-9]\d{2}-[2-9]\d{2}-\d{4}(?![\w-])|(?<![\w.+:/-])[2-9]\d{2}\.[2-9]\d{2}\.\d{4}(?![\w-]|\.\d)|(?<![\w.+:/-]|[\dA-Z][ .-])00[1-9]\d{0,2}(?:[ .-]\d{2,4}){3,5}(?![\w-]|\.\d)|(?<![\w.+:/-])0\d{1,3}-\d{2,4}-\d{4}(?![\w-])|(?<![\w.+:/-])0\d{2,4}\/\d{5,9}(?![\w/-])/g,
    isReal: (value) => hasDigits(value, 9, 15),
  },
  {
    rule: rule(
      'phone-national',
      'phone number',
      'Finds national phone numbers beside words such as tel, phone, call or mobile.',
      'tel 030 …',
    ),
    sign: SIGN.eightDigits,
    anywhere: /\b(?:tel|phone|call|mobile|cell|fax|number|handy|telefon|téléphone|móvil|whatsapp|nummer)/i,
    form: /(?<![\w.+:/-])\(?0?\d{1,5}\)?[ ./-]?\d{2,5}[ ./-]?\d{2,5}(?:[ ./-]?\d{2,5}){0,2}(?![\w-])/g,
    context:
      /\b(?:tel(?:efon|ephone|\.)?|phone|call|mobile|cell|fax|handy|téléphone|móvil|whatsapp|on-?call|hotline|pager|(?:us|uk|israeli|german|french|my|his|her|contact|[a-z]{3,10}(?:ian|ese|ish)) number|rufnummer)\b/i,
    isReal: (value) => hasDigits(value, 8, 13),
  },
  {
    rule: rule(
      'us-ssn',
      'US social security number',
      'Finds social security numbers; impossible and advertised ones stay silent.',
      '000-00-0000',
    ),
    sign: SIGN.nineDigits,
    form: /(?<![\w.-]|\b(?:lines?|pages?|rows?|range|ports?|version|issue) )\d{3}([ .-])\d{2}\1\d{4}(?![\w-])/g,
    isReal: (value) => check.isSsn(value) || check.isItin(value),
  },
  {
    rule: rule(
      'us-number',
      'US tax or identity number',
      'Finds bare nine-digit numbers beside words such as SSN or ITIN, and ITINs by their groups.',
      'SSN …',
    ),
    needsWord: true,
    sign: SIGN.nineDigits,
    form: /(?<![\w.-])(?:\d{9}|\d{3}-\d{6}|\d{5}-\d{4}|9\d{2}-\d{2}-\d{4})(?![\w-])/g,
    context: /\b(?:ssn|ssns|social security|itin|tax ?payer|tax id|individual)\b/i,
    isReal: (value) => check.isSsn(value) || check.isItin(value),
  },
  {
    rule: PASSPORT,
    needsWord: true,
    sign: SIGN.eightDigits,
    form: /(?<![\w.-])[A-Z]?\d{8,9}(?![\w-])/g,
    context: /\b(?:passport|travel document|reisepass|passeport|pasaporte)\b/i,
    isReal: (value) => !/^(\d)\1+$|^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])$/.test(value),
  },
  {
    rule: PASSPORT,
    sign: SIGN.eightDigits,
    form: /(?<![\w.-])[A-Z]\d{8}(?![\w-])/g,
    context: /\b(?:passport|travel document)\b/i,
    isReal: (value) => !/^.(\d)\1+$/.test(value),
  },
  {
    rule: rule('uk-nhs', 'UK NHS number', 'Finds NHS numbers by their check digit.', '000 000 0000'),
    sign: SIGN.nineDigits,
    form: /(?<![\w.-]|\d )\d{3}([ -])\d{3}\1\d{4}(?![\w-])|(?<![\w.-])\d{10}(?![\w-])/g,
    isReal: check.isNhs,
    context: /\b(?:nhs|health|patient)\b|(?<!\d)\d{3}[ -]\d{3}[ -]\d{4}(?!\d)/i,
  },
  {
    rule: rule(
      'uk-nino',
      'UK national insurance number',
      'Finds national insurance numbers; prefixes never issued stay silent.',
      'AA 00 00 00 A',
    ),
    sign: SIGN.sixDigits,
    form: /(?<![\w-])[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D](?![\w-])/gi,
    isReal: check.isNino,
  },
  {
    rule: CANADIAN,
    sign: SIGN.nineDigits,
    form: /(?<![\w.-])\d{3}([ -])\d{3}\1\d{3}(?![\w-])/g,
    isReal: (value) => check.isSin(value) || check.isTfn(value),
  },
  {
    rule: CANADIAN,
    sign: SIGN.nineDigits,
    form: /(?<![\w.-])\d{9}(?![\w-])/g,
    context: /\b(?:sin|social insurance)\b/i,
    isReal: check.isSin,
  },
  {
    rule: rule(
      'au-tfn',
      'Australian tax file number',
      'Finds tax file numbers by their check beside their name.',
      'TFN …',
    ),
    needsWord: true,
    sign: SIGN.nineDigits,
    form: /(?<![\w.-])\d{9}(?![\w-])/g,
    isReal: (value) => check.isTfn(value) || check.isSin(value),
    context: /\b(?:tfn|tax file|sin|social insurance)\b/i,
  },
  {
    rule: rule('de-tax-id', 'German tax id', 'Finds tax ids by their check digit.', 'Steuer-ID …'),
    sign: SIGN.nineDigits,
    form: /(?<![\w.-])\d{2} ?\d{3} ?\d{3} ?\d{3}(?![\w-])/g,
    isReal: check.isGermanTaxId,
    context: /steuer|idnr|tax ?id|\btin\b/i,
  },
  {
    rule: rule(
      'de-pension',
      'German pension insurance number',
      'Finds pension insurance numbers by birth date and check digit.',
      '00 000000 A 000',
    ),
    sign: SIGN.nineDigits,
    form: /(?<![\w-])\d{2} ?\d{6} ?[A-Z] ?\d{3}(?![\w-])/gi,
    isReal: check.isGermanPension,
  },
  {
    rule: SPANISH,
    sign: SIGN.longNumber,
    form: /(?<![\w.-])(?:[XYZ]-?\d{7}|\d{7,8})-?[A-HJ-NP-TV-Z](?![\w-])/g,
    isReal: check.isNif,
  },
  {
    rule: SPANISH,
    sign: SIGN.longNumber,
    form: /(?<![\w.-])(?:[xyz]-?\d{7}|\d{8})-?[a-hj-np-tv-z](?![\w-])/g,
    context: /\b(?:nif|nie|dni)\b/i,
    isReal: check.isNif,
  },
  {
    rule: rule('it-fiscal', 'Italian fiscal code', 'Finds fiscal codes by their form.', 'AAAAAA00A00A000A'),
    sign: SIGN.wordAndDigit,
    form: /(?<![\w-])[A-Z]{6}\d{2}[A-EHLMPRST](?:[0-7]\d)[A-Z]\d{3}[A-Z](?![\w-])/gi,
  },
  {
    rule: rule(
      'fi-hetu',
      'Finnish personal identity code',
      'Finds identity codes by date and check character.',
      '000000A0000',
    ),
    sign: SIGN.nineDigits,
    form: /(?<![A-Z\d_-])\d{6}[-+A-FU-Ya-fu-y]\d{3}[0-9A-FHJ-NPR-Ya-fhj-npr-y](?![\w-])/g,
    isReal: check.isHetu,
  },
  {
    rule: SWEDISH,
    sign: SIGN.nineDigits,
    form: /(?<![\w.-])\d{6}[-+]\d{4}(?![\w-])|(?<![A-Z\d_.-])(?:18|19|20)\d{6}-?\d{4}(?![\w-])/g,
    isReal: check.isSwedish,
  },
  {
    rule: SWEDISH,
    sign: SIGN.nineDigits,
    form: /(?<![\w.-])\d{10}(?![\w-])/g,
    context: /\bswed(?:en|ish)\b|personn(?:umme)?r|\bpnr\b/i,
    isReal: check.isSwedish,
  },
  {
    rule: rule(
      'kr-rrn',
      'Korean resident number',
      'Finds resident registration numbers by date and century.',
      '000000-0000000',
    ),
    sign: SIGN.nineDigits,
    form: /(?<![\w.-])\d{6}-?[1-8]\d{6}(?![\w-])/g,
    isReal: check.isKorean,
    context: /rrn|resident|주민|\d{6}-\d{7}/i,
  },
  {
    rule: rule('pl-pesel', 'Polish PESEL number', 'Finds PESEL numbers by date and check digit.', 'PESEL …'),
    sign: SIGN.nineDigits,
    form: /(?<![\w.-])\d{11}(?![\w-])/g,
    isReal: check.isPesel,
    context: /pesel/i,
  },
  {
    rule: rule('in-aadhaar', 'Indian Aadhaar number', 'Finds Aadhaar numbers by Verhoeff’s check.', '0000 0000 0000'),
    sign: SIGN.nineDigits,
    form: /(?<![\w.-])(?<![A-Z]{2}\d{2}[ -]|\d[ :-]|[A-Z0-9]{4}[ -])\d{4}([ :-]?)\d{4}\1\d{4}(?![\w-]|[ :]\d)/g,
    isReal: check.isAadhaar,
    context: /aadhaar|uidai|\d{4}[ :-]\d{4}[ :-]\d{4}/i,
  },
  {
    rule: rule('in-pan', 'Indian PAN', 'Finds permanent account numbers by their form.', 'AAAAA0000A'),
    sign: SIGN.wordAndDigit,
    form: /(?<![\w-])[A-Z]{3}[ABCFGHJLNPT][A-Z]\d{4}[A-Z](?![\w-])/g,
  },
  {
    rule: rule('sg-nric', 'Singapore identity number', 'Finds NRIC and FIN numbers by their form.', 'S0000000A'),
    sign: SIGN.longNumber,
    form: /(?<![\w-])[STFGM]\d{7}[A-Z](?![\w-])/g,
  },
  {
    rule: rule(
      'birth-date',
      'date of birth',
      'Finds dates beside words such as born or date of birth.',
      'born 01.02.1990',
    ),
    sign: SIGN.year,
    anywhere: /\b(?:born|birth|dob|geboren|geb\.|né|née|nacid)/i,
    form: /(?<![\w.-])(?:\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d{2}|(?:19|20)\d{2}-\d{2}-\d{2}|\d{1,2} [A-Z][a-z]{2,8} (?:19|20)\d{2}|[A-Z][a-z]{2,8} \d{1,2},? (?:19|20)\d{2})(?![\w-])/g,
    context: /\b(?:born|birth ?da(?:y|te)|date of birth|dob|d\.o\.b|geboren|geb\.|née?|nacid[oa])\b/i,
  },
];

export const PII_KINDS: readonly PiiKind[] = [
  ...KINDS,
  STREET_KIND,
  ...MACHINE_KINDS,
  ...NATIONAL_KINDS,
  ...DOCUMENT_KINDS,
];

export const PII_RULES: readonly Rule[] = [...new Set(PII_KINDS.map((kind) => kind.rule))];
