import type { Request } from '../../lib';
import { Application } from '../../lib/rest';
import { Campaign, campaigns, Step } from '../support/domain/campaigns';
import { type ApiResponse, useServed } from '../support/serve-shop';

let campaign: ApiResponse['body'];

const path = () => `/campaigns/${campaign.id}`;
const read = async (query = '') => (await request('GET', `${path()}${query}`)).body;
const titles = ({ steps }: ApiResponse['body']) => steps.map(({ title }: Step) => title);
const loaded = (include: string[]) => Campaign.findOne({ where: { id: campaign.id }, include, rejectOnEmpty: true });

class GetterApplication extends Application {
  override defineRoutes(): void {
    const handle = ({ pathParameters: { id } }: Request) => Campaign.findOne({ where: { id }, include: { all: true } });
    this.addRoute({ method: 'GET', path: '/loaded/{id}', name: 'loaded', handle });
  }
}

const served = useServed(campaigns, { Class: GetterApplication });
const { request } = served;
beforeEach(async () => {
  const agency = await request('POST', '/agencies', { name: 'North' });
  const created = await request('POST', '/campaigns', {
    name: 'spring',
    agency: { id: agency.body.id },
    steps: [{ title: 'draft' }, { title: 'old', is_done: true }, { title: 'print' }],
    brief: { text: 'short' },
    channels: [{ name: 'web' }, { name: 'radio' }],
  });
  expect(created).toMatchObject({ status: 201 });
  campaign = created.body;
});

describe('An association on a getter', () => {
  it('is a sub-resource whose responses show the rows', async () => {
    expect(campaign).toMatchObject({ label: 'spring!', brief: { text: 'short' }, channels: [{}, {}] });
    expect(titles(campaign)).toEqual(['draft', 'old', 'print']);
    expect(await read()).toEqual(campaign);
    expect((await request('GET', `${path()}/steps`)).body).toEqual(campaign.steps);
    expect((await request('GET', `${path()}/brief`)).body).toMatchObject({ text: 'short' });
    expect(await read('?expand=agency')).toMatchObject({ agency: { name: 'North' } });
    expect(titles((await request('GET', '/campaigns?steps.title=old')).body[0])).toContain('old');
  });

  it('takes writes of every route', async () => {
    const [draft, old] = campaign.steps;
    const steps = [{ id: draft.id, title: 'plan' }, { title: 'send' }];
    expect(await request('PUT', path(), { steps, brief: { text: 'long' } })).toMatchObject({ status: 200 });
    expect(await request('POST', `${path()}/steps`, [{ title: 'a' }, { title: 'b' }])).toMatchObject({ status: 201 });
    expect(await request('DELETE', `${path()}/steps/${old.id}`)).toMatchObject({ status: 204 });
    expect(await request('PUT', `${path()}/brief`, { text: 'new' })).toMatchObject({ status: 200 });

    const stored = await read();
    expect(titles(stored)).toEqual(['plan', 'print', 'send', 'a', 'b']);
    expect(stored.brief.text).toBe('new');
    const [{ id }] = campaign.channels;
    expect(await request('DELETE', `${path()}/channels/${id}`)).toMatchObject({ status: 204 });
    expect((await read()).channels).toMatchObject([{ name: 'radio' }]);
  });

  it('is written by a batch and shown by a preview', async () => {
    const steps = [
      { op: 'create', path: 'steps', value: { title: 'new' } },
      { op: 'update', path: `steps/${campaign.steps[0].id}`, value: { title: 'first' } },
    ];
    const preview = await request('PUT', path(), { steps: [{ title: 'never' }] }, { Prefer: 'preview' });
    expect(preview.status).toBe(200);
    expect(titles(await read())).toHaveLength(3);
    const type = { 'Content-Type': 'application/vnd.koaggregate.batch+json' };
    const batch = await request('PATCH', path(), { steps }, type);
    expect({ status: batch.status, body: batch.body }).toMatchObject({ status: 200 });
    expect(titles(await read())).toEqual(['first', 'old', 'print', 'new']);
  });

  it('gives domain code what the getter makes of the loaded rows', async () => {
    const found = await loaded(['steps', 'brief', 'agency', 'channels']);
    expect(found.steps.map(({ title }) => title)).toEqual(['print', 'draft']);
    expect([found.brief.text, found.agency?.name, found.channels.length]).toEqual(['short', 'North', 2]);
    expect(found.changed()).toBe(false);
    expect(JSON.parse(JSON.stringify(found)).steps).toHaveLength(3);

    const bare = await loaded([]);
    expect([bare.steps, bare.brief.text, bare.agency]).toEqual([[], 'none', null]);
    expect(await bare.collection('steps')).toHaveLength(3);
  });

  it('keeps a setter of the class', async () => {
    const found = await loaded(['channels']);

    expect(found.channels.map(({ name }) => name)).toEqual(['radio', 'web']);
    expect(found.changed()).toBe(false);
  });

  it('is shown with all of its rows, also in an entity that a hand-written route returns', async () => {
    const { steps, brief } = await read();

    expect((await request('GET', `/loaded/${campaign.id}`)).body).toMatchObject({ steps, brief });
  });

  it('is shown in the same way when a hook makes reads build instances', async () => {
    const hook = jest.fn();
    Campaign.addHook('afterFind', 'count', hook);
    const read = [await request('GET', path()), await request('GET', `${path()}/steps`)];
    Campaign.removeHook('afterFind', 'count');

    expect(read.map(({ body }) => body)).toEqual([campaign, campaign.steps]);
    expect(hook).toHaveBeenCalled();
  });

  it('has the changes of an action saved, also of rows that the getter leaves out', async () => {
    const { status, body } = await request('PUT', `${path()}/note`, { text: 'noted' });
    expect({ status, body }).toEqual({ status: 200, body: '2 open, North, radio' });

    const stored = await read();
    expect(titles(stored)).toEqual(['noted', 'old', 'noted']);
    expect(stored.steps.map(({ position }: Step) => position)).toEqual([10, 10, 10]);
    expect(stored.brief.text).toBe('noted');
  });
});
