import { campaigns } from '../../support/domain/campaigns';
import { CLUB } from '../../support/domain/club';
import { depots } from '../../support/domain/depots';
import { drawers } from '../../support/domain/drawers';
import { FILING } from '../../support/domain/filing';
import { fleet } from '../../support/domain/fleet';
import { papers } from '../../support/domain/papers';
import { press } from '../../support/domain/press';
import { TENANTS } from '../../support/domain/tenants';
import { workbenches } from '../../support/domain/workbenches';
import { workshop } from '../../support/domain/workshop';
import { type Fault, runGeneratedSuite, type SuiteOptions } from '../../support/run-generated-suite';

const otherRole = (role: string) => (role.includes('artist') ? '"role":"author"' : '"role":"artist"');

beforeAll(() => {
  jest.spyOn(console, 'warn').mockImplementation();
  jest.spyOn(console, 'info').mockImplementation();
});
afterAll(() => jest.restoreAllMocks());

describe('The generated suite of a many-to-many collection with required columns in its join table', () => {
  const places = ['/books/{book_id}/authors'];

  it('passes, and leaves out each required column once', async () => {
    const { titles, failures } = await runGeneratedSuite(press, { places });

    expect(failures).toEqual({});
    expect(titles).toContain('/books/{book_id}/authors POST without role returns 422 and creates nothing');
  }, 60_000);

  it('fails when the link gets another value', async () => {
    const { failures } = await runGeneratedSuite(press, {
      places,
      kinds: ['crud', 'bulk'],
      fault: ({ method, body }, send) =>
        send(method === 'POST' ? { body: String(body).replace(/"role":"[a-z]+"/g, otherRole) } : {}),
    });

    expect(Object.keys(failures)).toEqual([
      '/books/{book_id}/authors POST creates an entity with the values of the payload',
      '/books/{book_id}/authors POST of a list creates all entities in order',
    ]);
  }, 60_000);
});

/** The titles of the tests that fail with a fault. */
async function failing(domain: readonly unknown[], options: SuiteOptions & { readonly fault: Fault }) {
  return Object.keys((await runGeneratedSuite(domain, options)).failures);
}

describe('The generated suite of a collection that a list replaces', () => {
  const options = { kinds: ['replace'], places: ['/fleets/{fleet_id}/lorries', '/fleets/{fleet_id}/depots'] };

  it('passes, for children and for links', async () => {
    const { titles, failures } = await runGeneratedSuite(fleet, options);

    expect(failures).toEqual({});
    expect(titles).toEqual([
      '/fleets/{fleet_id}/lorries PUT of a list creates new elements, keeps those with a key and removes the others',
      '/fleets/{fleet_id}/lorries PUT of an empty list deletes the children of this parent, and no others',
      '/fleets/{fleet_id}/lorries PUT of a list with an invalid element changes nothing',
      '/fleets/{fleet_id}/depots PUT of a list creates new elements, keeps those with a key and removes the others',
      '/fleets/{fleet_id}/depots PUT of a list with an invalid element changes nothing',
    ]);
  }, 60_000);

  it('fails when omitted children stay', async () => {
    const keepOmitted: Fault = async ({ method, body }, send) => {
      if (method !== 'PUT') return send();
      const response = await send({ method: 'GET', body: undefined });
      const stored = (await response.json()) as readonly { readonly id: number }[];
      const sent: { readonly id?: number }[] = JSON.parse(String(body));
      const omitted = stored.filter(({ id }) => sent.every((element) => element.id !== id));
      return send({ body: JSON.stringify([...sent, ...omitted.map(({ id }) => ({ id }))]) });
    };

    expect(await failing(fleet, { ...options, places: ['/fleets/{fleet_id}/depots'], fault: keepOmitted })).toEqual([
      '/fleets/{fleet_id}/depots PUT of a list creates new elements, keeps those with a key and removes the others',
    ]);
  }, 60_000);
});

describe('The generated suite of a class with soft deletes', () => {
  const options = { kinds: ['restore', 'permissions', 'errors'], places: ['/drawers', '/drawers/{drawer_id}/folders'] };

  it.each([false, true])(
    'passes, with 410 for deleted entities: %p',
    async (gone) => {
      const { titles, failures } = await runGeneratedSuite(drawers, { ...options, settings: { deletes: { gone } } });

      expect(failures).toEqual({});
      expect(titles).toContain(
        '/drawers PUT …/restore also restores the folders deleted with the entity, and no others',
      );
      expect(titles).toContain(`/drawers requests for a deleted entity return ${gone ? 410 : 404}`);
    },
    60_000,
  );

  it('fails when a restore restores nothing', async () => {
    const fault: Fault = ({ path }, send) =>
      path.endsWith('/restore') ? send({ method: 'GET', path: path.replace('/restore', '?deleted=only') }) : send();

    expect(await failing(drawers, { ...options, places: ['/drawers/{drawer_id}/folders'], fault })).toEqual([
      '/drawers/{drawer_id}/folders PUT …/restore brings a deleted entity back',
      '/drawers/{drawer_id}/folders PUT …/restore also restores the sheets deleted with the entity, and no others',
    ]);
  }, 60_000);
});

