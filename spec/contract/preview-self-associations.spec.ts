import { shop } from '../support/domain/shop';
import { useServed } from '../support/serve-shop';

let id: number;
let child: number;

const api = useServed(shop);
beforeEach(async () => {
  id = (await api.request('POST', '/categories', { name: 'tools' })).body.id;
  child = (await api.request('POST', `/categories/${id}/children`, { name: 'saws' })).body.id;
});

/** The paths of the changes, without those of timestamps. */
async function changedPaths(method: string, path: string, body?: unknown): Promise<string[]> {
  const response = await api.request(method, path, body, { Prefer: 'preview' });
  expect([response.status, response.body.violations]).toEqual([200, []]);
  const paths = response.body.changes.map((change: { path: string }) => change.path);
  return paths.filter((one: string) => !one.endsWith('updated_at'));
}

describe('A preview in a class that contains itself', () => {
  it('names each changed row once, relative to the requested entity', async () => {
    expect(await changedPaths('PUT', `/categories/${child}`, { name: 'axes' })).toEqual(['name']);
    expect(await changedPaths('POST', `/categories/${id}/children`, { name: 'axes' })).toEqual(['']);
    expect(await changedPaths('POST', `/categories/${id}/children`, [{ name: 'a' }, { name: 'b' }])).toEqual([
      '[0]',
      '[1]',
    ]);
  });

  it('names the elements of a payload once, by their index', async () => {
    expect(await changedPaths('POST', '/categories', { name: 'a', children: [{ name: 'b' }] })).toEqual([
      '',
      'children[0]',
    ]);
    expect(await changedPaths('PUT', `/categories/${id}`, { name: 'x', children: [{ name: 'new' }] })).toEqual([
      'name',
      'children[0]',
    ]);
  });
});
