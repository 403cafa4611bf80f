import 'reflect-metadata';
import Joi from 'joi';
import { Table } from 'sequelize-typescript';
import { Application } from '../../lib';
import { Action, AggregateRoot, Argument } from '../../lib/metadata';
import { BaseDomain } from '../../lib/persistence';
import { StringColumn } from '../support/columns';
import { type ApiResponse, useServed } from '../support/serve-shop';

class Position {
  @Argument declare latitude: number;
  @Argument declare longitude: number;
}

class Place {
  @Argument declare name: string;
  @Argument declare position: Position;
  @Argument({ optional: true }) opensAt?: Date;
  @Argument({ optional: true }) seatCount?: number = 4;
  @Argument({ optional: true, schema: Joi.array().items(Joi.object({ tagText: Joi.string().max(3) })) })
  tags?: { tagText: string }[];
  isOurs = false;

  isNorth(): boolean {
    return this.position.latitude > 0;
  }
}

@AggregateRoot
@Table({ tableName: 'meetings' })
class Meeting extends BaseDomain {
  @StringColumn(40) declare title: string | null;

  @Action({ value: 'move' })
  move(place: Place) {
    const kinds = [place instanceof Place, place.position instanceof Position, place.opensAt instanceof Date];
    return { ...place, kinds, isNorth: place.isNorth() };
  }
}

let path: string;

const served = useServed([Meeting], { Class: Application });

beforeAll(async () => {
  path = `/meetings/${(await served.request('POST', '/meetings', {})).body.id}/move`;
});

const move = (place: unknown): Promise<ApiResponse> => served.request('PUT', path, { place });
const errorsOf = ({ status, body }: ApiResponse) => ({
  status,
  errors: body.field_errors?.map(({ field, message }: { field: string; message: string }) => `${field} ${message}`),
});

const position = { latitude: 48.4, longitude: 10 };

describe('A plain class as the argument of an action', () => {
  it('is an instance, with its fields converted to their declared types', async () => {
    const place = { name: 'Ulm', position, opens_at: '2026-01-31T08:30:00Z', tags: [{ tag_text: 'abc' }] };

    const { status, body } = await move(place);

    expect(status).toBe(200);
    expect(body).toEqual({
      ...place,
      opens_at: '2026-01-31T08:30:00.000Z',
      seat_count: 4,
      is_ours: false,
      is_north: true,
      kinds: [true, true, true],
    });
  });

  it.each([
    [
      'application/xml',
      `<move><place><name>Ulm</name><position><latitude>48.4</latitude><longitude>10</longitude></position>
      <seat_count>7</seat_count></place></move>`.replace(/\n\s+/, ''),
    ],
    [
      'application/x-www-form-urlencoded',
      `place=${encodeURIComponent(JSON.stringify({ name: 'Ulm', position, seat_count: 7 }))}`,
    ],
  ])('is read in text formats, each text by the declared type of its field: %s', async (type, body) => {
    const response = await served.request('PUT', path, body, { 'Content-Type': type, Accept: 'application/json' });

    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ name: 'Ulm', position, seat_count: 7, is_north: true });
  });

  it('keeps the default values of the class for missing and null optional fields', async () => {
    const { body } = await move({ name: 'Ulm', position, seat_count: null, opens_at: null, tags: null });

    expect(body).toMatchObject({ name: 'Ulm', seat_count: 4, kinds: [true, true, false] });
    expect(body).not.toHaveProperty('tags');
  });

  it('is rejected with 422 and every field of a wrong type, missing or unknown', async () => {
    const response = await move({
      position: { latitude: '48.4', altitude: 478 },
      opens_at: 'noon',
      seat_count: true,
      tags: [{ tag_text: 'long' }, { colour: 'red' }],
      is_ours: true,
      isNorth: 1,
      seatCount: 2,
    });

    const known = 'is unknown; known fields: name, position, opens_at, seat_count, tags';
    expect(errorsOf(response)).toEqual({
      status: 422,
      errors: expect.arrayContaining([
        'place.name is required',
        'place.position.latitude must be a number',
        'place.position.longitude is required',
        'place.position.altitude is unknown; known fields: latitude, longitude',
        'place.opens_at must be a date and time such as 2026-01-31T08:30:00Z',
        'place.seat_count must be a number',
        'place.tags[0].tag_text length must be less than or equal to 3 characters long',
        'place.tags[1].colour is not allowed',
        `place.is_ours ${known}`,
        `place.isNorth ${known}`,
        `place.seatCount ${known}`,
      ]),
    });
    expect(response.body.field_errors).toHaveLength(11);
    expect(response.body.field_errors).toContainEqual(
      expect.objectContaining({ field: 'place.position.latitude', invalid_value: '48.4' }),
    );
  });

  it.each([
    ['text', 'Ulm', 'place must be an object'],
    ['an array', [], 'place must be an object'],
    ['null', null, 'place must not be null'],
    ['null for a field', { name: null, position }, 'place.name must not be null'],
    ['a nested class without an object', { name: 'Ulm', position: 7 }, 'place.position must be an object'],
    ['an inherited property name', { name: 'Ulm', position, toString: 'x' }, 'place.toString is unknown'],
  ])('is rejected with 422 when it is %s', async (_, place, message) => {
    const { status, errors } = errorsOf(await move(place));

    expect(status).toBe(422);
    expect(errors).toEqual([expect.stringContaining(message)]);
  });

  it('is described with its fields, as strictly as it is read', async () => {
    const { body } = await served.request('GET', '/api/shop/openapi.json');

    expect(body.components.schemas.MoveMeetingArguments.properties.place).toMatchObject({
      title: 'Place',
      required: ['name', 'position'],
      additionalProperties: false,
      properties: {
        name: { type: 'string' },
        position: { title: 'Position', required: ['latitude', 'longitude'], additionalProperties: false },
        seat_count: { type: ['number', 'null'] },
      },
    });
  });
});