describe('The generated suite of a root with a batch', () => {
  const options = { kinds: ['batch'], places: ['/clubs'] };
  const titles = [
    '/clubs PATCH with a batch carries out all of its steps',
    '/clubs PATCH with a batch changes nothing when its last step fails, and reports the step',
    expect.stringContaining('/clubs PATCH with a batch requires the permissions of its steps: '),
  ];

  it('passes', async () => {
    expect(await runGeneratedSuite(CLUB, options)).toEqual({ titles, failures: {} });
  }, 60_000);

  it('fails when the steps before the failed one are kept', async () => {
    const fault: Fault = async ({ body }, send) => {
      const { steps }: { readonly steps: readonly object[] } = JSON.parse(String(body));
      if (!JSON.stringify(steps.at(-1)).includes('no_such_field')) return send();
      await send({ body: JSON.stringify({ steps: steps.slice(0, -1) }) });
      return send();
    };

    expect(await failing(CLUB, { ...options, fault })).toEqual([titles[1]]);
  }, 60_000);

  it('fails when the permissions of the steps are not checked', async () => {
    let first: Readonly<Record<string, string>> | undefined;
    const fault: Fault = ({ headers }, send) => {
      first ??= headers;
      return send({ headers: first });
    };

    expect(await failing(CLUB, { ...options, fault })).toEqual([titles[2]]);
  }, 60_000);
});

describe('The generated suite of a class with large values', () => {
  const options = { kinds: ['large'], places: ['/papers', '/papers/{id}/receipt'] };

  it('passes, also for those of a single child', async () => {
    const { titles, failures } = await runGeneratedSuite(papers, options);

    expect(failures).toEqual({});
    expect(titles).toContain('/papers PUT …/photo stores the bytes, and GET returns them');
    expect(titles).toContain('/papers PUT …/thumb of more than 255 bytes returns 422 and changes nothing');
    expect(titles.some((title) => title.startsWith('/papers/{id}/receipt PUT'))).toBe(true);
  }, 60_000);

  it.each([
    [
      'bytes are stored as text',
      ({ body }, send) => send(body instanceof Uint8Array ? { body: new TextDecoder().decode(body) } : {}),
      'PUT …/photo stores the bytes, and GET returns them',
    ],
    [
      'Range is ignored',
      ({ headers: { range: _, ...headers } }, send) => send({ headers }),
      'GET …/photo with a Range header returns only those bytes',
    ],
    [
      'If-Match is ignored',
      ({ headers: { 'if-match': _, ...headers } }, send) => send({ headers }),
      'PUT …/photo with an outdated ETag returns 412 and changes nothing',
    ],
    [
      'a value of any size is accepted',
      ({ body }, send) => send(body instanceof Uint8Array ? { body: body.subarray(0, 200) as never } : {}),
      'PUT …/thumb of more than 255 bytes returns 422 and changes nothing',
    ],
  ] satisfies [string, Fault, string][])(
    'fails when %s',
    async (_, fault, title) => {
      const failures = await failing(papers, { ...options, places: ['/papers'], fault });

      expect(failures).toContain(`/papers ${title}`);
    },
    60_000,
  );
});

describe('The generated suite of roots whose writes require headers', () => {
  const settings = { concurrency: { ifMatch: 'required' }, idempotency: { key: 'required' } };
  const places = ['/workbenches', '/workbenches/{workbench_id}/tools', '/workbenches/{id}/lamp'];

  it('passes, and its other writes send them', async () => {
    const { titles, failures } = await runGeneratedSuite(workbenches, { places, settings });

    expect(failures).toEqual({});
    expect(titles).toContain('/workbenches a write without If-Match returns 428 and changes nothing');
    expect(titles).toContain('/workbenches POST without Idempotency-Key returns 400 and creates nothing');
  }, 60_000);

  it.each([
    ['if-match', '*', 'a write without If-Match returns 428 and changes nothing'],
    ['idempotency-key', 'one', 'POST without Idempotency-Key returns 400 and creates nothing'],
  ])(
    'fails when a write without %s is executed',
    async (name, value, title) => {
      const fault: Fault = ({ headers }, send) => send({ headers: { [name]: value, ...headers } });
      const options = { places: ['/workbenches'], kinds: ['concurrency', 'idempotency'], settings, fault };

      expect(await failing(workbenches, options)).toContain(`/workbenches ${title}`);
    },
    60_000,
  );
});

