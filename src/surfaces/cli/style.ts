/** Colours for a terminal, or the same text without them. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

const paint = (open: number, close: number) => (text: string) => `\u001B[${open}m${text}\u001B[${close}m`;
const leave = (text: string): string => text;

const coloured: Style = {
  bold: paint(1, 22),
  dim: paint(2, 22),
  red: paint(31, 39),
  green: paint(32, 39),
  yellow: paint(33, 39),
  cyan: paint(36, 39),
};

export const plain: Style = { bold: leave, dim: leave, red: leave, green: leave, yellow: leave, cyan: leave };

/** NO_COLOR wins over FORCE_COLOR wins over what the stream is. */
export function chooseStyle(environment: Readonly<Record<string, string | undefined>>, isTerminal: boolean): Style {
  if (environment['NO_COLOR']) return plain;
  const force = environment['FORCE_COLOR'];
  if (force !== undefined && force !== '') return force === '0' || force === 'false' ? plain : coloured;
  return isTerminal && environment['TERM'] !== 'dumb' ? coloured : plain;
}
