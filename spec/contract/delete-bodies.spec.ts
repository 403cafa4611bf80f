import { Leaflet, Page, Paper, papers } from '../support/domain/papers';
import { type ApiResponse, useServed } from '../support/serve-shop';

let paper: Paper;

const served = useServed(papers);
beforeEach(async () => {
  paper = await Paper.create({ title: 'one', photo: Buffer.from('photo') });
});

const remove = (path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiResponse> =>
  served.request('DELETE', path, body, headers);

/** A DELETE route of each kind: one entity, several, a child, a single child and a large value. */
async function pathsOf(): Promise<readonly string[]> {
  const [one, other] = await Leaflet.bulkCreate([{ title: 'a' }, { title: 'b' }], { returning: true });
  const page = await Page.create({ paperId: paper.id, scan: Buffer.from('scan') });
  await served.request('PUT', `/papers/${paper.id}/receipt`, { remark: 'paid' });
  const path = `/papers/${paper.id}`;
  return [`/leaflets/${one!.id},${other!.id}`, `${path}/pages/${page.id}`, `${path}/receipt`, `${path}/photo`, path];
}

describe('The body of a DELETE', () => {
  it('is 422 with all its fields, and deletes nothing', async () => {
    for (const path of await pathsOf()) {
      const { status, body } = await remove(path, { reason: 'old', title: 'one' });

      expect([path, status, body.field_errors]).toEqual([
        path,
        422,
        [
          { field: 'reason', message: 'is unknown; known fields: none', invalid_value: undefined },
          { field: 'title', message: 'is unknown; known fields: none', invalid_value: undefined },
        ],
      ]);
      expect([path, (await fetch(served.address + path)).status]).toEqual([path, 200]);
    }
  });

  it.each<[string, unknown, Record<string, string>]>([
    ['no body', undefined, {}],
    ['a Content-Type alone', undefined, { 'Content-Type': 'application/json' }],
    ['an empty text', '', { 'Content-Type': 'application/json' }],
    ['an empty object', {}, {}],
    ['null', null, {}],
    ['an empty form', '', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['an empty XML element', '<content/>', { 'Content-Type': 'application/xml' }],
  ])('may be %s', async (_, body, headers) => {
    for (const path of await pathsOf()) expect([path, (await remove(path, body, headers)).status]).toEqual([path, 204]);
  });

  it('is rejected in every format', async () => {
    const path = `/papers/${paper.id}`;
    const statusOf = async (type: string, body: string) => (await remove(path, body, { 'Content-Type': type })).status;

    expect(await statusOf('application/json', '[{ "id": 7 }]')).toBe(422);
    expect(await statusOf('application/json', '{')).toBe(400);
    expect(await statusOf('application/x-www-form-urlencoded', 'reason=old')).toBe(422);
    expect(await statusOf('application/xml', '<content><reason>old</reason></content>')).toBe(422);
    expect(await statusOf('text/csv', 'reason\r\nold\r\n')).toBe(422);
    expect(await statusOf('application/zip', 'reason')).toBe(415);
    expect((await remove(`${path}/photo`, 'reason', { 'Content-Type': 'application/zip' })).status).toBe(415);
    expect(await Paper.count({ where: { id: paper.id } })).toBe(1);
  });
});
