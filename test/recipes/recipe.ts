/** A change as CONTRIBUTING.md describes it, with every edit in full. */
export interface Recipe {
  /** The heading of its section. */
  readonly title: string;
  readonly edits: readonly RecipeEdit[];
  /** Tests, old and new, that show that it works. */
  readonly tests: readonly string[];
}

export type RecipeEdit =
  /** A new file. */
  | { readonly file: string; readonly content: string }
  /** A place in a file, found as the place of a mutant is: by symbol and text. */
  | { readonly file: string; readonly symbol?: string; readonly find: string; readonly replace: string };
