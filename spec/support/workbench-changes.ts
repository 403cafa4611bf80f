/** A change that a preview reports. */
export interface Change {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The fields of rows by their collections and ids. */
export type Rows = ReadonlyMap<string, Record<string, unknown>>;

/** Fields that differ between a preview and the write that follows it. */
const GENERATED = /^(id|created_at|updated_at|.*_id)$/;

/** The rows in a list of expanded workbenches. */
export function rowsIn(workbenches: readonly Record<string, unknown>[]): Rows {
  const rows = new Map<string, Record<string, unknown>>();
  const add = (at: string, element: Record<string, unknown>) => {
    const fields = Object.entries(element).filter(([, value]) => typeof value !== 'object' || value === null);
    const name = `${at} ${element.id}`;
    rows.set(name, Object.fromEntries(fields.filter(([field]) => field !== 'lamp')));
    for (const [field, value] of Object.entries(element)) {
      if (typeof value !== 'object' || value === null) continue;
      for (const child of [value].flat()) add(`${name} ${field}`, child as Record<string, unknown>);
    }
  };
  for (const workbench of workbenches) add('', workbench);
  return rows;
}

/** The changes as sorted texts without generated values, so that a preview can be compared with the write. */
export function comparable(changes: readonly Change[]): string[] {
  const withoutGenerated = (value: unknown) =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).filter(([name]) => !GENERATED.test(name) && name !== 'plan'))
      : value;
  return changes
    .filter(({ path }) => !GENERATED.test(path.split('.').at(-1)!))
    .map(({ path, before, after }) => {
      const names = path.replace(/\[[^\]]*\]/g, '').replace(/^\/workbenches/, '');
      const isRow = [before, after].some((value) => typeof value === 'object' && value !== null);
      return JSON.stringify([isRow ? '' : names.split('.').at(-1), withoutGenerated(before), withoutGenerated(after)]);
    })
    .sort();
}

/** The changes between two states. The links of a softly deleted root are kept, so that they are not compared. */
export function differences(before: Rows, after: Rows, isSoftDelete: boolean): Change[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name): Change[] => {
    const [was, is] = [before.get(name), after.get(name)];
    if (isSoftDelete && name.includes('carpenters')) return [];
    if (!was || !is) return [{ path: '', before: was ?? null, after: is ?? null }];
    const fields = Object.keys(is).filter((field) => was[field] !== is[field]);
    return fields.map((path) => ({ path, before: was[path], after: is[path] }));
  });
}
