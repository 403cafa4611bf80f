import Joi from 'joi';
import { AggregateRoot, Application, BaseDomain, Constraint, type EntityId, type Ref } from 'koaggregate';
import { startTestApplication, type TestApplication } from 'koaggregate/testing';
import {
  BelongsTo,
  BelongsToMany,
  Column,
  DataType,
  Default,
  HasMany,
  Is,
  Length,
  Max,
  Min,
  Model,
  Table,
  Unique,
} from 'sequelize-typescript';
import { IntegerColumn, KeyOf, RequiredInteger, RequiredKeyOf, RequiredString, StringColumn } from '../support/columns';

@AggregateRoot
@Table
class Brand extends BaseDomain {
  @Unique @Constraint(Joi.string().pattern(/^[A-Z]{3}-\d{4}(x|y)$/)) @RequiredString(9) declare code: string;
  @Constraint(Joi.string().email({ tlds: false })) @RequiredString(60) declare contact: string;
  @HasMany(() => Machine) declare machines: Machine[];
}

@AggregateRoot
@Constraint(Joi.object({ endsOn: Joi.date().greater(Joi.ref('startsOn')) }))
@Table
class Machine extends BaseDomain {
  @Length({ min: 30, max: 40 }) @RequiredString(40) declare label: string;
  @Min(100) @Max(120) @RequiredInteger declare power: number;
  @Constraint(Joi.number().multiple(8)) @RequiredInteger declare memory: number;
  @Column(DataType.DATEONLY) declare startsOn: string | null;
  @Column(DataType.DATEONLY) declare endsOn: string | null;
  @RequiredKeyOf(() => Brand) declare brandId: EntityId;
  @BelongsTo(() => Brand) declare brand: Ref<Brand>;
}

@AggregateRoot
@Table
class Riddle extends BaseDomain {
  @Is(function answer(value: string) {
    if (value !== 'the wind') throw new Error('is not the answer');
  })
  @RequiredString(20)
  declare answer: string;
}

@AggregateRoot
@Constraint(Joi.object({ load: Joi.number().max(Joi.ref('limit')) }))
@Table
class Crane extends BaseDomain {
  @IntegerColumn declare load: number | null;
  @RequiredInteger declare limit: number;
}

@AggregateRoot
@Table
class Hall extends BaseDomain {
  @BelongsToMany(() => Machine, { through: () => Place }) declare machines: Machine[];
}

@Table({ timestamps: false })
class Place extends Model {
  @KeyOf(() => Hall) declare hallId: EntityId;
  @KeyOf(() => Machine) declare machineId: EntityId;
  @RequiredString(8) declare bay: string;
  @RequiredInteger declare row: number;
}

/** Its links keep a cable from being deleted. */
@AggregateRoot
@Table
class Rack extends BaseDomain {
  @BelongsToMany(() => Cable, { through: () => Slot, onDelete: 'RESTRICT' }) declare cables: Cable[];
}

@AggregateRoot
@Table
class Cable extends BaseDomain {
  @StringColumn(8) declare colour: string | null;
}

@Table({ timestamps: false })
class Slot extends Model {
  @KeyOf(() => Rack) declare rackId: EntityId;
  @KeyOf(() => Cable) declare cableId: EntityId;
}

@AggregateRoot
@Table
class Lamp extends BaseDomain {
  @Default('off') @Column(DataType.ENUM('off', 'on')) declare state: string;
  @HasMany(() => Bulb) declare bulbs: Bulb[];
}

@AggregateRoot
@Table
class Carton extends BaseDomain {
  @StringColumn(8) declare label: string | null;
  @HasMany(() => Bulb) declare bulbs: Bulb[];
}

@Table
class Bulb extends BaseDomain {
  @IntegerColumn declare watts: number | null;
  @RequiredKeyOf(() => Lamp) declare lampId: EntityId;
  @RequiredKeyOf(() => Carton) declare cartonId: EntityId;
}

class PlantApplication extends Application {}

let plant: TestApplication;
beforeAll(async () => {
  const domain = [Brand, Machine, Riddle, Crane, Hall, Place, Rack, Cable, Slot, Lamp, Carton, Bulb];
  plant = await startTestApplication(PlantApplication, { domain, configuration: { name: 'plant' } });
});
beforeEach(() => plant.begin());
afterEach(() => plant.rollback());
afterAll(() => plant.stop());

describe('A generated payload', () => {
  it('satisfies patterns, lengths, ranges and multiples', async () => {
    const responses = [];
    for (let count = 0; count < 10; count++)
      responses.push(await plant.request.post('/machines', plant.payload('Machine')));

    expect(responses.map(({ status, text }) => (status === 201 ? 201 : text))).toEqual(Array(10).fill(201));
    expect(await Brand.count()).toBe(10);
  });

  it('satisfies the rules of the class, if necessary without nullable fields', async () => {
    const { starts_on: startsOn, ends_on: endsOn } = await plant.payload(Machine);

    expect([startsOn, endsOn]).toEqual([undefined, undefined]);
  });

  it('contains the given values, by domain name or wire name', async () => {
    const brand = await plant.create(Brand, { code: 'ABC-1234x' });

    const payload = await plant.payload(Machine, { brand_id: brand.id, power: 111, startsOn: '2026-01-31' });

    expect(payload).toMatchObject({ brand_id: brand.id, power: 111, starts_on: '2026-01-31' });
    expect(await Brand.count()).toBe(1);
  });

  it('contains given values that the column cannot hold, so that tests can send them', async () => {
    expect(await plant.payload(Crane, { load: 'heavy', limit: 5 })).toEqual({ load: 'heavy', limit: 5 });
    expect((await plant.payload(Crane, { limit: 'high' })).limit).toBe('high');
  });
});

