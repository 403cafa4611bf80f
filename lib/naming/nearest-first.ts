import { nearestName } from './nearest-name';

/** Puts the name first that was probably meant: a similar one, or one that contains the given text. */
export function nearestFirst(names: readonly string[], meant: string): readonly string[] {
  const part = meant.toLowerCase();
  const nearest = nearestName(meant, names) ?? names.find((name) => name.toLowerCase().includes(part));
  return nearest === undefined ? names : [nearest, ...names.filter((name) => name !== nearest)];
}
