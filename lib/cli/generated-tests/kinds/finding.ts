import { isVisibleAssociation, isVisibleField, type Operation, sortableFields } from '../../../rest';
import { type GeneratedTest, literal, when } from '../generated-test';
import type { TestPlace } from '../test-place';

/** Tests of search parameters and of the sort order. */
export function searchTests(place: TestPlace): readonly GeneratedTest[] {
  const list = place.operation('list');
  if (!list || place.isSingle) return [];
  const names = searchableNames(place, list);
  return [
    ...when(names.length > 0, {
      title: 'GET ?%s=… returns only matching entities',
      each: { values: literal(names), parameters: 'name' },
      body: `
const [value, different] = app.values('${place.model}', name, 2);
const found = await add({ [name]: value });
await add({ [name]: different });

const response = await client.get(\`\${path}?\${new URLSearchParams({ [name]: String(value) })}\`);

expect(response.body.map(keyOf)).toEqual([app.key(found)]);`,
    }),
    ...belowTests(place),
    ...when(sortableFields(place.entity).includes(place.entity.key), {
      title: `GET ?sort=-${place.key} is the reverse of ?sort=${place.key}`,
      body: `
for (let count = 0; count < 3; count++) await add();

const ascending = (await client.get(\`\${path}?sort=${place.key}\`)).body.map(keyOf);
const descending = (await client.get(\`\${path}?sort=-${place.key}\`)).body.map(keyOf);

expect(descending).toEqual([...ascending].reverse());
expect(ascending).toEqual([...ascending].sort((a, b) => (a < b ? -1 : 1)));`,
    }),
  ];
}

function searchableNames({ plainFields }: TestPlace, { input }: Operation): readonly string[] {
  const prefixed = new Set(input.search.names.prefixed);
  const fields = plainFields.filter(
    ({ searchable, type }) => searchable && type.kind !== 'json' && type.kind !== 'float',
  );
  return fields
    .filter((field) => isVisibleField(field) && !prefixed.has(field.wireName))
    .map(({ wireName }) => wireName);
}

/** Searches of parents by fields of their children. */
function belowTests({ entity }: TestPlace): readonly GeneratedTest[] {
  return [...entity.collections.values()]
    .filter(isVisibleAssociation)
    .flatMap(({ property, wireName, target, kind }) => {
      const field = [...target.fields.values()].find(
        ({ searchable, type, hasDefault }) => searchable && type.kind === 'string' && !hasDefault,
      );
      return when(field && kind === 'oneToMany' && target !== entity, {
        title: `GET ?${wireName}.${field?.wireName}=… returns only entities with a matching child`,
        body: `
const [value, different] = app.values('${target.name}', '${field?.wireName}', 2);
const [found, other] = [await add(), await add()];
await app.createIn(found, '${property}', { ${field?.name}: value });
await app.createIn(other, '${property}', { ${field?.name}: different });

const response = await client.get(\`\${path}?\${new URLSearchParams({ '${wireName}.${field?.wireName}': String(value) })}\`);

expect(response.body.map(keyOf)).toEqual([app.key(found)]);`,
      });
    });
}

/** Tests of the page envelope, the total and disjoint pages. */
export function pagingTests(place: TestPlace): readonly GeneratedTest[] {
  return when(place.has('list') && !place.isSingle, {
    title: 'GET ?page=…&per_page=2 returns one page and the total',
    body: `
const all = [await add(), await add(), await add()].map((entity) => app.key(entity));

const first = await client.get(\`\${path}?page=1&per_page=2\`);
const second = await client.get(\`\${path}?page=2&per_page=2\`);

expect(first.body).toMatchObject({ page: 1, per_page: 2, total: 3, count: 2 });
expect(second.body).toMatchObject({ page: 2, per_page: 2, total: 3, count: 1 });
expect([...first.body.data, ...second.body.data].map(keyOf)).toEqual(all);`,
  });
}

/** Tests of `include`, `exclude` and `expand`. */
export function selectionTests(place: TestPlace): readonly GeneratedTest[] {
  const field = place.changeableField;
  if (!place.has('read') || place.isSingle) return [];
  const shown = [...place.entity.collections.values()].filter(
    (collection) => isVisibleAssociation(collection) && collection.kind !== 'oneToOne',
  );
  const collections = shown.filter(({ target }) => !isAbove(place, target.name));
  return [
    ...when(
      field,
      {
        title: `GET ?include=${field?.wireName} returns only that field`,
        body: `
const entity = await add();

const response = await client.get(\`\${app.at(path, entity)}?include=${field?.wireName}\`);

const { ${field?.wireName}: value } = app.representation('${place.model}', entity);
expect(response.body).toEqual({ ${field?.wireName}: value });`,
      },
      {
        title: `GET ?exclude=${field?.wireName} returns all other fields`,
        body: `
const entity = await add();
const { ${field?.wireName}: _, ...others } = (await client.get(app.at(path, entity))).body;

const response = await client.get(\`\${app.at(path, entity)}?exclude=${field?.wireName}\`);

expect(response.body).toEqual(others);`,
      },
    ),
    ...collections.map(({ property, wireName, target }) => ({
      title: `GET ?expand=${wireName} embeds its ${property}`,
      body: `
const entity = await add();
const child = await app.createIn(entity, '${property}');

const response = await client.get(\`\${app.at(path, entity)}?expand=${wireName}\`);

expect(response.body.${wireName}).toMatchObject([app.representation('${target.name}', child)]);`,
    })),
  ];
}

function isAbove({ collections, aggregate, model }: TestPlace, name: string): boolean {
  return [aggregate.root.name, ...collections.map(({ target }) => target.name), model].includes(name);
}
