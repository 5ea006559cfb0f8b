type Given<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** The members that have a value: an optional key that is not given is left out instead of being there as undefined. */
export function given<T extends object>(members: T): Given<T> {
  const kept: { [K in keyof T]?: T[K] } = {};
  for (const key in members) if (members[key] !== undefined) kept[key] = members[key];
  return kept as Given<T>;
}

/** What is made of a value, if there is one. */
export const whenGiven = <T, R>(value: T | undefined, make: (value: T) => R): R | undefined =>
  value === undefined ? undefined : make(value);
