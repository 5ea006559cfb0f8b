/** Numbers of people and of who works for themselves, of countries and offices beyond those with a rule of their own. */
import { once } from '../once.ts';
import type { Rule } from '../rule.ts';
import * as country from './country-checks.ts';
import { isWallet } from './country-checks.ts';
import { LICENCE } from './documents.ts';
import { rule, type PiiGate, type PiiKind } from './kind.ts';
import { isIdNumber, SIGN } from './line-signs.ts';

const NATIONAL_ID = rule(
  'national-id',
  'national identity number',
  'Finds identity numbers of more than thirty countries by form and check digits, beside their name, or alone on a line if the form is not enough.',
  '000.000.000-00',
);
const TAX_NUMBER = rule(
  'tax-number',
  'tax or business number',
  'Finds tax, VAT and business numbers by form and check digits: they name everybody who works for themselves.',
  '00AAAAA0000A0Z0',
);
const HEALTH_NUMBER = rule(
  'health-number',
  'number of a patient or a physician',
  'Finds numbers of health insurances, patients and physicians by form and check digits.',
  'NPI …',
);
const ROUTING = rule(
  'bank-routing',
  'bank routing number',
  'Finds routing numbers of US banks beside their name.',
  'ABA …',
);
const DEVICE = rule(
  'device-number',
  'number of a phone',
  'Finds IMEI numbers by Luhn’s check beside their name.',
  'IMEI …',
);
const WALLET = rule(
  'wallet',
  'wallet address',
  'Finds Bitcoin addresses by their checksum: what is paid there is public for ever.',
  '1…, 3…, bc1…',
);

/**
 * A row reads: rule, form, check, words. Without words the form is enough; with words one must be near, or the value
 * alone on its line; words that begin with `!` must be near in any case.
 */
type Row = readonly [rule: Rule, form: string, check?: ((text: string) => boolean) | undefined, words?: string];

