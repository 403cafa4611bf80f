import type { CollectionMetadata } from '../../../metadata';
import { type GeneratedTest, when } from '../generated-test';
import type { TestPlace } from '../test-place';

/** Tests of deletes, and of their effect on collections. */
export function deletingTests(place: TestPlace): readonly GeneratedTest[] {
  if (!place.has('delete') || place.within?.kind === 'manyToMany') return [];
  const collections = [...place.entity.collections.values()];
  return [
    {
      title: 'DELETE removes the entity with the given key',
      body: `
const [entity, other] = [await add(), await add()];

expect((await client.delete(app.at(path, entity))).status).toBe(204);

${place.has('read') ? `expect(await client.get(app.at(path, entity))).toBeProblem(${place.deletedStatus});\nexpect((await client.get(app.at(path, other))).status).toBe(200);` : 'expect(other).toBeDefined();'}
`,
    },
    ...collections.filter(isCascaded).flatMap((collection) => cascading(place, collection)),
    ...collections.filter(isRestricted).flatMap(restricting),
  ];
}

/** Whether the children are deleted with their parent. */
export function isCascaded({ kind, target, cascade, onDelete }: CollectionMetadata): boolean {
  return kind !== 'manyToMany' && (onDelete === undefined ? !target.isRoot || cascade : onDelete === 'cascade');
}

/** A child that is an aggregate root of its own prevents the delete of its parent. */
function isRestricted({ kind, target, foreignKey, cascade, onDelete }: CollectionMetadata): boolean {
  const isNeeded = kind !== 'manyToMany' && target.fields.get(foreignKey!)?.isNullable === false;
  return isNeeded && (onDelete === undefined ? target.isRoot && !cascade : onDelete === 'restrict');
}

function cascading({ model }: TestPlace, { property, target }: CollectionMetadata): readonly GeneratedTest[] {
  return when(target.name !== model, {
    title: `DELETE also deletes the ${property} of the entity, and no others`,
    body: `
const [entity, other] = [await add(), await add()];
await app.createIn(entity, '${property}');
await app.createIn(other, '${property}');

await client.delete(app.at(path, entity));

expect(await app.count('${target.name}')).toBe(1);`,
  });
}

function restricting({ property }: CollectionMetadata): readonly GeneratedTest[] {
  return [
    {
      title: `DELETE returns 409 and deletes nothing while the entity has ${property}`,
      body: `
const entity = await add();
await app.createIn(entity, '${property}');
const before = await app.rows();

expect(await client.delete(app.at(path, entity))).toBeProblem(409);

expect(await app.rows()).toEqual(before);`,
    },
  ];
}
