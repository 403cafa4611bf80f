import Joi from 'joi';
import { BelongsTo, Column, DataType, ForeignKey, HasMany, Table } from 'sequelize-typescript';
import {
  Action,
  AggregateRoot,
  Application,
  Argument,
  BaseDomain,
  Computed,
  Constraint,
  Duration,
  Generated,
  ReadOnly,
  type Ref,
  type Request,
  Resource,
  type Response,
  Searchable,
} from '../../lib';
import { IntegerColumn, RequiredInteger } from '../support/columns';
import { documentOf, type OpenApiDocument, sourceOf } from '../support/document-of';
import { type ApiResponse, serve, useServed } from '../support/serve-shop';

class Plan {
  @Argument @Duration('seconds') declare length: number;
}

@AggregateRoot
@Table({ tableName: 'talks' })
@Constraint(Joi.object({ longest: Joi.number().min(Joi.ref('length')) }))
class Talk extends BaseDomain {
  @Searchable
  @Duration('seconds')
  @Constraint(Joi.number().min(60).messages({ 'number.min': 'must last a minute' }))
  @RequiredInteger
  declare length: number;

  @Duration('seconds') @IntegerColumn declare longest: number | null;
  @Searchable @Duration('milliseconds') @Column(DataType.BIGINT) declare pause: number | string | null;
  @ReadOnly @Duration('seconds') @Column({ type: DataType.SMALLINT, defaultValue: 90 }) declare setup: number;
  @HasMany(() => Part) declare parts: Part[];

  @Action({ value: 'stretch', returns: Talk })
  async stretch(by: number): Promise<Talk> {
    this.length += by;
    return this;
  }

  @Computed({ from: ['length', 'setup'] })
  @Duration('seconds')
  get total(): number {
    return this.length + this.setup;
  }

  @Computed({ from: ['longest'] })
  @Duration('milliseconds')
  get most(): number {
    return (this.longest ?? 0) * 1000;
  }

  set most(most: number) {
    this.longest = Math.floor(most / 1000);
  }

  @Action({ value: 'prolong', returns: Talk, optional: ['pause'] })
  async prolong(@Duration('seconds') by: number, @Duration('milliseconds') pause?: number): Promise<Talk> {
    this.length += by;
    this.pause = pause ?? 0;
    return this;
  }

  @Action({ value: 'plan', returns: Talk })
  async plan(plan: Plan): Promise<Talk> {
    this.length = plan.length;
    return this;
  }

  @Action({ value: 'rewind' })
  rewind(pause: string): void {
    this.pause = pause;
  }
}

@Table({ tableName: 'parts' })
class Part extends BaseDomain {
  @Searchable @Duration('seconds') @IntegerColumn declare length: number | null;
  @ForeignKey(() => Talk) declare talkId: number;
  @BelongsTo(() => Talk) declare talk: Ref<Talk>;
}

@Resource(Talk)
class TalkResource extends Generated(Talk) {
  async take(request: Request, response: Response): Promise<void> {
    const talk = request.getContentAs(Talk);
    response.setContent({ length: talk.length, pause: talk.pause, parts: talk.parts.map(({ length }) => length) });
  }
}

class TalksApplication extends Application {
  override defineRoutes(): void {
    this.resource(TalkResource).builder('taken').action('POST', 'take');
  }
}

let document: OpenApiDocument;

const served = useServed([Talk, Part], { resources: [TalkResource], Class: TalksApplication });
const { request } = served;

beforeAll(async () => {
  document = documentOf(sourceOf(served.application));
});
beforeEach(() => Talk.destroy({ where: {}, transaction: null }));

async function create(values: object): Promise<string> {
  const { status, body } = await request('POST', '/talks', { length: 'PT1H', ...values });
  expect([status, body]).toEqual([201, expect.anything()]);
  return `/talks/${body.id}`;
}

const shown = async (path: string, name: string) => (await request('GET', path)).body[name];
const lengths = ({ body }: ApiResponse) => body.map(({ length }: { length: string }) => length);

