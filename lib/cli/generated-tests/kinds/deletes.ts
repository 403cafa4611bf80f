import type { CollectionMetadata } from '../../../metadata';
import { type GeneratedTest, when } from '../generated-test';
import type { TestPlace } from '../test-place';

/** Tests of deletes, and of their effect on collections. */
export function deleteTests(place: TestPlace): readonly GeneratedTest[] {
  if (!place.has('delete') || place.isLinked) return [];
  const collections = [...place.entity.collections.values()];
  return [
    deleteTest(place),
    ...collections.filter(isCascaded).flatMap((collection) => cascadeTests(place, collection)),
    ...collections.filter(isRestricted).map(restrictionTest),
  ];
}

function deleteTest(place: TestPlace): GeneratedTest {
  const isRead = place.has('read');
  const expectRead = `expect(await client.get(app.at(path, entity))).toBeProblem(${place.deletedStatus});
expect(await client.get(app.at(path, other))).toHaveStatus(200);`;
  return {
    title: 'DELETE removes the entity with the given key',
    body: `
${isRead ? 'const [entity, other] = [await add(), await add()];' : 'const entity = await add();'}

expect(await client.delete(app.at(path, entity))).toHaveStatus(204);

${isRead ? expectRead : ''}`,
  };
}

/** Whether the children are deleted with their parent. */
export function isCascaded({ kind, target, cascade, onDelete }: CollectionMetadata): boolean {
  return kind !== 'manyToMany' && (onDelete === undefined ? !target.isRoot || cascade : onDelete === 'cascade');
}

/** Whether children prevent the delete of their parent, as those that are aggregate roots of their own do. */
function isRestricted({ kind, target, foreignKey, cascade, onDelete }: CollectionMetadata): boolean {
  const requiresParent = kind !== 'manyToMany' && target.fields.get(foreignKey!)?.isNullable === false;
  return requiresParent && (onDelete === undefined ? target.isRoot && !cascade : onDelete === 'restrict');
}

function cascadeTests(
  { model }: TestPlace,
  { property, wireName, target }: CollectionMetadata,
): readonly GeneratedTest[] {
  // Children of the same class would be counted together with their parents.
  return when(target.name !== model, {
    title: `DELETE also deletes the ${wireName} of the entity, and no others`,
    body: `
const [entity, other] = [await add(), await add()];
await app.createIn(entity, '${property}');
await app.createIn(other, '${property}');

expect(await client.delete(app.at(path, entity))).toHaveStatus('2xx');

expect(await app.count('${target.name}')).toBe(1);`,
  });
}

function restrictionTest({ property, wireName }: CollectionMetadata): GeneratedTest {
  return {
    title: `DELETE returns 409 and deletes nothing while the entity has ${wireName}`,
    body: `
const entity = await add();
await app.createIn(entity, '${property}');
const before = await app.rows();

expect(await client.delete(app.at(path, entity))).toBeProblem(409);

expect(await app.rows()).toEqual(before);`,
  };
}
