import type { Random } from '../../kernel/ports/index.ts';

/** Hex digits for the name of a file nobody else may choose: 48 bits, so that two never meet in one folder. */
export const randomName = (random: Random): string => Buffer.from(random.bytes(6)).toString('hex');
