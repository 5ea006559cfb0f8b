/** Check digits of many countries, on specimens that the offices or standards themselves publish. */
import { expect, test } from 'vitest';
import * as country from '../../src/guard/pii/country-checks.ts';
import { isWallet } from '../../src/guard/pii/country-checks.ts';

type Check = (text: string) => boolean;

const SPECIMENS: readonly (readonly [name: string, check: Check, specimen: string])[] = [
  ['Brazilian person', country.isCpf, '529.982.247-25'],
  ['Brazilian company', country.isCnpj, '11.222.333/0001-81'],
  ['Swiss insurance', country.isEan, '756.9217.0769.85'],
  ['Chinese resident', country.isChinese, '11010519491231002X'],
  ['French insurance', country.isNir, '2 55 08 14 168 025 38'],
  ['Chilean', country.isRut, '12.345.678-5'],
  ['Belgian', country.isBelgian, '85.07.30-033.28'],
  ['Argentine', country.isCuit, '20-12345678-6'],
  ['Thai', country.isThai, '1-2345-67890-12-1'],
  ['Turkish', country.isTurkish, '10000000146'],
  ['Norwegian', country.isNorwegian, '11077941012'],
  ['Dutch', country.isBsn, '111222333'],
  ['Portuguese', country.isPortuguese, '123456789'],
  ['Austrian', country.isAustrian, '1237010180'],
  ['Irish', country.isPps, '1234567T'],
  ['Irish, later form', country.isPps, '1234567FA'],
  ['South African', country.isSouthAfrican, '8001015009087'],
  ['Japanese', country.isMyNumber, '123456789018'],
  ['Taiwanese', country.isTaiwanese, 'A123456789'],
  ['Hong Kong', country.isHongKong, 'A123456(3)'],
  ['Australian medicare', country.isMedicare, '2123 45670 1'],
  ['Australian business', country.isAbn, '51 824 753 556'],
  ['Australian company', country.isAcn, '004 085 616'],
  ['US provider', country.isNpi, '1234567893'],
  ['US bank', country.isRouting, '121000358'],
  ['US prescriber', country.isDea, 'AB1234563'],
  ['Indian tax', country.isGstin, '27AAPFU0939F1ZV'],
  ['Korean business', country.isBrn, '220-81-62517'],
  ['Russian insurance', country.isSnils, '112-233-445 95'],
  ['Russian company', country.isInn, '7707083893'],
  ['Russian person', country.isInn, '500100732259'],
  ['Czech', country.isCzech, '736028/5163'],
  ['Romanian', country.isCnp, '1800101221144'],
  ['Bulgarian', country.isEgn, '7523169263'],
  ['Croatian', country.isOib, '33392005961'],
  ['Estonian', country.isBaltic, '37605030299'],
  ['Polish tax', country.isNip, '1234563218'],
  ['Polish business', country.isRegon, '123456785'],
  ['Polish card', country.isPolishCard, 'ABA300000'],
  ['German insurance', country.isGermanHealth, 'A123456780'],
  ['German card', country.isMachineRead, 'L01X00T471'],
  ['Phone', country.isLuhn(15), '490154203237518'],
  ['Bitcoin', isWallet, '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
  ['Bitcoin, several keys', isWallet, '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['Bitcoin, bech32', isWallet, 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
  ['Bitcoin, Taproot', isWallet, 'bc1p5d7rjq7g6rdk2yhzks9smlaqtedr4dekq08ge8ztwac72sfr9rusxg3297'],
];

/** Every value that differs from the specimen in one digit. */
function mistypedOf(specimen: string): string[] {
  return [...specimen].flatMap((unit, at) =>
    /\d/.test(unit)
      ? [...'0123456789']
          .filter((digit) => digit !== unit)
          .map((digit) => specimen.slice(0, at) + digit + specimen.slice(at + 1))
      : [],
  );
}

test.each(SPECIMENS)('%s numbers pass their check', (_, check, specimen) => {
  expect(check(specimen)).toBe(true);
});

test.each(SPECIMENS)('%s numbers with one wrong digit hardly ever do', (_, check, specimen) => {
  const mistyped = mistypedOf(specimen);
  expect(mistyped.filter(check).length / mistyped.length).toBeLessThan(0.2);
});
