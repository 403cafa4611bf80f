import type { CollectionMetadata } from '../../../metadata';
import { type GeneratedTest, when } from '../generated-test';
import type { TestPlace } from '../test-place';

/** A delete, with what becomes of what is below the entity, or refers to it. */
export function deletingTests(place: TestPlace): readonly GeneratedTest[] {
  if (!place.has('delete')) return [];
  const collections = [...place.entity.collections.values()];
  return [
    {
      title: 'DELETE removes the one that the key names',
      body: `
const [one, other] = [await add(), await add()];

expect((await client.delete(app.at(path, one))).status).toBe(204);

${place.has('read') ? 'expect(await client.get(app.at(path, one))).toBeProblem(404);\nexpect((await client.get(app.at(path, other))).status).toBe(200);' : 'expect(other).toBeDefined();'}
`,
    },
    ...collections.filter(goesAlong).flatMap((collection) => goingAlong(place, collection)),
    ...collections.filter(isInTheWay).flatMap((collection) => refusing(place, collection)),
  ].filter(() => place.within?.kind !== 'manyToMany');
}

function goesAlong({ kind, target, cascade, onDelete }: CollectionMetadata): boolean {
  return kind !== 'manyToMany' && (onDelete === undefined ? !target.isRoot || cascade : onDelete === 'cascade');
}

/** A child that is a root of its own stays, and its parent with it. */
function isInTheWay({ kind, target, foreignKey, cascade, onDelete }: CollectionMetadata): boolean {
  const isNeeded = kind !== 'manyToMany' && target.fields.get(foreignKey!)?.isNullable === false;
  return isNeeded && (onDelete === undefined ? target.isRoot && !cascade : onDelete === 'restrict');
}

function goingAlong({ model }: TestPlace, { property, target }: CollectionMetadata): readonly GeneratedTest[] {
  return when(target.name !== model, {
    title: `DELETE takes its ${property} along, and no others`,
    body: `
const [one, other] = [await add(), await add()];
await app.createIn(one, '${property}');
await app.createIn(other, '${property}');

await client.delete(app.at(path, one));

expect(await app.count('${target.name}')).toBe(1);`,
  });
}

function refusing(_place: TestPlace, { property }: CollectionMetadata): readonly GeneratedTest[] {
  return [
    {
      title: `DELETE is refused while there are ${property}, and nothing is deleted`,
      body: `
const one = await add();
await app.createIn(one, '${property}');
const before = await app.rows();

expect(await client.delete(app.at(path, one))).toBeProblem(409);

expect(await app.rows()).toEqual(before);`,
    },
  ];
}