const ROWS: readonly Row[] = [
  [NATIONAL_ID, String.raw`\d{3}\.\d{3}\.\d{3}-\d{2}`, country.isCpf],
  [NATIONAL_ID, String.raw`\d{11}`, country.isCpf, '!cpf'],
  [NATIONAL_ID, String.raw`756\.\d{4}\.\d{4}\.\d{2}`, country.isEan],
  [NATIONAL_ID, String.raw`756\d{10}`, country.isEan, '!ahv|avs|social'],
  [NATIONAL_ID, String.raw`\d{17}[\dXx]`, country.isChinese],
  [NATIONAL_ID, String.raw`[12] ?\d{2} ?(?:0[1-9]|1[0-2]|[2-9]\d) ?\d[\dAB] ?\d{3} ?\d{3} ?\d{2}`, country.isNir],
  [NATIONAL_ID, String.raw`\d{2}\.\d{2}\.\d{2}-\d{3}\.\d{2}`, country.isBelgian],
  [NATIONAL_ID, String.raw`\d{1,2}\.\d{3}\.\d{3}-[\dKk]`, country.isRut],
  [NATIONAL_ID, String.raw`\d{7,8}-[\dKk]`, country.isRut, '!rut|run'],
  [NATIONAL_ID, String.raw`(?:20|23|24|27|30|33|34)-\d{8}-\d`, country.isCuit],
  [NATIONAL_ID, String.raw`[1-8]-?\d{4}-\d{5}-\d{2}-\d`, country.isThai],
  [NATIONAL_ID, String.raw`[1-8]\d{12}`, country.isThai, '!thai|national id|tnin|citizen'],
  [NATIONAL_ID, String.raw`[1-9]\d{10}`, country.isTurkish, 'tckn|kimlik|turkish|t\\.?c\\.? '],
  [NATIONAL_ID, String.raw`\d{6} ?\d{5}`, country.isNorwegian, 'fødselsnummer|norwegian|fnr|personnummer'],
  [NATIONAL_ID, String.raw`\d{6}[- ]?\d{4}`, isCivilDate, '!cpr|danish|kennitala'],
  [NATIONAL_ID, String.raw`\d{9}|\d{4}\.\d{2}\.\d{3}`, country.isBsn, '!bsn|burgerservicenummer|sofi'],
  [NATIONAL_ID, String.raw`\d{4} ?\d{6}`, country.isAustrian, '!svnr|sozialversicherung|versicherungsnummer|austrian'],
  [NATIONAL_ID, String.raw`\d{7}[A-W][A-IW]?`, country.isPps, 'pps|personal public'],
  [NATIONAL_ID, String.raw`\d{13}`, country.isSouthAfrican, 'id number|south africa|identity|rsa id|za id'],
  [NATIONAL_ID, String.raw`\d{11}`, country.isNigerian, '!nin|nigerian?|national identi'],
  [NATIONAL_ID, String.raw`\d{4}[ -]?\d{4}[ -]?\d{4}`, country.isMyNumber, '!my ?number|個人番号|マイナンバー'],
  [NATIONAL_ID, String.raw`[A-Z][1289]\d{8}`, country.isTaiwanese, 'taiwan|身分證|身份證|national id|roc id'],
  [NATIONAL_ID, String.raw`[A-Z]{1,2}\d{6}\([\dA]\)`, country.isHongKong],
  [NATIONAL_ID, String.raw`\d{3}-\d{3}-\d{3}[ -]\d{2}`, country.isSnils],
  [NATIONAL_ID, String.raw`\d{6}\/\d{4}`, country.isCzech],
  [NATIONAL_ID, String.raw`[1-8]\d{12}`, country.isCnp, '!cnp|cod numeric'],
  [NATIONAL_ID, String.raw`\d{10}`, country.isEgn, '!egn|егн'],
  [NATIONAL_ID, String.raw`\d{11}`, country.isOib, '!oib'],
  [NATIONAL_ID, String.raw`[1-6]\d{10}`, country.isBaltic, '!isikukood|asmens kodas|estonian|lithuanian'],
  [NATIONAL_ID, String.raw`784-?\d{4}-?\d{7}-?\d`, country.isLuhn(15)],
  [NATIONAL_ID, String.raw`\d{9}`, country.isLuhn(9), '!israeli|teudat|תעודת'],
  [NATIONAL_ID, String.raw`\d{6}-\d{2}-\d{4}`, country.isMalaysian],
  [NATIONAL_ID, String.raw`[1-8]\d{4}-\d{7}-\d`],
  [NATIONAL_ID, String.raw`\d{16}`, undefined, '!nik|ktp'],
  [NATIONAL_ID, String.raw`[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z\d]\d`],
  [NATIONAL_ID, String.raw`[A-Z]{3}\d{7}`, undefined, 'voter|epic|elect'],
  [NATIONAL_ID, String.raw`[A-Z]{3} ?\d{6}`, country.isPolishCard, '!dowod|dowód|id card|identity'],
  [
    NATIONAL_ID,
    String.raw`[CFGHJKLMNPRTVWXYZ\d]{9}\d`,
    isMixedAndRead,
    '(?:personal)?ausweis\\w*|id card|identity|reisepass|passport',
  ],
  [NATIONAL_ID, String.raw`C[A-Z]\d{5}[A-Z]{2}|[A-Z]{2} ?\d{7}`, undefined, '!carta d.?identit|identity card|id card'],
  [NATIONAL_ID, String.raw`\d{2}-\d{7}-\d|\d{4}-\d{7}-\d|\d{2}-\d{9}-\d`, undefined, '!sss|umid|philhealth|crn'],
  [TAX_NUMBER, String.raw`\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}`, country.isCnpj],
  [TAX_NUMBER, String.raw`\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]`, country.isGstin],
  [TAX_NUMBER, String.raw`\d{2} \d{3} \d{3} \d{3}`, country.isAbn],
  [TAX_NUMBER, String.raw`\d{11}`, country.isAbn, 'abn|australian business'],
  [TAX_NUMBER, String.raw`\d{3} ?\d{3} ?\d{3}`, country.isAcn, '!acn|australian company'],
  [TAX_NUMBER, String.raw`\d{3}-\d{2}-\d{5}`, country.isBrn],
  [TAX_NUMBER, String.raw`\d{10}`, country.isBrn, '!brn|business registration|사업자'],
  [TAX_NUMBER, String.raw`\d{10}|\d{12}`, country.isInn, '!инн|inn'],
  [TAX_NUMBER, String.raw`\d{3}-?\d{3}-?\d{2}-?\d{2}|\d{3}-?\d{2}-?\d{2}-?\d{3}`, country.isNip, '!nip|vat'],
  [TAX_NUMBER, String.raw`\d{9}`, country.isRegon, '!regon'],
  [TAX_NUMBER, String.raw`\d{9}`, country.isPortuguese, '!nif|contribuinte'],
  [TAX_NUMBER, String.raw`\d{11}`, country.isLuhn(11), '!partita|p\\. ?iva|piva|vat'],
  [
    TAX_NUMBER,
    String.raw`DE ?\d{3} ?\d{3} ?\d{3}|ATU\d{8}|FR[\dA-Z]{2} ?\d{9}|GB ?\d{3} ?\d{4} ?\d{2}|IT ?\d{11}`,
    undefined,
    '!vat|ust|mwst|tva|iva|umsatzsteuer',
  ],
  [TAX_NUMBER, String.raw`\d{2,3}[ /]\d{3,4}[ /]\d{4,5}`, undefined, '!steuernummer|tax number|st\\.?-?nr'],
  [TAX_NUMBER, String.raw`\d{3}-\d{3}-\d{3}(?:-\d{3,5})?|\d{2}-\d{7}`, undefined, '!tin|ein|employer id\\w*'],
  [TAX_NUMBER, String.raw`[TSR]\d{2}[A-Z]{2}\d{4}[A-Z]`, undefined, 'uen|unique entity'],
  [TAX_NUMBER, String.raw`\d{8,9}[A-Z]`, undefined, '!uen|unique entity'],
  [TAX_NUMBER, String.raw`\d{6}-\d{4}`, country.isLuhn(10), '!org(?:anisations)?\\.? ?n(?:umme)?r|organization number'],
  [HEALTH_NUMBER, String.raw`[1-2]\d{9}`, country.isNpi, 'npi|provider|physician'],
  [
    HEALTH_NUMBER,
    String.raw`[ABCDEFGHJKLMPRSTUX][A-Z9]\d{7}`,
    country.isDea,
    'medical|dea|physician|certificate|prescri\\w*',
  ],
  [
    HEALTH_NUMBER,
    String.raw`[1-9][AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y\d]\d-?[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y\d]\d-?[AC-HJKMNP-RT-Y]{2}\d{2}`,
  ],
  [HEALTH_NUMBER, String.raw`[2-6]\d{3} ?\d{5} ?\d(?:[ /-]\d)?`, country.isMedicare, 'medicare'],
  [
    HEALTH_NUMBER,
    String.raw`[A-Z]\d{9}`,
    country.isGermanHealth,
    'kv-?nr|kvnr|krankenver\\w*|versicherten\\w*|health|egk',
  ],
  [HEALTH_NUMBER, String.raw`\d{9}`, undefined, '!lanr|bsnr|arztnummer|betriebsst\\w*'],
  [LICENCE, String.raw`[A-Z9]{5}\d[0156]\d[0-3]\d{2}[A-Z9]{2}\d[A-Z]{2}`],
  [LICENCE, String.raw`\d{2}-\d{2}-\d{6}-\d{2}`],
  [LICENCE, String.raw`[A-Z]{2}\d{7}[A-Z]|U1[A-Z\d]{7}[A-Z]`, undefined, 'patente|licen[cs]e|driv\\w+'],
  [ROUTING, String.raw`\d{4}-?\d{4}-?\d`, country.isRouting, '!aba|routing|rtn|bank'],
  [DEVICE, String.raw`\d{2}-?\d{6}-?\d{6}-?\d`, country.isLuhn(15), '!imei'],
  [WALLET, String.raw`[13][1-9A-HJ-NP-Za-km-z]{25,34}|bc1[02-9ac-hj-np-z]{25,60}`, isWallet],
];