describe('A column marked @Duration', () => {
  it('is ISO 8601 text in payloads and responses, and a number in the database', async () => {
    const path = await create({ length: 'PT90M', pause: 'PT0.5S' });

    expect((await request('GET', path)).body).toMatchObject({
      length: 'PT1H30M',
      longest: null,
      pause: 'PT0.5S',
      setup: 'PT1M30S',
    });
    const [talk] = await Talk.findAll();
    expect([talk!.length, talk!.pause]).toEqual([5400, 500]);
  });

  it.each([
    ['PT3600S', 'PT1H'],
    ['P1DT2H', 'P1DT2H'],
    ['PT36H', 'P1DT12H'],
    ['P2W', 'P14D'],
    ['PT1H0M30S', 'PT1H30S'],
    ['P24855DT3H14M7S', 'P24855DT3H14M7S'],
  ])('accepts %s and returns %s', async (given, response) => {
    expect(await shown(await create({ length: given }), 'length')).toBe(response);
  });

  it.each([
    ['a number', 3600, 'must be a duration such as PT1H30M'],
    ['text that is not a duration', 'one hour', 'must be a duration such as PT1H30M'],
    ['months', 'P1M', 'must not have years or months, which differ in length: write days, such as P30D'],
    ['years', 'P1YT1H', 'must not have years or months, which differ in length: write days, such as P30D'],
    ['a negative duration', '-PT1H', 'must not be negative'],
    ['a duration more precise than the unit', 'PT60.5S', 'must not have fractions of a second'],
    ['a duration longer than the column allows', 'P24855DT3H14M8S', 'must not be longer than P24855DT3H14M7S'],
    ['a duration that a constraint rejects', 'PT59S', 'must last a minute'],
  ])('rejects %s with the name of the field', async (_, length, message) => {
    const { status, body } = await request('POST', '/talks', { length });

    expect(status).toBe(422);
    expect(body.field_errors).toEqual([{ field: 'length', message, invalid_value: length }]);
  });

  it('stores every value of a BIGINT exactly', async () => {
    const longest = 'P106751991167DT7H12M55.807S';
    const path = await create({ pause: longest });

    expect(await shown(path, 'pause')).toBe(longest);
    const finer = await request('PATCH', path, { pause: 'PT0.0001S' });
    const longer = await request('PATCH', path, { pause: 'P106751991167DT7H12M55.808S' });
    expect([finer.body.field_errors[0].message, longer.body.field_errors[0].message]).toEqual([
      'must not have more than 3 decimals of a second',
      `must not be longer than ${longest}`,
    ]);
    const found = (given: string) => request('GET', `/talks?pause=${given}`);
    expect((await found(longest)).body).toHaveLength(1);
    expect((await found('P106751991167DT7H12M55.806S')).body).toHaveLength(0);
  });

  it('is validated by the rules of its class, whose messages show durations', async () => {
    const { status, body } = await request('POST', '/talks', { length: 'PT2H', longest: 'PT90M' });

    expect(status).toBe(422);
    expect(body.field_errors[0]).toMatchObject({ field: 'longest', invalid_value: 'PT1H30M' });
    await create({ length: 'PT10H', longest: 'P1D' });
  });

  it('changes with an update, and may be sent back as it was read', async () => {
    const path = await create({ pause: 'PT1S' });
    const read = await request('GET', path);

    const same = await request('PATCH', path, { length: 'PT60M', setup: 'PT90S', pause: 'PT1.0S' });
    expect([same.status, same.body]).toEqual([200, read.body]);
    expect((await request('PATCH', path, { setup: 'PT91S' })).status).toBe(422);
    expect((await request('PATCH', path, { length: 'PT2H', pause: null })).body).toMatchObject({
      length: 'PT2H',
      pause: null,
    });
  });

  it('is read in nested payloads and arrays, and rejected with their paths', async () => {
    const parts = [{ length: 'PT10M' }, { length: 'P1D' }];
    const { body } = await request('POST', '/talks', [{ length: 'PT1H', parts }, { length: 'PT2H' }]);

    expect(lengths({ body } as ApiResponse)).toEqual(['PT1H', 'PT2H']);
    expect(lengths(await request('GET', `/talks/${body[0].id}/parts?sort=length`))).toEqual(['PT10M', 'P1D']);
    const rejected = await request('POST', '/talks', [{ length: 'PT1H', parts: [{ length: 'P1M' }] }]);
    expect(rejected.body.field_errors[0].field).toBe('[0].parts[0].length');
  });

  it('is part of the result of an action, and read by getContentAs', async () => {
    const path = await create({});

    expect((await request('PUT', `${path}/stretch`, { by: 1800 })).body.length).toBe('PT1H30M');
    const taken = { length: 'PT2M', pause: 'PT2S', parts: [{ length: 'PT1S' }] };
    expect((await request('POST', '/talks/taken', taken)).body).toEqual({ length: 120, pause: 2000, parts: [1] });
    expect((await request('POST', '/talks/taken', { length: 120 })).status).toBe(422);
  });

  it.each([
    ['application/xml', '<talk><length>PT90M</length></talk>', '<length>PT1H30M</length>'],
    ['application/yaml', 'length: PT90M\n', 'length: PT1H30M'],
    ['text/csv', 'length,pause\nPT90M,\n', 'PT1H30M'],
  ])('is the same text in %s', async (type, content, written) => {
    const { status } = await request('POST', '/talks', content, { 'Content-Type': type });
    const { body } = await request('GET', '/talks?include=length,pause', undefined, { Accept: type });

    expect(status).toBe(201);
    expect(body).toContain(written);
  });
});

