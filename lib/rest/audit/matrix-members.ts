import { type CollectionMetadata, type EntityMetadata, everyField, type MetadataRegistry } from '../../metadata';
import { entriesAt, permissionsIn, type SecureEntry, writesAt } from '../../security';
import { foreignKeyTargets } from '../access/model-rights';
import { readingAssociation, readingField } from '../access/reading';
import { isWritable, type WriteKind } from '../access/writable';
import { argumentEntries, writingField } from '../access/writing';
import { stepOpOf } from '../operation/batch-steps';
import type { Operation } from '../operation/operation';
import { isVisibleAssociation } from '../selection/associations';
import { visibleFields } from '../selection/visible-fields';
import type { GivenContent } from '../verbs/verb-definition';
import { definitionOf } from '../verbs/verbs';

/** A member of a response or a payload, with the permissions that it requires in addition to those of the route. */
export interface MatrixMember {
  /** `status`; `order_items[]` for a collection, `product{}` for a reference or a single child. */
  readonly name: string;
  readonly permissions: readonly string[];
}

const OF_ENTITIES: ReadonlySet<GivenContent> = new Set(['found', 'selected', 'written']);

/** The members that a response may contain. A delete has none; those of an action are unknown. */
export function readableMembers(operation: Operation): readonly MatrixMember[] {
  const { aggregate, collections: path, entity, field: large } = operation;
  const { gives } = definitionOf(operation);
  if (gives === 'value') return [memberOf(large!.wireName, readingField(large!))];
  if (!gives || !OF_ENTITIES.has(gives)) return [];
  const fields = visibleFields(entity, false, path.at(-1)).map((field) =>
    memberOf(field.wireName, readingField(field)),
  );
  const references = [...entity.references.values()].filter(isVisibleAssociation);
  const collections = [...entity.collections.values()].filter(isVisibleAssociation);
  return [
    ...fields,
    ...references.map((reference) => memberOf(`${reference.wireName}{}`, readingAssociation(reference))),
    ...collections.map((collection) =>
      memberOf(memberName(collection), entriesAt(aggregate.root, [...path, collection], 'GET')),
    ),
  ];
}

/** The members that a payload may contain: fields, collections, arguments of an action, or the steps of a batch. */
export function writableMembers(operation: Operation, registry: MetadataRegistry): readonly MatrixMember[] {
  const { aggregate, collections: path, entity, action, field: large, steps } = operation;
  if (action) {
    const payloadParameters = action.parameters.filter(({ source }) => source.kind !== 'path');
    return payloadParameters.map(({ wireName, source }) => memberOf(wireName || '…', argumentEntries(source)));
  }
  if (steps) return steps.map(stepMember);
  const { takes } = definitionOf(operation);
  if (takes === 'elements') return replacingMembers(aggregate.root, path);
  if (large) return operation.method === 'GET' ? [] : [memberOf(large.wireName, writingField(large, [], 'PUT'))];
  if (takes === undefined) return [];
  const [kind, method] = takes === 'entities' ? (['create', 'POST'] as const) : (['update', 'PUT'] as const);
  const fields = everyField(entity).filter((field) => isWritable(entity, field, kind));
  const collections = [...entity.collections.values()].filter(({ nested, isHidden }) => nested && !isHidden);
  return [
    ...fields.map((field) =>
      memberOf(field.wireName, writingField(field, foreignKeyTargets(registry, entity, field), method)),
    ),
    ...linkMembers(aggregate.root, path, method),
    ...collections.map((collection) =>
      memberOf(memberName(collection), nestedEntries(aggregate.root, [...path, collection], kind)),
    ),
  ];
}

function memberName({ wireName, kind }: CollectionMetadata): string {
  return `${wireName}${kind === 'oneToOne' ? '{}' : '[]'}`;
}

/** The columns of a join table; setting them requires the permissions to link. */
function linkMembers(
  root: EntityMetadata,
  path: readonly CollectionMetadata[],
  method: 'POST' | 'PUT',
): readonly MatrixMember[] {
  const fields = [...(path.at(-1)?.joinFields.values() ?? [])].filter(
    ({ access }) => access !== 'hidden' && access !== 'readOnly',
  );
  const linking = fields.length > 0 ? writesAt(root, path).POST : [];
  return fields.map((field) => memberOf(field.wireName, [...linking, ...writingField(field, [], method)]));
}

/** The entries for every way in which a payload may write elements of a collection. */
function nestedEntries(
  root: EntityMetadata,
  path: readonly CollectionMetadata[],
  kind: WriteKind,
): readonly SecureEntry[] {
  const { inserting, POST, PUT, DELETE } = writesAt(root, path);
  // Rows that are inserted with their root require less than links to existing ones.
  const isInserting = kind === 'create' && path.length === 1 && path[0]!.kind !== 'manyToMany';
  if (kind === 'create') return isInserting ? inserting : POST;
  return [...POST, ...PUT, ...(path.at(-1)!.replace ? DELETE : [])];
}

/** The kinds of writes when an array replaces a collection. */
function replacingMembers(root: EntityMetadata, path: readonly CollectionMetadata[]): readonly MatrixMember[] {
  const { POST, PUT, DELETE } = writesAt(root, path);
  return [memberOf('[] created', POST), memberOf('[] updated', PUT), memberOf('[] left out', DELETE)];
}

/** A step of a batch, such as `create order_items`, with the permissions of its route. */
function stepMember(step: Operation): MatrixMember {
  const path = step.path.split('/').slice(3).join('/');
  return memberOf(`${stepOpOf(step)} ${path}`.trimEnd(), step.permissions);
}

function memberOf(name: string, entries: readonly SecureEntry[]): MatrixMember {
  return { name, permissions: [...permissionsIn(entries)].sort() };
}