function isCivilDate(value: string): boolean {
  const [day, month] = [Number(value.slice(0, 2)), Number(value.slice(2, 4))];
  return day >= 1 && day <= 31 && month >= 1 && month <= 12;
}

/** Ten digits alone are too common. */
function isMixedAndRead(value: string): boolean {
  return /[A-Z]/.test(value) && country.isMachineRead(value);
}

/** Not part of a longer number, word, path or date. */
const alone = (form: string): string => `(?<![\\w.-]|\\d[ /])(?:${form})(?![\\w-]|[ ./,]\\d)`;

/** Open if any of the forms occurs: most lines with digits hold none of them. They all begin with one of these. */
const getAnyForm = once(() => new RegExp(`(?=[A-Zb\\d])${alone(ROWS.map(([, form]) => form).join('|'))}`));
const ANY_FORM: PiiGate = {
  get pattern() {
    return getAnyForm();
  },
  before: 0,
};

function kindOf([itsRule, form, isReal, words]: Row): PiiKind {
  const getForm = once(() => new RegExp(alone(form), 'g'));
  const getContext = once(() =>
    words === undefined ? undefined : new RegExp(`(?<![a-z])(?:${words.replace('!', '')})(?![a-z])`, 'i'),
  );
  return {
    rule: itsRule,
    sign: itsRule === WALLET ? SIGN.wallet : SIGN.idNumber,
    get form() {
      return getForm();
    },
    gate: ANY_FORM,
    isReal: (value) => (itsRule === WALLET || isIdNumber(value)) && isReal?.(value) !== false,
    get context() {
      return getContext();
    },
    ...(words?.startsWith('!') === true ? { needsWord: true } : {}),
  };
}

export const NATIONAL_KINDS: readonly PiiKind[] = ROWS.map(kindOf);
