import { type GeneratedTest, when } from '../generated-test';
import type { TestPlace } from '../test-place';

/** Tests of the page envelope, the total and disjoint pages. */
export function pagingTests(place: TestPlace): readonly GeneratedTest[] {
  return when(place.has('list') && !place.isSingle, {
    title: 'GET ?page=…&per_page=2 returns one page and the total',
    body: place.isRequired ? allPagesBody(place) : twoPagesBody(place),
  });
}

function twoPagesBody(place: TestPlace): string {
  return `
const [entity, other, third] = [await add(), await add(), await add()];

const first = await client.get(\`\${path}?page=1&per_page=2\`);
const second = await client.get(\`\${path}?page=2&per_page=2\`);

expect(first.body).toMatchObject({ page: 1, per_page: 2, total: 3, count: 2 });
expect(second.body).toMatchObject({ page: 2, per_page: 2, total: 3, count: 1 });
expect([...first.body.data, ...second.body.data].map(keyOf)).toEqual(${place.orderedKeysCode('entity', 'other', 'third')});`;
}

/** Of a class with entities besides those that the test adds. */
function allPagesBody(place: TestPlace): string {
  return `
const [entity, other, third] = [await add(), await add(), await add()];
const total = await app.count('${place.model}');
const list = [];

for (let page = 1; list.length < total; page++) {
  const { body } = await client.get(\`\${path}?page=\${page}&per_page=2\`);
  expect(body).toMatchObject({ page, per_page: 2, total, count: Math.min(2, total - list.length) });
  list.push(...body.data);
}

expect(${place.keysCode('list')}).toEqual(${place.orderedKeysCode('entity', 'other', 'third')});`;
}