describe('A search for durations', () => {
  beforeEach(async () => {
    for (const length of ['PT9H', 'P1D', 'PT10H']) await create({ length, parts: [{ length }] });
  });

  it.each([
    ['length=PT540M', ['PT9H']],
    ['length[ne]=PT9H', ['PT10H', 'P1D']],
    ['length[in]=PT24H,PT9H', ['PT9H', 'P1D']],
    ['length[gt]=PT9H', ['PT10H', 'P1D']],
    ['length[lte]=PT36000S', ['PT9H', 'PT10H']],
    ['or=(length[lt]:PT10H,length:P1D)', ['PT9H', 'P1D']],
    ['parts.length[gte]=P1D', ['P1D']],
    ['pause[null]=true', ['PT9H', 'PT10H', 'P1D']],
  ])('by %s compares their lengths', async (query, found) => {
    expect(lengths(await request('GET', `/talks?${query}&sort=length`))).toEqual(found);
  });

  it.each([
    ['length=3600', 'length has the value "3600", which must be a duration such as PT1H30M.'],
    ['length[gt]=PT0.5S', 'length[gt] has the value "PT0.5S", which must not have fractions of a second.'],
    ['length[like]=PT*', 'length[like] is not supported: like is for text, and the type of the field is duration.'],
  ])('rejects %s', async (query, detail) => {
    const { status, body } = await request('GET', `/talks?${query}`);

    expect([status, body.detail]).toEqual([400, detail]);
  });

  it('pages by cursor, even with a negative duration of domain code', async () => {
    await request('PUT', `${await create({})}/rewind`, { pause: '-1500' });
    await request('PUT', `${await create({})}/rewind`, { pause: '-500' });
    const [pauses, pages]: [unknown[], number[]] = [[], []];

    // The format of the document has no negative durations.
    for (let at: string | undefined = '/talks?sort=pause&include=pause&after=&per_page=1'; at; ) {
      const page: globalThis.Response = await fetch(served.address + at);
      const found = (await page.json()) as { readonly pause: string | null }[];
      pauses.push(...found.map(({ pause }) => pause));
      pages.push(page.status);
      at = /<([^>]*)>; rel="next"/.exec(page.headers.get('Link') ?? '')?.[1];
    }

    expect(new Set(pages)).toEqual(new Set([200]));
    expect(pauses).toHaveLength(5);
    expect(pauses.filter(Boolean)).toEqual(['-PT1.5S', '-PT0.5S']);
  });
});