describe('The generated suite of roots without a version', () => {
  it('passes, with an ETag for each path', async () => {
    const { titles, failures } = await runGeneratedSuite(depots, { kinds: ['concurrency'] });

    expect(failures).toEqual({});
    expect(titles).toContain('/regions PUT with an outdated ETag returns 412 and changes nothing');
  }, 120_000);
});

describe('The generated suite of associations on getters', () => {
  it('passes', async () => {
    const places = ['/campaigns', '/campaigns/{campaign_id}/steps'];

    expect((await runGeneratedSuite(campaigns, { places })).failures).toEqual({});
  }, 120_000);
});

describe('The generated suite of a many-to-many collection of plain Sequelize models', () => {
  it('passes', async () => {
    expect((await runGeneratedSuite(workshop, { places: ['/jobs/{job_id}/skills'] })).failures).toEqual({});
  }, 60_000);
});

describe('The generated suites of roots with scopes', () => {
  const places = ['/clients', '/clients/{client_id}/orders', '/orders/{order_id}/items'];
  const listed = 'GET lists only entities in the scope of the client';
  const rejected = [
    '/clients requests for an entity outside the scope of the client return 404 and change nothing',
    '/clients POST of an entity outside the scope of the client returns 403 and creates nothing',
    '/clients PUT that moves an entity out of the scope of the client returns 403 and changes nothing',
    '/clients/{client_id}/orders requests below a root outside the scope of the client return 404 and change nothing',
    '/orders/{order_id}/items requests below a root outside the scope of the client return 404 and change nothing',
  ];

  it('pass, with entities in the scope of the client', async () => {
    const { titles, failures } = await runGeneratedSuite(TENANTS);

    expect(failures).toEqual({});
    expect(titles).toEqual(expect.arrayContaining([`/clients ${listed}`, ...rejected]));
  }, 120_000);

  it('fail when requests outside the scope succeed', async () => {
    const fault: Fault = async (_, send) => {
      const response = await send();
      return [403, 404].includes(response.status) ? Response.json({}) : response;
    };

    const failures = await failing(TENANTS, { places, kinds: ['scopes'], fault });

    expect(failures).toEqual(expect.arrayContaining(rejected));
    expect(failures).not.toContain(`/clients ${listed}`);
  }, 60_000);

  it('fail when a list contains an entity outside the scope', async () => {
    const fault: Fault = async ({ method }, send) => {
      const response = await send();
      if (method !== 'GET' || !response.ok) return response;
      return Response.json([...((await response.json()) as readonly object[]), { id: 0 }]);
    };

    expect(await failing(TENANTS, { places: ['/clients'], kinds: ['scopes'], fault })).toEqual([`/clients ${listed}`]);
  }, 60_000);
});

describe('The generated suite of a root whose children have no entries of their own', () => {
  const kinds = ['permissions', 'replace'];
  const pages = '/folders/{folder_id}/pages';
  const refusal = (writes: string) => `A client that may only read is refused ${writes}`;

  it('passes, and sends the writes of a client that may only read', async () => {
    const places = [pages, '/folders/{folder_id}/sheets', '/folders/{id}/summary', '/folders/{folder_id}/labels'];
    const { titles, failures } = await runGeneratedSuite(FILING, { kinds, places });

    expect(failures).toEqual({});
    expect(titles).toEqual(
      expect.arrayContaining([
        `/folders/{id}/summary ${refusal('PUT (update), PATCH (update), DELETE (delete)')}`,
        `/folders/{folder_id}/labels ${refusal('POST (create), PUT (update), PATCH (update), DELETE (delete)')}`,
      ]),
    );
  }, 60_000);

  it('fails when a client that may only read may write children', async () => {
    const fault: Fault = async ({ method }, send) => {
      const response = await send();
      return method !== 'GET' && response.status === 403 ? new Response('{}', { status: 200 }) : response;
    };
    expect(await failing(FILING, { kinds, places: [pages], fault })).toContain(
      `${pages} ${refusal('POST (create), PUT (update), PATCH (update), DELETE (delete), PUT (restore)')}`,
    );
  }, 60_000);
});
