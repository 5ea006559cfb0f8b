/** `github`: the last six letters are a checksum of the rest. `jwt-like`: the body begins with a JSON object in base64. */
export type TokenCheck = 'github' | 'jwt';

/** One kind of token that says itself what it is: beginnings separated by blanks, then the body as a pattern. */
export type PrefixedRow = readonly [
  id: string,
  name: string,
  prefixes: string,
  body: string,
  options?: { check?: TokenCheck; entropy?: number },
];
