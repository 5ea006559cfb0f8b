/** House numbers with a street. Its patterns are the largest of all, and made for the first line with such a number. */
import { once } from '../once.ts';
import { rule, type PiiKind } from './kind.ts';
import { SIGN } from './line-signs.ts';

const getStreetWord = once(
  () =>
    /street|avenue|road|lane|drive|boulevard|straße|strasse|\brue\b|\bcalle\b|\bvia\b| st\b| ave\b|straat|laan|gracht|plein|\b(?:ul|al|os)\. |\brua\b|\bavenida\b|\btravessa\b|\bpraça\b|ул\.|улица|просп|пр-т|пер\./i,
);
const getStreet = once(
  () =>
    /(?<![\w.#-])(?<!\b(?:PR|issue|ticket|line|page|pull request) )\d{1,5}[A-Za-z]? (?:[A-Z][a-z]+ ){1,3}(?:Street|Avenue|Road|Lane|Drive|Boulevard|Court|Square|St\.?|Ave\.?|Rd\.?|Blvd\.?)(?=[,\n]| [A-Z]|$)|(?<![\w.-])[A-ZÄÖÜ][a-zäöüß]+(?:straße|strasse|str\.|weg|platz|allee|gasse|straat|laan|gracht|plein|kade|dijk) \d{1,4}[a-z]?(?=[,\n ]|$)|\d{1,4}(?: bis)?,? (?:rue|avenue|boulevard|place) (?:de |du |des |la |le )*[A-Z][a-zé]+|(?:Calle|Avenida|Via|Viale|Piazza) [A-Z][a-z]+(?: [A-Z][a-z]+)?,? \d{1,4}|(?<!\p{L})(?:ul|al|os)\. \p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+){0,2} \d{1,4}|(?<!\p{L})(?:Rua|Avenida|Travessa|Praça|Alameda) (?:(?:d[aeo]s?|e) )?\p{Lu}\p{Ll}+(?: (?:d[aeo]s? )?\p{Lu}\p{Ll}+){0,3},? (?:n\.?º? ?)?\d{1,4}|(?<!\p{L})(?:ул\.|улица|просп\.|проспект|пр-т|пер\.) ?[А-ЯЁ][а-яё-]+(?: [А-ЯЁ][а-яё-]+)?,? (?:д\.|дом)? ?\d{1,4}/gu,
);

export const STREET_KIND: PiiKind = {
  rule: rule(
    'street-address',
    'street address',
    'Finds house numbers with a street in the usual forms of English, German, French, Spanish, Italian, Dutch, Polish, Portuguese and Russian addresses.',
    '12 Elm Street',
  ),
  sign: SIGN.houseNumber,
  get anywhere() {
    return getStreetWord();
  },
  get form() {
    return getStreet();
  },
};
