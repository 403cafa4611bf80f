import { literal, Op, type WhereOptions } from 'sequelize';
import { BelongsTo, Column, DataType, Default, HasMany, Model, Table } from 'sequelize-typescript';
import { AggregateRoot } from '../../../lib/metadata';
import { BaseDomain, type EntityId, type Ref } from '../../../lib/persistence';
import { IntegerColumn, KeyOf, StringColumn } from '../../support/columns';
import { useStore } from '../../support/open-store';

@AggregateRoot
@Table({ tableName: 'instruments' })
class Instrument extends BaseDomain {
  @StringColumn(20) declare code: string | null;
  @IntegerColumn declare strings: number | null;
  @Column(DataType.BIGINT) declare serial: number | string | null;
  @Column(DataType.DECIMAL(15, 2)) declare price: string | null;
  @Column(DataType.FLOAT) declare weight: number | null;
  @Column(DataType.DOUBLE) declare pitch: number | null;
  @Column(DataType.BOOLEAN) declare tuned: boolean | null;
  @Column(DataType.ENUM('wood', 'brass')) declare family: string | null;
  @Column(DataType.UUID) declare uuid: string | null;
  @Column(DataType.DATE(0)) declare builtAt: Date | null;
  @Column(DataType.DATEONLY) declare boughtOn: string | null;
  @Column(DataType.TIME) declare playedAt: string | null;
  @Default(0) @IntegerColumn declare plays: number;
  @HasMany(() => Part) declare parts: Part[];
}

@Table({ tableName: 'parts' })
class Part extends BaseDomain {
  @KeyOf(() => Instrument) declare instrumentId: EntityId;
  @BelongsTo(() => Instrument) declare instrument: Ref<Instrument>;
  @StringColumn(20) declare name: string;
}

@AggregateRoot
@Table({ tableName: 'notes' })
class Note extends Model {
  @IntegerColumn declare length: number;
}

const UUID = '0b8f3c9e-52a4-4d7b-8d3e-0d2f5b8c1a77';

useStore([Instrument, Part, Note]);
beforeEach(async () => {
  await Part.destroy({ where: {} });
  await Instrument.destroy({ where: {} });
  await new Instrument({
    id: 1,
    code: 'abc',
    strings: 4,
    serial: '9007199254740993',
    price: '1234567890123.91',
    weight: 0.1,
    pitch: 0.1,
    tuned: true,
    family: 'wood',
    uuid: UUID,
    builtAt: new Date('2026-01-31T08:30:00Z'),
    boughtOn: '2026-01-31',
    playedAt: '08:30:00',
  }).persist();
  await new Instrument({ id: 2, code: '0', strings: 1, price: '1.50', family: 'brass' }).persist();
  await new Instrument({ id: 3 }).persist();
});

/** The keys of the instruments that match. */
async function idsOf(where: object): Promise<EntityId[]> {
  const found = await Instrument.findAll({ where: where as WhereOptions, order: ['id'] });
  return found.map(({ id }) => id);
}

