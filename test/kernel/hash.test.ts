import { execFileSync } from 'node:child_process';
import { crc32 as zlibCrc32 } from 'node:zlib';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  crc32,
  equalHex,
  fileChecksum,
  isSha256Hex,
  isSha256Tagged,
  sha256Hex,
  sha256Tagged,
} from '../../src/kernel/hash.ts';
import { verifies } from '../support/verifies.ts';
import { anyText } from './arbitraries.ts';

const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

test('SHA-256 of known texts, bare and tagged', () => {
  expect(sha256Hex('')).toBe(EMPTY);
  expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(sha256Tagged(new Uint8Array())).toBe(`sha256:${EMPTY}`);
});

test('text and its UTF-8 bytes have one hash', () => {
  fc.assert(fc.property(anyText(), (text) => sha256Hex(text) === sha256Hex(Buffer.from(text, 'utf8'))));
});

verifies('PRJ-002', 'a checkout with CRLF has the checksum of the one with LF', () => {
  const lines = fc.array(anyText().map((line) => line.replaceAll(/[\r\n]/g, '')));
  fc.assert(
    fc.property(lines, (content) => {
      const expected = sha256Tagged(content.join('\n'));
      expect(fileChecksum(content.join('\n'))).toBe(expected);
      expect(fileChecksum(content.join('\r\n'))).toBe(expected);
      expect(fileChecksum(Buffer.from(content.join('\r\n'), 'utf8'))).toBe(expected);
    }),
  );
  expect(fileChecksum('\r\ra\r')).toBe(sha256Tagged('a'));
  expect(fileChecksum(Buffer.from('\r\ra\r'))).toBe(sha256Tagged('a'));
});

verifies('PRJ-002', 'for a file with LF the checksum is that of sha256sum', () => {
  const content = '# Status\n\nBuild green ✅\n';
  const [expected] = execFileSync('sha256sum', { input: content, encoding: 'utf8' }).split(' ');
  expect(fileChecksum(content)).toBe(`sha256:${expected}`);
  expect(isSha256Tagged(fileChecksum(content))).toBe(true);
});

test('the forms of hashes are strict', () => {
  expect([EMPTY, EMPTY.toUpperCase(), EMPTY.slice(1), `${EMPTY}\n`, `sha256:${EMPTY}`].map(isSha256Hex)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
  expect([`sha256:${EMPTY}`, EMPTY, `sha512:${EMPTY}`, `sha256:${EMPTY}0`].map(isSha256Tagged)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('hex is compared whole, whatever the lengths', () => {
  expect(equalHex(EMPTY, sha256Hex(''))).toBe(true);
  expect(equalHex(EMPTY, sha256Hex('a'))).toBe(false);
  expect(equalHex(EMPTY, EMPTY.slice(2))).toBe(false);
  expect(equalHex('é', 'ab')).toBe(false);
  expect(equalHex('', '')).toBe(true);
});

test('CRC-32 of the check value of the standard', () => {
  expect(crc32('123456789')).toBe(0xcb_f4_39_26);
  expect(crc32(Buffer.from('123456789'))).toBe(0xcb_f4_39_26);
});

test('the checksum of few bytes is the one of many', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 96 }), (bytes) => {
      expect(crc32(bytes)).toBe(zlibCrc32(bytes));
    }),
  );
});
