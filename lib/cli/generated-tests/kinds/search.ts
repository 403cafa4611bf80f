import type { CollectionMetadata } from '../../../metadata';
import { isVisibleAssociation, isVisibleField, type Operation, sortableFields } from '../../../rest';
import { type GeneratedTest, literal, when } from '../generated-test';
import type { TestPlace } from '../test-place';

/** Tests of search parameters and of the sort order. */
export function searchTests(place: TestPlace): readonly GeneratedTest[] {
  const list = place.operation('list');
  if (!list || place.isSingle) return [];
  return [
    ...fieldTests(place, list),
    ...[...place.entity.collections.values()].flatMap((collection) => childFieldTests(place, collection)),
    ...sortTests(place),
  ];
}

function fieldTests(place: TestPlace, list: Operation): readonly GeneratedTest[] {
  const names = searchableNames(place, list);
  return when(names.length > 0, {
    title: 'GET ?%s=… returns only matching entities',
    each: { rows: names.map((name) => literal(name)), parameters: 'name' },
    body: `
const [value, different] = app.values('${place.model}', name, 2);
const found = await add({ [name]: value });
await add({ [name]: different });

const response = await client.get(\`\${path}?\${new URLSearchParams({ [name]: String(value) })}\`);

expect(response).toHaveStatus(200);
expect(response.body.map(keyOf)).toEqual([app.key(found)]);`,
  });
}

/** Fields that a search for an exact value finds. Floats and JSON are not compared exactly. */
function searchableNames(place: TestPlace, { input }: Operation): readonly string[] {
  const prefixed = new Set(input.search.names.prefixed);
  const fields = place.plainFields.filter(
    (field) =>
      field.searchable && field.type.kind !== 'json' && field.type.kind !== 'float' && !place.isScopeField(field),
  );
  return fields
    .filter((field) => isVisibleField(field) && !prefixed.has(field.wireName))
    .map(({ wireName }) => wireName);
}

/** Tests of a search for entities by a field of their children. */
function childFieldTests(place: TestPlace, collection: CollectionMetadata): readonly GeneratedTest[] {
  const { property, wireName, target, kind } = collection;
  const foreign = new Set([...target.references.values()].map(({ foreignKey }) => foreignKey));
  const field = [...target.fields.values()].find(
    (one) =>
      one.searchable &&
      one.type.kind === 'string' &&
      !one.hasDefault &&
      !foreign.has(one.name) &&
      !place.isScopeField(one),
  );
  if (!field || kind !== 'oneToMany' || target === place.entity || !isVisibleAssociation(collection)) return [];
  const parameter = `${wireName}.${field.wireName}`;
  return [
    {
      title: `GET ?${parameter}=… returns only entities with a matching child`,
      body: `
const [value, different] = app.values('${target.name}', '${field.wireName}', 2);
const [found, other] = [await add(), await add()];
await app.createIn(found, '${property}', { ${field.name}: value });
await app.createIn(other, '${property}', { ${field.name}: different });

const response = await client.get(\`\${path}?\${new URLSearchParams({ '${parameter}': String(value) })}\`);

expect(response).toHaveStatus(200);
expect(response.body.map(keyOf)).toEqual([app.key(found)]);`,
    },
  ];
}

function sortTests(place: TestPlace): readonly GeneratedTest[] {
  const { entity, keyName } = place;
  const isNumeric = entity.key.type.kind === 'integer';
  const added = `(await app.sorted(stored, '${entity.key.name}')).map((one) => app.key(one))`;
  return when(sortableFields(entity).includes(entity.key), {
    title: `GET ?sort=-${keyName} is the reverse of ?sort=${keyName}`,
    body: `
${isNumeric ? 'for (let count = 0; count < 3; count++) await add();' : 'const stored = [await add(), await add(), await add()];'}

const ascending = (await client.get(\`\${path}?sort=${keyName}\`)).body.map(keyOf);
const descending = (await client.get(\`\${path}?sort=-${keyName}\`)).body.map(keyOf);

expect(descending).toEqual([...ascending].reverse());
${isNumeric ? 'expect(ascending).toEqual([...ascending].sort((a, b) => (a < b ? -1 : 1)));' : `expect(ascending).toEqual(${added});`}`,
  });
}
