import type { CollectionMetadata } from '../../../metadata';
import { type GeneratedTest, when } from '../generated-test';
import type { TestPlace } from '../test-place';
import { isCascaded } from './deletes';

/** Tests of soft deletes: only `deleted` finds a deleted entity, until it is restored. */
export function restoreTests(place: TestPlace): readonly GeneratedTest[] {
  if (!place.has('restore')) return [];
  // Children of the same class would be counted together with their parents.
  const collections = [...place.entity.collections.values()].filter(
    (collection) => isCascaded(collection) && collection.target !== place.entity,
  );
  return [restoreTest(place), ...deletedParameterTests(place), ...collections.map(childrenTest)];
}

function restoreTest(place: TestPlace): GeneratedTest {
  const { model, deletedStatus } = place;
  const isRead = place.has('read');
  const expectRestored = `expect((await client.get(target)).body).toMatchObject(app.representation('${model}', entity));`;
  return {
    title: 'PUT …/restore brings a deleted entity back',
    body: `
const entity = await add();
const target = app.at(path, entity);
expect(await client.delete(target)).toHaveStatus('2xx');
${isRead ? `expect(await client.get(target)).toBeProblem(${deletedStatus});` : ''}

const response = await client.put(\`\${target}/restore\`);

expect(response).toHaveStatus(200);
expect(response.body).toMatchObject(app.representation('${model}', entity));
${isRead ? expectRestored : ''}`,
  };
}

function deletedParameterTests(place: TestPlace): readonly GeneratedTest[] {
  return when(place.has('list'), {
    title: 'GET ?deleted=only lists the deleted entities, and ?deleted=include lists all',
    body: `
const [entity, deleted] = [await add(), await add()];
expect(await client.delete(app.at(path, deleted))).toHaveStatus('2xx');

const only = await client.get(\`\${path}?deleted=only\`);
const all = await client.get(\`\${path}?deleted=include\`);

expect(${place.keysCode('(await client.get(path)).body')}).toEqual([app.key(entity)]);
expect(only.body.map(keyOf)).toEqual([app.key(deleted)]);
expect(${place.keysCode('all.body')}).toEqual(${place.orderedKeysCode('entity', 'deleted')});`,
  });
}

function childrenTest({ property, wireName, target }: CollectionMetadata): GeneratedTest {
  return {
    title: `PUT …/restore also restores the ${wireName} deleted with the entity, and no others`,
    body: `
const entity = await add();
await app.remove(await app.createIn(entity, '${property}'));
await app.createIn(entity, '${property}');
expect(await client.delete(app.at(path, entity))).toHaveStatus('2xx');
expect(await app.count('${target.name}')).toBe(0);

expect(await client.put(\`\${app.at(path, entity)}/restore\`)).toHaveStatus('2xx');

expect(await app.count('${target.name}')).toBe(1);`,
  };
}
