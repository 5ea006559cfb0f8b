/** What single UTF-16 units are. NaN, read outside a text, is none of them. */

export const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;
export const isLower = (unit: number): boolean => unit >= 97 && unit <= 122;
export const isUpper = (unit: number): boolean => unit >= 65 && unit <= 90;
export const isLetter = (unit: number): boolean => isLower(unit) || isUpper(unit);
export const isAlphanumeric = (unit: number): boolean => isLetter(unit) || isDigit(unit);
export const isHex = (unit: number): boolean =>
  isDigit(unit) || (unit >= 97 && unit <= 102) || (unit >= 65 && unit <= 70);
