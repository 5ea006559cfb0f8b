/** Personal data in the forms and places people write it, and what only looks like it. */
import { expect } from 'vitest';
import { createScanner } from '../../src/guard/index.ts';
import { verifies } from '../support/verifies.ts';

const scanner = createScanner();
const rulesOf = (text: string): string[] => scanner.scan(text, { kinds: ['pii'] }).map(({ rule }) => rule);

const FOUND: Readonly<Record<string, readonly string[]>> = {
  'pii-email': [
    'ivan.petrov@mail.ru',
    'jane.roe@mail.com',
    'zhang@126.com reported it',
    'ion.popescu@firma.md',
    'user=anna.schmidt@firma.de',
    '?email=anna.schmidt@firma.de&x=1',
    'Email:anna.schmidt@firma.de',
    'From:anna.schmidt@firma.de',
    'see anna.schmidt@firma.de/calendar',
  ],
  'pii-phone': ['415.867.2671', '0041 44 668 18 00', 'tel:+14158672671'],
  'pii-iban': ['de89 3704 0044 0532 0130 00', 'DE89 3704 0044 0532 0130 00'],
  'pii-street-address': [
    'Kerkstraat 12, Amsterdam',
    'ul. Marszałkowska 12, Warszawa',
    'Rua das Flores 12, Lisboa',
    'ул. Ленина, д. 12',
    '221B Baker Street',
  ],
  'pii-birth-date': ['born on March 12, 1984'],
  'pii-card': ['paid with 4242 4242 4242 4242'],
};

verifies('GRD-011', 'addresses, numbers and streets are found as people write them', () => {
  for (const [rule, texts] of Object.entries(FOUND))
    for (const text of texts) expect([text, rulesOf(text)]).toEqual([text, [rule]]);
});

verifies('GRD-011', 'placeholders, packages, versions and published test cards stay silent', () => {
  for (const text of [
    'user@mail.com',
    'https://deploy:pass@db.acme.io/app',
    'npm:left-pad@next.io',
    'react@18.next',
    'notes@v2.md',
    '--pass-arg=imports@env.await_promise_sync',
    'DE89 3704 0044 0532 0130 01',
    'PR 12345 Main Drive',
    'Use the Stripe test card 4242 4242 4242 4242.',
    'release 415.867.2671.3',
  ]) {
    expect([text, rulesOf(text)]).toEqual([text, []]);
  }
});
