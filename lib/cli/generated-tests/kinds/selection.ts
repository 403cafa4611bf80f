import type { CollectionMetadata } from '../../../metadata';
import { isVisibleAssociation } from '../../../rest';
import type { GeneratedTest } from '../generated-test';
import type { TestPlace } from '../test-place';

/** Tests of `include`, `exclude` and `expand`. */
export function selectionTests(place: TestPlace): readonly GeneratedTest[] {
  if (!place.has('read') || place.isSingle) return [];
  const collections = [...place.entity.collections.values()].filter((collection) => isExpandable(place, collection));
  return [...fieldTests(place), ...collections.map(expandTest)];
}

function fieldTests({ model, changeableField: field }: TestPlace): readonly GeneratedTest[] {
  if (!field) return [];
  const { wireName } = field;
  return [
    {
      title: `GET ?include=${wireName} returns only that field`,
      body: `
const entity = await add();

const response = await client.get(\`\${app.at(path, entity)}?include=${wireName}\`);

const { ${wireName}: value } = app.representation('${model}', entity);
expect(response.body).toEqual({ ${wireName}: value });`,
    },
    {
      title: `GET ?exclude=${wireName} returns all other fields`,
      body: `
const entity = await add();
const { ${wireName}: _, ...others } = (await client.get(app.at(path, entity))).body;

const response = await client.get(\`\${app.at(path, entity)}?exclude=${wireName}\`);

expect(response.body).toEqual(others);`,
    },
  ];
}

function expandTest({ property, wireName, target }: CollectionMetadata): GeneratedTest {
  return {
    title: `GET ?expand=${wireName} shows the ${wireName}`,
    body: `
const entity = await add();
const child = await app.createIn(entity, '${property}');

const response = await client.get(\`\${app.at(path, entity)}?expand=${wireName}\`);

expect(response.body.${wireName}).toMatchObject([app.representation('${target.name}', child)]);`,
  };
}

/** A collection of a class in the path is left out, since it may contain the entities of the path. */
function isExpandable({ collections, aggregate, model }: TestPlace, collection: CollectionMetadata): boolean {
  const inPath = [aggregate.root.name, ...collections.map(({ target }) => target.name), model];
  return isVisibleAssociation(collection) && collection.kind !== 'oneToOne' && !inPath.includes(collection.target.name);
}
