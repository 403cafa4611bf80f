import { isPlainObject } from '../../foundation';
import type { CollectionMetadata, FieldMetadata, ReferenceMetadata } from '../../metadata';
import { type RowTree, unitedSelection } from '../../operations';
import type { Selection } from '../../persistence';
import type { Violation } from '../../values';
import { readingAssociation, readingField } from '../access/reading';
import type { AssociationPath } from '../selection/association-path';
import { isCollection } from '../selection/associations';
import { visibleFields } from '../selection/visible-fields';
import type { Position } from './changes-draft';
import type { PayloadReader } from './content-reader';
import { expectationOf } from './read-field';
import { referredField } from './referred-field';

/** The members of an expanded entity in a payload, which are compared with what the request would read. */
export interface Expanded {
  readonly selection: Selection;
  violationsOf(tree: RowTree): readonly Violation[];
}

/** Where an expanded entity stands. */
export interface ExpandedPlace {
  readonly path: AssociationPath;
  /** From the payload down to the entity. */
  readonly at: Position['path'];
  /** The wire name of the key that is read separately. */
  readonly keyName?: string;
}

/** One member of an expanded entity: what to read for it, and its comparison. */
interface ExpandedMember {
  readonly fields?: readonly FieldMetadata[];
  readonly references?: Selection['references'];
  readonly collections?: Selection['collections'];
  violationsOf(tree: RowTree): readonly Violation[];
}

const NONE = new Map<never, never>();
const DIFFERS = 'is not what is stored: send it as it was read, or leave it out';

/** The refusal of an entity with other members than its key, the same for all that the request cannot read. */
export function keyAlone(reference: ReferenceMetadata): string {
  return `must be an object with "${referredField(reference).wireName}" alone`;
}

/**
 * Reads the members of an entity that a payload refers to. They are never written.
 *
 * @returns undefined if one of them is none that responses show this request at this place, whatever its value
 */
export function readExpanded(
  reader: PayloadReader,
  place: ExpandedPlace,
  content: Record<string, unknown>,
): Expanded | undefined {
  const { entity, within } = place.path;
  const { access } = reader.context;
  const shown = visibleFields(entity, false, within).filter(
    (field) => !field.large && access.permits(readingField(field)),
  );
  const fields = new Map(shown.map((field) => [field.wireName, field]));
  const members: ExpandedMember[] = [];
  for (const [wireName, json] of Object.entries(content)) {
    if (wireName === place.keyName) continue;
    const field = fields.get(wireName);
    const member = field ? readShownField(reader, place, field, json) : readAssociation(reader, place, wireName, json);
    if (!member) return undefined;
    members.push(member);
  }
  const selection = unitedSelection(
    entity,
    members.map(({ fields = [], references = NONE, collections = NONE }) => {
      return { entity, fields, references, collections };
    }),
  );
  return { selection, violationsOf: (tree) => members.flatMap((member) => member.violationsOf(tree)) };
}

function readShownField(
  reader: PayloadReader,
  { path: { entity }, at }: ExpandedPlace,
  field: FieldMetadata,
  json: unknown,
): ExpandedMember {
  const expectation = expectationOf(reader, { entity, path: at }, field, json);
  const violation = { path: [...at, field.name], message: DIFFERS, invalidValue: json };
  return {
    fields: [field],
    violationsOf({ entity: row }) {
      if (!expectation) return [];
      const stored = expectation.storedIn ? expectation.storedIn(row) : row.get(field.name);
      return expectation.isMetBy(stored) ? [] : [violation];
    },
  };
}

function readAssociation(
  reader: PayloadReader,
  place: ExpandedPlace,
  wireName: string,
  json: unknown,
): ExpandedMember | undefined {
  const association = place.path.associations.get(wireName);
  if (!association || !reader.context.access.permits(readingAssociation(association))) return undefined;
  const below = { path: place.path.to(association), at: [...place.at, association.property] };
  return isCollection(association)
    ? readCollection(reader, below, association, json)
    : readNestedReference(reader, below, association, json);
}

function readNestedReference(
  reader: PayloadReader,
  place: ExpandedPlace,
  reference: ReferenceMetadata,
  json: unknown,
): ExpandedMember | undefined {
  const { owner, target, foreignKey } = reference;
  const fields = [owner.fields.get(foreignKey)!];
  const key = referredField(reference);
  if (json === null) {
    const differs = [{ path: place.at, message: DIFFERS }];
    return { fields, violationsOf: ({ entity }) => ((entity.get(foreignKey) ?? null) === null ? [] : differs) };
  }
  if (!isPlainObject(json) || !(key.wireName in json)) return undefined;
  const expectation = expectationOf(reader, { entity: target, path: place.at }, key, json[key.wireName]);
  const hasMore = Object.keys(json).length > 1;
  const expanded = hasMore ? readExpanded(reader, { ...place, keyName: key.wireName }, json) : undefined;
  if (hasMore && !expanded) return undefined;
  return {
    fields,
    references: expanded && new Map([[reference, expanded.selection]]),
    violationsOf({ entity, references }) {
      if (!expectation?.isMetBy(entity.get(foreignKey))) {
        return [{ path: [...place.at, key.name], message: DIFFERS, invalidValue: json[key.wireName] }];
      }
      if (!expanded) return [];
      const tree = references.get(reference);
      return tree ? expanded.violationsOf(tree) : [{ path: place.at, message: keyAlone(reference) }];
    },
  };
}

/** Compares in the order of responses, which is that of the primary keys. */
function readCollection(
  reader: PayloadReader,
  { path, at }: ExpandedPlace,
  collection: CollectionMetadata,
  json: unknown,
): ExpandedMember | undefined {
  const isSingle = collection.kind === 'oneToOne';
  const contents = isSingle ? [json].filter((one) => one !== null) : json;
  if (!Array.isArray(contents)) return undefined;
  const elements: Expanded[] = [];
  for (const [index, content] of contents.entries()) {
    const place = { path, at: isSingle ? at : [...at, index] };
    const element = isPlainObject(content) ? readExpanded(reader, place, content) : undefined;
    if (!element) return undefined;
    elements.push(element);
  }
  const selection = unitedSelection(
    path.entity,
    elements.map((element) => element.selection),
  );
  return {
    collections: new Map([[collection, selection]]),
    violationsOf({ children }) {
      const trees = children.get(collection) ?? [];
      if (trees.length !== elements.length) return [{ path: at, message: DIFFERS }];
      return elements.flatMap((element, index) => element.violationsOf(trees[index]!));
    },
  };
}