describe('Criteria of a class of BaseDomain', () => {
  it.each<[string, object, number[]]>([
    ['an integer and text', { strings: '4' }, [1]],
    ['an integer and true', { strings: true }, [2]],
    ['an integer and a whole number with a point', { strings: 4.0 }, [1]],
    ['an integer beyond the safe ones', { serial: '9007199254740993' }, [1]],
    ['an integer and its neighbour', { serial: '9007199254740992' }, []],
    ['text and a number', { code: 0 }, [2]],
    ['a decimal and text', { price: '1.5' }, [2]],
    ['a decimal and a number', { price: 1.5 }, [2]],
    ['a decimal of 15 digits', { price: '1234567890123.91' }, [1]],
    ['a single float', { weight: 0.1 }, [1]],
    ['a double', { pitch: '0.1' }, [1]],
    ['a boolean and 1', { tuned: 1 }, [1]],
    ['a boolean and text', { tuned: 'true' }, [1]],
    ['a UUID in upper case', { uuid: UUID.toUpperCase() }, [1]],
    ['a time and a Date', { builtAt: new Date('2026-01-31T08:30:00Z') }, [1]],
    ['a time and text with a zone', { builtAt: '2026-01-31T09:30:00+01:00' }, [1]],
    ['a time of day without seconds', { playedAt: '08:30' }, [1]],
    ['null', { strings: null }, [3]],
    ['a list', { strings: ['4', '1abc', 'x'] }, [1]],
    ['a list with a value no row can hold', { id: { [Op.in]: ['1abc', 2] } }, [2]],
    ['a path to an association', { '$parts.name$': 0 }, []],
  ])('compare %s', async (_, where, ids) => {
    const include = '$parts.name$' in where ? [Part] : [];
    const found = await Instrument.findAll({ where: where as WhereOptions, include, order: ['id'] });

    expect(found.map(({ id }) => id)).toEqual(ids);
  });

  it.each<[string, object]>([
    ['text that begins with the key', { id: '1abc' }],
    ['an exponent in text', { id: '1e0' }],
    ['a hexadecimal number in text', { id: '0x1' }],
    ['a blank', { id: ' 1' }],
    ['no text', { id: '' }],
    ['a fraction', { id: 1.5 }],
    ['NaN', { id: Number.NaN }],
    ['an overflow', { id: '18446744073709551617' }],
    ['true as text', { code: true }],
    ['U+0000', { code: 'abc\0' }],
    ['half a character', { code: '\ud800' }],
    ['text for a decimal', { price: '1.50 EUR' }],
    ['more decimals than the column has', { price: '1.501' }],
    ['more digits than a FLOAT has', { weight: 0.10000001 }],
    ['hexadecimal digits for a double', { pitch: '0x1' }],
    ['another number for a boolean', { tuned: 2 }],
    ['text for a boolean', { tuned: '1abc' }],
    ['the position of an enum value', { family: 1 }],
    ['another case of an enum value', { family: 'WOOD' }],
    ['no UUID', { uuid: `${UUID} ` }],
    ['no time', { builtAt: 'yesterday' }],
    ['a fraction of a second', { builtAt: new Date('2026-01-31T08:30:00.500Z') }],
    ['no day', { boughtOn: '2026-01-32' }],
    ['no time of day', { playedAt: '08:30:00 UTC' }],
    ['a bound of another type', { strings: { [Op.gt]: '0abc' } }],
    ['bounds of another type', { strings: { [Op.between]: ['0abc', 9] } }],
    ['a pattern with U+0000', { code: { [Op.like]: 'a\0%' } }],
  ])('match nothing for %s, and every row with a value for its opposite', async (_, where) => {
    const [[name, value]] = Object.entries(where) as [[string, unknown]];
    const withValue = await idsOf({ [name]: { [Op.not]: null } });

    expect(await idsOf(where)).toEqual([]);
    expect(await idsOf({ [Op.not]: where })).toEqual(withValue);
    expect(await idsOf({ [Op.or]: [where, { id: 3 }] })).toEqual([3]);
    if (typeof value !== 'object' || value instanceof Date) {
      expect(await idsOf({ [name]: { [Op.ne]: value } })).toEqual(withValue);
      expect(await idsOf({ [name]: { [Op.not]: value } })).toEqual(withValue);
      expect(await idsOf({ [name]: { [Op.notIn]: [value] } })).toEqual(withValue);
      expect(await idsOf({ [name]: { [Op.or]: [value, { [Op.in]: [value] }] } })).toEqual([]);
    }
  });

  it.each<[string, object, number[]]>([
    ['infinity', { strings: { [Op.lt]: Number.POSITIVE_INFINITY } }, [1, 2]],
    ['minus infinity', { strings: { [Op.lte]: Number.NEGATIVE_INFINITY } }, []],
    ['a fraction between whole numbers', { strings: { [Op.gt]: 3.5 } }, [1]],
    ['a number out of range', { strings: { [Op.lt]: '99999999999999999999' } }, [1, 2]],
    ['more decimals than the column has', { price: { [Op.lt]: '1.501' } }, [2]],
    ['a time between two seconds', { builtAt: { [Op.lt]: new Date('2026-01-31T08:30:00.500Z') } }, [1]],
    ['a time between two seconds from below', { builtAt: { [Op.gte]: new Date('2026-01-31T08:30:00.500Z') } }, []],
    ['a time after all others', { builtAt: { [Op.lt]: new Date(8.64e15) } }, [1]],
    ['text with U+0000', { code: { [Op.lt]: 'abc\0' } }, [1, 2]],
    ['text with U+0000 from below', { code: { [Op.gte]: 'abc\0' } }, []],
    ['a range', { strings: { [Op.between]: ['0', 1.5] } }, [2]],
    ['the outside of a range', { strings: { [Op.notBetween]: [0, 1.5] } }, [1]],
  ])('have an order with %s', async (_, where, ids) => {
    expect(await idsOf(where)).toEqual(ids);
  });
});

