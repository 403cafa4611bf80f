import { Area, Car, Line, railway, Station } from '../support/domain/railway';
import { useServed } from '../support/serve-shop';

const served = useServed(railway);

beforeAll(async () => {
  await addRailway();
});

/** Two lines that meet at a station in an area of an area. */
async function addRailway(): Promise<void> {
  const [east, west] = [await new Line({ name: 'east' }).persist(), await new Line({ name: 'west' }).persist()];
  const county = await new Area({ name: 'county' }).persist();
  const town = await new Area({ name: 'town', parentId: county.id }).persist();
  const station = await new Station({ name: 'cross', areaId: town.id }).persist();
  const other = await new Station({ name: 'end' }).persist();
  await served.request('PUT', `/lines/${east.id}`, { stations: [{ id: Number(station.id) }] });
  await served.request('PUT', `/lines/${west.id}`, { stations: [{ id: Number(station.id) }] });
  await served.request('PUT', `/stations/${station.id}`, { neighbours: [{ id: Number(other.id) }] });
  await new Car({ seats: 40, lineId: east.id }).persist();
}

const get = (path: string) => served.request('GET', path);

/** A name with a step repeated: `areas.areas.areas`. */
const repeated = (step: string, times: number) => new Array(times).fill(step).join('.');

describe('The listed names of a search', () => {
  it.each(['lines', 'stations', 'areas', 'cars'])('of %s are accepted', async (resource) => {
    const { body } = await get(`/admin/routes/${resource}`);
    const { query_params: all } = body.find(({ name }: { name: string }) => /^list[A-Z][a-z]+s$/.test(name));
    const names = all.filter((name: string) => /(^|[.])(name|seats|text)$/.test(name));

    expect(names.length).toBeGreaterThan(1);
    for (const name of names) expect((await get(`/${resource}?${name}=1`)).status).toBe(200);
  });
});

describe('The listed parameters', () => {
  it.each([
    ['list', 'listLines', ['or', 'sort', 'page', 'per_page', 'count', 'after', 'include', 'exclude', 'expand']],
    ['read', 'readLine', ['or', 'include', 'exclude', 'expand']],
  ])('of a %s are those of fields, then the reserved ones', async (_, operation, reserved) => {
    const { body } = await get('/admin/routes/lines');
    const { query_params: all } = body.find(({ name }: { name: string }) => name === operation);

    expect(all.slice(-reserved.length)).toEqual(reserved);
    expect(all).toContain('name');
  });
});

describe('A path of a search', () => {
  it.each([
    ['to both ends of a reference, whose other side comes first', '/cars?line.cars.seats=40', 1],
    ['down a tree, ten levels', `/areas?${repeated('areas', 10)}.name=town`, 0],
    ['up a tree, ten levels', `/areas?${repeated('parent', 10)}.name=county`, 0],
    ['down and up a tree', '/areas?areas.parent.areas.name=town', 1],
    ['through a many-to-many of a class with itself, once', '/stations?neighbours.name=end', 1],
    ['through the list of a many-to-many', `/lines/1/stations?lines.name=west`, 1],
    ['through two different many-to-many', '/lines?stations.neighbours.name=end', 2],
  ])('leads %s', async (_, path, count) => {
    const { status, body } = await get(path);

    expect({ status, count: body.length, body }).toMatchObject({ status: 200, count });
  });

  it.each([
    ['/lines', 'stations.lines.name', '"stations", and then "lines", which is its other side'],
    ['/lines', 'stations.lines.stations.name', '"stations", and then "lines", which is its other side'],
    ['/lines', 'cars.line.name', '"cars", and then "line", which is its other side'],
    ['/cars', 'line.cars.line.name', '"cars", and then "line", which is its other side'],
    ['/stations', 'neighbours.neighbours.name', '"neighbours" twice'],
    ['/stations', 'neighbours.neighbour_of.name', '"neighbours", and then "neighbour_of", which is its other side'],
    ['/stations', 'area.stations.area.name', '"stations", and then "area", which is its other side'],
    [
      '/stations',
      `lines.${repeated('stations.lines', 4)}.name`,
      '"lines", and then "stations", which is its other side',
    ],
  ])('at %s does not lead along %s', async (path, name, reason) => {
    const detail = `"${name}" follows ${reason}: a path passes a collection once, and does not return through it.`;

    expect((await get(`${path}?${name}=x`)).body).toMatchObject({ status: 400, parameter: name, detail });
    expect((await get(`${path}?or=(${name}:x)`)).body).toMatchObject({ status: 400, parameter: 'or', detail });
  });
});