describe('The documents of a duration', () => {
  it('describe its format and pattern', () => {
    const { schemas, parameters } = document.components;
    const { length, pause } = schemas!.Talk.properties;

    expect(length).toEqual({ type: 'string', format: 'duration' });
    expect(pause).toEqual({ type: ['string', 'null'] });
    // Swagger UI has no input for the format.
    expect(parameters!['Talk.length'].schema.items).toEqual({
      type: 'string',
      pattern: expect.stringMatching(/^\^P/),
      maxLength: 64,
    });
    expect(JSON.stringify(schemas)).toContain('"type":"string","format":"duration","pattern":"^P');
  });

  it('have examples that pass the validation', async () => {
    const { requestBody } = document.paths['/talks']!.post!;
    const text = JSON.stringify(requestBody) + JSON.stringify(document.components);

    expect(text).toContain('"length":"PT1H30M"');
  });

  it('describe text in Swagger 1.2', async () => {
    const { body } = await request('GET', '/api/shop/api-docs/talks');

    expect(body.models.Talk.properties.length).toMatchObject({ type: 'string' });
  });
});

describe('A computed field marked @Duration', () => {
  it('is returned as a duration, and set by one', async () => {
    const path = await create({ length: 'PT1H', most: 'PT2H0.5S' });

    expect((await request('GET', path)).body).toMatchObject({ total: 'PT1H1M30S', longest: 'PT2H', most: 'PT2H' });
    expect((await request('PUT', path, { most: 7200 })).body).toMatchObject({
      field_errors: [{ field: 'most', message: 'must be a duration such as PT1H30M' }],
    });
    expect(document.components.schemas!.Talk.properties.total).toMatchObject({
      type: ['string', 'null'],
      format: 'duration',
    });
  });

  it('stops the start when it is not a number', async () => {
    @AggregateRoot
    @Table
    class Walk extends BaseDomain {
      @Computed({ from: [] })
      @Duration('seconds')
      get length(): string {
        return 'long';
      }
    }

    await expect(serve([Walk])).rejects.toThrow('Walk.length is marked @Duration but does not hold whole numbers');
  });
});

describe('An argument marked @Duration', () => {
  it('is read as a duration, and passed as a number', async () => {
    const path = await create({ length: 'PT1H' });

    const { status, body } = await request('PUT', `${path}/prolong`, { by: 'PT90M', pause: 'PT0.25S' });
    const planned = await request('PUT', `${path}/plan`, { plan: { length: 'PT5M' } });

    expect([status, body.length, body.pause]).toEqual([200, 'PT2H30M', 'PT0.25S']);
    expect([planned.status, planned.body.length]).toEqual([200, 'PT5M']);
    expect((await request('PUT', `${path}/prolong`, { by: 'PT1M' })).body).toMatchObject({
      length: 'PT6M',
      pause: 'PT0S',
    });
  });

  it('is rejected with 422 when it is malformed, or more precise than its unit', async () => {
    const path = await create({});
    const rejected = async (action: string, payload: object) =>
      (await request('PUT', `${path}/${action}`, payload)).body.field_errors[0];

    expect(await rejected('prolong', { by: 90 })).toMatchObject({
      field: 'by',
      message: 'must be a duration such as PT1H30M',
    });
    expect(await rejected('prolong', { by: 'PT0.5S' })).toMatchObject({
      message: 'must not have fractions of a second',
    });
    expect(await rejected('prolong', { by: 'P1M' })).toMatchObject({
      message: expect.stringContaining('years or months'),
    });
    expect(await rejected('plan', { plan: { length: 'soon' } })).toMatchObject({ field: 'plan.length' });
  });

  it('is described as a duration', () => {
    const { properties } = document.components.schemas!.ProlongTalkArguments;

    expect(properties.by).toMatchObject({ type: 'string', format: 'duration', pattern: expect.any(String) });
    expect(document.components.schemas!.PlanTalkArguments.properties.plan.properties.length.format).toBe('duration');
  });

  it('stops the start when it is not a number, or not an argument', async () => {
    @AggregateRoot
    @Table
    class Ride extends BaseDomain {
      @Action({ value: 'delay' })
      delay(@Duration('seconds') by: string): void {
        void by;
      }

      pause(@Duration('seconds') by: number): void {
        void by;
      }
    }

    await expect(serve([Ride])).rejects.toThrow(
      /Ride\.pause has @Duration on a parameter.*\n- Ride\.delay has @Duration on a parameter/s,
    );
  });
});