describe('Criteria of a class of BaseDomain, in every method,', () => {
  it('are the same in all finders', async () => {
    const where = { id: '1abc' as never };

    expect(await Instrument.findById('1abc')).toBeNull();
    expect(await Instrument.findByPk('1abc')).toBeNull();
    expect(await Instrument.findOne({ where })).toBeNull();
    expect(await Instrument.first(where)).toBeNull();
    expect(await Instrument.where(where)).toEqual([]);
    expect(await Instrument.exists(where)).toBe(false);
    expect(await Instrument.count({ where })).toBe(0);
    expect(await Instrument.max('id', { where })).toBeFalsy();
    expect((await Instrument.findAndCountAll({ where })).count).toBe(0);
    await expect(Instrument.one(where)).rejects.toThrow('none matches');
    expect(await Instrument.findById('1')).not.toBeNull();
  });

  it('are the same in writes', async () => {
    const where = { id: '1abc' as never };

    expect(await Instrument.destroy({ where })).toBe(0);
    expect((await Instrument.update({ code: 'x' }, { where }))[0]).toBe(0);
    await Instrument.increment('plays', { where });
    await Instrument.increment('plays', { where: { code: 0 as never } });

    const found = await Instrument.findAll({ order: ['id'] });
    expect(found.map(({ code, plays }) => [code, plays])).toEqual([
      ['abc', 0],
      ['0', 1],
      [null, 0],
    ]);
  });

  it('are the same in updates and deletes that find rows', async () => {
    expect((await Instrument.update({ plays: 7 }, { where: { code: 0 as never } }))[0]).toBe(1);
    expect((await Instrument.update({ plays: 8 }, { where: { serial: '9007199254740993' } }))[0]).toBe(1);
    expect((await Instrument.update({ plays: 9 }, { where: { price: '1.50' } }))[0]).toBe(1);
    expect(await Instrument.destroy({ where: { uuid: UUID.toUpperCase() } })).toBe(1);

    expect((await Instrument.findById(2))!.plays).toBe(9);
  });

  it('are the same in associations and includes', async () => {
    await new Part({ id: 5, instrumentId: 1, name: 'bow' }).persist();
    const one = (await Instrument.findById(1))!;

    expect(await one.$get('parts', { where: { id: '5abc' } })).toEqual([]);
    expect(await one.$has('parts', '5abc' as never)).toBe(false);
    expect(await one.$has('parts', '5' as never)).toBe(true);
    const include = [{ model: Part, where: { name: 0 as never }, required: false }];
    expect((await Instrument.findOne({ where: { id: 1 }, include }))!.parts).toEqual([]);
  });

  it('take every number but zero for true, as other programs may store it', async () => {
    await Instrument.sequelize!.query('UPDATE instruments SET tuned = 2 WHERE id = 1');

    for (const where of [
      { tuned: true },
      { tuned: { [Op.in]: [true] } },
      { tuned: { [Op.ne]: false } },
      { [Op.not]: { tuned: false } },
    ])
      expect(await idsOf(where)).toEqual([1]);
    for (const where of [{ tuned: false }, { tuned: { [Op.notIn]: [true] } }, { tuned: { [Op.ne]: true } }])
      expect(await idsOf(where)).not.toContain(1);
    expect(await Instrument.update({ plays: 1 }, { where: { id: 1, tuned: true } })).toEqual([1]);
  });

  it('are sent as they are beside the values of an update', async () => {
    for (const code of ['$1', 'a $2 b', '$$', '$version']) {
      await new Instrument({ code }).persist();
      for (const criterion of [
        code,
        [code],
        { [Op.like]: code },
        { [Op.and]: [{ [Op.gte]: code }, { [Op.lte]: code }] },
      ]) {
        await Instrument.update({ plays: 0 }, { where: {} });
        await Instrument.update({ plays: 7 }, { where: { code: criterion as never } });

        expect(await Instrument.findAll({ where: { plays: 7 } })).toMatchObject([{ code }]);
      }
    }
  });

  it('leave expressions alone', async () => {
    expect(await idsOf({ strings: { [Op.eq]: literal('2 + 2') } })).toEqual([1]);
    expect(await idsOf({ strings: { [Op.gt]: literal('2 + 1') } })).toEqual([1]);
    expect(await idsOf({ strings: { [Op.gt]: { [Op.col]: 'plays' } } })).toEqual([1, 2]);
  });
});

describe('Criteria of a class of Model', () => {
  it('are those of Sequelize', async () => {
    await Note.create({ length: 4 });

    expect(await Note.count({ where: { length: '4' } })).toBe(1);
  });
});
