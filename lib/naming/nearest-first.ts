import { nearestName } from './nearest-name';

/** The names with the one first that was probably meant: one within two letters, or one that has it as a part. */
export function nearestFirst(names: readonly string[], meant: string): readonly string[] {
  const part = meant.toLowerCase();
  const nearest = nearestName(meant, names) ?? names.find((name) => name.toLowerCase().includes(part));
  return nearest === undefined ? names : [nearest, ...names.filter((name) => name !== nearest)];
}
