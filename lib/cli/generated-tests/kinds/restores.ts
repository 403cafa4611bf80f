import type { CollectionMetadata } from '../../../metadata';
import { type GeneratedTest, when } from '../generated-test';
import type { TestPlace } from '../test-place';
import { isCascaded } from './deleting';

/** Tests of soft deletes: a deleted entity is found by `deleted` only, until it is restored. */
export function restoreTests(place: TestPlace): readonly GeneratedTest[] {
  if (!place.has('restore')) return [];
  const isRead = place.has('read');
  const status = place.deletedStatus;
  const collections = [...place.entity.collections.values()].filter(
    (collection) => isCascaded(collection) && collection.target !== place.entity,
  );
  return [
    {
      title: 'PUT …/restore brings a deleted entity back',
      body: `
const entity = await add();
const target = app.at(path, entity);
await client.delete(target);
${isRead ? `expect(await client.get(target)).toBeProblem(${status});` : ''}

const response = await client.put(\`\${target}/restore\`);

expect(response.status).toBe(200);
expect(response.body).toMatchObject(app.representation('${place.model}', entity));
${isRead ? `expect((await client.get(target)).body).toMatchObject(app.representation('${place.model}', entity));` : ''}`,
    },
    ...when(place.has('list'), {
      title: 'GET ?deleted=only lists the deleted entities, and ?deleted=include lists all',
      body: `
const [entity, deleted] = [await add(), await add()];
await client.delete(app.at(path, deleted));

const only = await client.get(\`\${path}?deleted=only\`);
const all = await client.get(\`\${path}?deleted=include\`);

expect((await client.get(path)).body.map(keyOf)).toEqual([app.key(entity)]);
expect(only.body.map(keyOf)).toEqual([app.key(deleted)]);
expect(all.body.map(keyOf)).toEqual([app.key(entity), app.key(deleted)]);`,
    }),
    ...collections.map(restoringChildren),
  ];
}

function restoringChildren({ property, target }: CollectionMetadata): GeneratedTest {
  return {
    title: `PUT …/restore also restores the ${property} that were deleted with the entity`,
    body: `
const entity = await add();
await app.remove(await app.createIn(entity, '${property}'));
await app.createIn(entity, '${property}');
await client.delete(app.at(path, entity));
expect(await app.count('${target.name}')).toBe(0);

await client.put(\`\${app.at(path, entity)}/restore\`);

expect(await app.count('${target.name}')).toBe(1);`,
  };
}
