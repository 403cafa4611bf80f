import type { SearchNames } from './search-names';

/** An old name of a search parameter. */
export interface OldParameterName {
  /** The current name. */
  readonly name: string;
  readonly former: string;
}

/** Search parameters by the old names of their fields and associations, in all combinations of old and current names. */
export function oldParameterNames(names: SearchNames): readonly OldParameterName[] {
  return names.all.flatMap((name) => {
    const { steps, field } = names.resolve(name)!;
    const members = [...steps, field];
    if (members.every((member) => oldNameOf(member) === undefined)) return [];
    let paths: string[][] = [[]];
    for (const member of members) {
      const oldName = oldNameOf(member);
      const segments = oldName === undefined ? [member.wireName] : [member.wireName, oldName];
      paths = segments.flatMap((segment) => paths.map((path) => [...path, segment]));
    }
    return paths
      .map((path) => names.addressed(path.join('.')))
      .filter((path) => path !== name)
      .map((former) => ({ name, former }));
  });
}

function oldNameOf(member: object): string | undefined {
  return (member as { readonly renamed?: { readonly name: string } }).renamed?.name;
}
