/** Text of agents on a terminal: what would move the cursor, change colours or ring the bell is shown as a dot. */
// eslint-disable-next-line no-control-regex -- these are what must not reach a terminal
export const plain = (text: string): string =>
  text.replaceAll(/[\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g, '·');
