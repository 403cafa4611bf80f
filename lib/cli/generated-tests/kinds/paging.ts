import { type GeneratedTest, when } from '../generated-test';
import type { TestPlace } from '../test-place';

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
