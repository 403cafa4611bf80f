import { Transport } from '../../../templates/client/runtime';

describe('The ETags that a client stores', () => {
  const FIRST = '"1-x2FqLm0TzQe.Hh3a"';
  const WRITTEN = '"2-.none"';
  const VALUE = '"3KxrYO-DHvARj7_PSMHDY6"';

  it('are sent with the next write inside the aggregate', async () => {
    const { http, sent } = clientOf({ ETag: FIRST }, { ETag: WRITTEN }, {});

    await http.read('/people/1')();
    await http.create('/people/1/pets', NOT_KEYED)({} as never);
    await http.delete('/people/1', NOT_KEYED)();

    expect(sent).toEqual([undefined, FIRST, WRITTEN]);
  });

  it('are not those of large values', async () => {
    const { http, sent } = clientOf({ ETag: FIRST }, { ETag: VALUE }, {});

    await http.read('/people/1')();
    await http.download('/people/1/photo')();
    await http.delete('/people/1', NOT_KEYED)();

    expect(sent).toEqual([undefined, undefined, FIRST]);
  });

  it('are removed by a write of a large value, which increments the version', async () => {
    const { http, sent } = clientOf({ ETag: FIRST }, { ETag: VALUE }, {});

    await http.read('/people/1')();
    await http.upload('/people/1/photo', NOT_KEYED)(new Blob(['bytes']));
    await http.delete('/people/1', NOT_KEYED)();

    expect(sent).toEqual([undefined, FIRST, undefined]);
  });

  it('are removed by a write of several roots', async () => {
    const { http, sent } = clientOf({ ETag: FIRST }, {}, {});

    await http.read('/people/1')();
    await http.deleteSeveral('/people', NOT_KEYED)([2, 1]);
    await http.delete('/people/1', NOT_KEYED)();

    expect(sent).toEqual([undefined, undefined, undefined]);
  });

  it('are kept by a read without an ETag', async () => {
    const { http, sent } = clientOf({ ETag: FIRST }, {}, {});

    await http.read('/people/1')();
    await http.list('/people/1/pets')({ page: 9 } as never);
    await http.delete('/people/1', NOT_KEYED)();

    expect(sent).toEqual([undefined, undefined, FIRST]);
  });
});

const NOT_KEYED = { isKeyed: false };

/** A client whose requests get responses with these headers, and the `If-Match` of each request. */
function clientOf(...responses: readonly Record<string, string>[]) {
  const sent: (string | undefined)[] = [];
  const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
    sent.push(new Headers(init?.headers).get('If-Match') ?? undefined);
    return new Response('{}', { headers: responses[sent.length - 1] ?? {} });
  };
  return { http: new Transport({ baseUrl: 'http://127.0.0.1', fetch }, { joined: [] }), sent };
}
