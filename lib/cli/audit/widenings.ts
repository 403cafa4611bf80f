import type { MatrixMember, MatrixRow } from '../../rest';

/** Permission matrices by class name of the application: the content of a checked file. */
export type Matrices = Readonly<Record<string, readonly MatrixRow[]>>;

/**
 * Lists the accesses that the matrices newly allow, one sentence each: new routes, permissions and scopes that are no
 * longer required, members that have become readable or writable. Accesses that have been removed are not listed.
 */
export function widenings(before: Matrices, now: Matrices): readonly string[] {
  return Object.entries(now).flatMap(([application, rows]) => {
    const known = new Map((before[application] ?? []).map((row) => [keyOf(row), row]));
    const sentences = rows.flatMap((row) => widened(known.get(keyOf(row)), row));
    return sentences.map((sentence) => `${application}: ${sentence}`);
  });
}

function widened(before: MatrixRow | undefined, now: MatrixRow): readonly string[] {
  const route = keyOf(now);
  if (!before) return [`${route} is new and requires ${requirementOf(now)}.`];
  return [
    ...lost(before.permissions, now.permissions).map((name) => `${route} no longer requires "${name}".`),
    ...(before.requires_credentials && !now.requires_credentials ? [`${route} no longer requires credentials.`] : []),
    ...(now.is_public && !before.is_public ? [`${route} is public now.`] : []),
    ...lost(before.scope, now.scope).map((name) => `${route} is no longer narrowed by the scope of ${name}.`),
    ...(before.readable && !now.readable
      ? [`${route} is hand-written now: its readable and writable fields are unknown.`]
      : []),
    ...widenedMembers(before.readable, now.readable).map((what) => `${route} can read ${what}.`),
    ...widenedMembers(before.writable, now.writable).map((what) => `${route} can write ${what}.`),
  ];
}

function widenedMembers(before: MatrixRow['readable'], now: MatrixRow['readable'] = []): readonly string[] {
  const known = new Map((before ?? []).map(({ name, permissions }) => [name, permissions]));
  return now.flatMap((member) => widenedMember(known.get(member.name), member));
}

function widenedMember(before: readonly string[] | undefined, { name, permissions }: MatrixMember): readonly string[] {
  if (!before) return [`${name} now`];
  return lost(before, permissions).map((permission) => `${name} without "${permission}"`);
}

function lost(before: readonly string[], now: readonly string[]): readonly string[] {
  return before.filter((name) => !now.includes(name));
}

function requirementOf({ permissions, requires_credentials: requiresCredentials }: MatrixRow): string {
  if (permissions.length > 0) return permissions.map((name) => `"${name}"`).join(', ');
  return requiresCredentials ? 'credentials' : 'nothing';
}

function keyOf({ method, path, media_type: mediaType }: MatrixRow): string {
  return mediaType === undefined ? `${method} ${path}` : `${method} ${path} as ${mediaType}`;
}
