import type { SearchNames } from './search-names';

/** A search parameter by another name than it has now. */
export interface FormerParameter {
  /** The one in its place. */
  readonly name: string;
  readonly former: string;
}

/** Search parameters by the old names of their fields and collections: each choice of old and new ones. */
export function oldParameterNames(names: SearchNames): readonly FormerParameter[] {
  return names.all.flatMap((name) => {
    const { steps, field } = names.resolve(name)!;
    const parts = [...steps, field];
    if (parts.every((part) => formerNameOf(part) === undefined)) return [];
    const prefix = names.unprefixed(name) === name ? [] : [names.prefix];
    let choices: string[][] = [prefix];
    for (const part of parts) {
      const former = formerNameOf(part);
      const known = former === undefined ? [part.wireName] : [part.wireName, former];
      choices = known.flatMap((one) => choices.map((words) => [...words, one]));
    }
    return choices
      .map((words) => words.join('.'))
      .filter((one) => one !== name)
      .map((former) => ({ name, former }));
  });
}

function formerNameOf(part: object): string | undefined {
  return (part as { readonly renamed?: { readonly name: string } }).renamed?.name;
}
