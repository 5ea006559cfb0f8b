import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

const colours = (process.stdout.isTTY && process.env['NO_COLOR'] === undefined) || process.env['FORCE_COLOR'] === '1';

const paint = (style: Style, text: string): string => (colours ? styleText(style, text) : text);

export const green = (text: string): string => paint('green', text);
export const red = (text: string): string => paint('red', text);
export const dim = (text: string): string => paint('dim', text);
export const bold = (text: string): string => paint('bold', text);

export const seconds = (durationMs: number): string => `${(durationMs / 1000).toFixed(1)} s`;

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
