import { inspect } from 'node:util';
import { control } from './terminal.ts';

type Colour = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Colours for a terminal, or the same text without them. */
export type Style = Readonly<Record<Colour, (text: string) => string>>;

// `util.styleText` writes escape characters, which the filter on the way to the terminal could not tell from those of
// the content it paints.
const paint = (colour: Colour): ((text: string) => string) => {
  const [open, close] = inspect.colors[colour] ?? [0, 0];
  return (text) => `${control(`${open}m`)}${text}${control(`${close}m`)}`;
};
const leave = (text: string): string => text;

const makeStyle = (make: (colour: Colour) => (text: string) => string): Style => ({
  bold: make('bold'),
  dim: make('dim'),
  red: make('red'),
  green: make('green'),
  yellow: make('yellow'),
  cyan: make('cyan'),
});

const coloured = makeStyle(paint);
export const plain = makeStyle(() => leave);

/** NO_COLOR wins over FORCE_COLOR wins over what the stream is. */
export function chooseStyle(environment: Readonly<Record<string, string | undefined>>, isTerminal: boolean): Style {
  if (environment['NO_COLOR']) return plain;
  const force = environment['FORCE_COLOR'];
  if (force !== undefined && force !== '') return force === '0' || force === 'false' ? plain : coloured;
  return isTerminal && environment['TERM'] !== 'dumb' ? coloured : plain;
}