describe('payload()', () => {
  it('throws when it finds no valid value, and names the field', async () => {
    await expect(plant.payload(Riddle)).rejects.toThrow(
      'No valid sample value was found for Riddle.answer: pass one, as in payload(Riddle, { answer: … }).',
    );
    expect(await plant.payload(Riddle, { answer: 'the wind' })).toEqual({ answer: 'the wind' });
  });
});

describe('build()', () => {
  it('rejects unknown fields and models', async () => {
    expect(() => plant.build(Brand, { colour: 'red' })).toThrow('Brand has no field "colour". Known fields: id,');
    expect(() => plant.build('Wheel')).toThrow(
      'Unknown model "Wheel". Known models: Brand, Machine, Riddle, Crane, Hall, Rack, Cable, Lamp, Carton, Bulb.',
    );
  });
});

describe('changes()', () => {
  it('contains fields with a default if there are no others', () => {
    expect(plant.changes(Lamp)).toEqual({ state: expect.any(String) });
    expect(plant.changes(Lamp, { state: undefined })).toEqual({});
  });
});

describe('Generated values of a unique field', () => {
  it('differ from each other and from those of stored rows', async () => {
    const { code } = await plant.create(Brand);

    const values = plant.values(Brand, 'code', 3);

    expect(new Set([code, ...values]).size).toBe(4);
  });
});

describe('createIn()', () => {
  it('stores a child with the foreign key of its parent', async () => {
    const brand = await plant.create(Brand);

    const machine = await plant.createIn(brand, 'machines', { power: 101 });

    expect(machine).toMatchObject({ brandId: brand.id, power: 101 });
    expect((await plant.request.get(`${plant.at('/brands', brand)}/machines`)).body).toMatchObject([
      plant.representation(Machine, machine),
    ]);
  });

  it('gives the required columns of a join table values', async () => {
    const hall = await plant.create(Hall);

    await plant.createIn(hall, 'machines', { power: 102 });

    const { body } = await plant.request.get(`${plant.at('/halls', hall)}/machines`);
    expect(body).toMatchObject([{ power: 102, bay: expect.any(String), row: expect.any(Number) }]);
  });

  it('takes the values of the join table with those of the child', async () => {
    const hall = await plant.create(Hall);

    await plant.createIn(hall, 'machines', { power: 103, bay: 'B-7' });

    const { body } = await plant.request.get(`${plant.at('/halls', hall)}/machines`);
    expect(body).toMatchObject([{ power: 103, bay: 'B-7' }]);
  });
});

describe('payloadIn()', () => {
  it('generates the required columns of a join table, which responses show', async () => {
    const hall = await plant.create(Hall);
    const payload = await plant.payloadIn(hall, 'machines', { row: 3 });

    const response = await plant.request.post(`${plant.at('/halls', hall)}/machines`, payload);

    expect(payload).toMatchObject({ bay: expect.any(String), row: 3 });
    expect(response.status).toBe(201);
    expect(response.body).toMatchObject(plant.representation(Machine, payload));
    expect(plant.representation(Machine, payload)).toMatchObject({ bay: payload.bay, row: 3 });
    expect(await plant.payloadIn(hall, 'machines', { bay: undefined })).not.toHaveProperty('bay');
  });

  it('leaves out the foreign key of the path', async () => {
    const brand = await plant.create(Brand);

    const payload = await plant.payloadIn(brand, 'machines');

    expect(payload).not.toHaveProperty('brand_id');
    expect(await plant.payload(Machine)).toHaveProperty('brand_id');
  });

  it('stores the required parents that are not in the path', async () => {
    const lamp = await plant.create(Lamp);
    const payload = await plant.payloadIn(lamp, 'bulbs');

    const response = await plant.request.post(`${plant.at('/lamps', lamp)}/bulbs`, payload);

    expect(payload).toEqual({ watts: expect.any(Number), carton_id: 1 });
    expect(response.status).toBe(201);
    expect(await plant.count(Carton)).toBe(1);
  });
});

describe('remove()', () => {
  it('removes the links to an entity first, which may protect it', async () => {
    const rack = await plant.create('Rack');
    const cable = await plant.createIn(rack, 'cables');
    expect((await plant.request.delete(`/cables/${plant.key(cable)}`)).status).toBe(409);

    await plant.remove(cable);

    expect((await plant.request.get(plant.at(`/racks/${plant.key(rack)}/cables`, cable))).status).toBe(404);
  });
});
