import type { Call, Client } from '../client';

/** The changes of a preview by path, without keys. */
export interface Change {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

type Body = Readonly<Record<string, unknown>>;
type Rows = ReadonlyMap<string, Body>;

/** Those that each write makes anew. */
const MADE = /^(?:id|created_at|updated_at|\w+_id)$/;
const COLLECTIONS = /^(?:projects|tasks|bookings|reserve|members)$/;
const EXPANDED = {
  projects: 'tasks.bookings,reserve,members',
  members: 'projects.tasks.bookings,projects.reserve',
} as const;

/** All entities of the root that the path leads from, by their place, as clients read them. */
export async function readRows(client: Client, { path }: Call): Promise<Rows> {
  const root = rootOf(path);
  const { body } = await client.expect(200, { method: 'GET', path: `/${root}?expand=${EXPANDED[root]}` });
  const rows = new Map<string, Body>();
  for (const element of JSON.parse(body) as readonly Body[]) add(rows, root, '', element);
  return rows;
}

function add(rows: Map<string, Body>, place: string, above: string, element: Body): void {
  const key = `${above}/${place} ${element.id}`;
  rows.set(key, element);
  for (const [name, value] of Object.entries(element)) {
    if (!COLLECTIONS.test(name) || value === null) continue;
    for (const child of [value].flat()) add(rows, name, key, child as Body);
  }
}

/** The difference of two states in the format of a preview, in any order. */
export function differenceOf(before: Rows, after: Rows): readonly string[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  return keys.flatMap((key) => changesOf(placeOf(key), before.get(key), after.get(key))).sort();
}

function placeOf(key: string): string {
  return key
    .slice(1)
    .replace(/ [^/]*$/, '')
    .replace(/ \d+\//g, '.');
}

function changesOf(place: string, was?: Body, is?: Body): readonly string[] {
  if (!was || !is) return [written({ path: place, before: was ?? null, after: is ?? null })];
  const fields = Object.keys(is).filter(
    (name) => !COLLECTIONS.test(name) && !MADE.test(name) && was[name] !== is[name],
  );
  return fields.map((name) => written({ path: `${place}.${name}`, before: was[name], after: is[name] }));
}

/** The changes that a preview has reported, in any order. */
export function toldOf({ path }: Call, changes: readonly Change[]): readonly string[] {
  const place = path
    .slice(1)
    .split('/')
    .filter((part) => COLLECTIONS.test(part))
    .join('.');
  return changes
    .map((change) => ({ ...change, path: wholePath(place, change.path) }))
    .filter((change) => !MADE.test(change.path.split('.').at(-1)!))
    .map(written)
    .sort();
}

function wholePath(place: string, path: string): string {
  const names = path.replace(/\[[^\]]*\]/g, '').replace(/^\./, '');
  if (names.startsWith('/')) return names.slice(1);
  return names === '' ? place : `${place}.${names}`;
}

/** Without what is made anew, and without children, which are changes of their own. */
function written({ path, before, after }: Change): string {
  return JSON.stringify([path, withoutMade(before), withoutMade(after)]);
}

function withoutMade(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !MADE.test(name) && !COLLECTIONS.test(name))
      .sort(),
  );
}

function rootOf(path: string): 'projects' | 'members' {
  return path.startsWith('/members') ? 'members' : 'projects';
}
