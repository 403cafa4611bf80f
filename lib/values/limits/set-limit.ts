import { exceeds, type Limit } from './limit';

/** A list of some of the values. It is stored, and read, in the order of the values. */
export function setLimit(values: readonly string[]): Limit {
  const places = new Map(values.map((value, index) => [value, index]));
  return (value) => {
    if (!Array.isArray(value)) return exceeds(`must be a list of ${values.join(', ')}`);
    const found = new Set<number>();
    for (const member of value) {
      const place = places.get(member);
      if (place === undefined) return exceeds(`must contain no other values than ${values.join(', ')}`);
      if (found.has(place)) return exceeds(`must contain ${member} only once`);
      found.add(place);
    }
    return { value: [...found].sort((one, other) => one - other).map((place) => values[place]) };
  };
}
