import Joi from 'joi';
import { Column, DataType, Is, IsIn, Length, Max, Min, Table, Unique } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain, Constraint, type DomainClass, Duration } from '../../../lib';
import { sampleValue } from '../../../lib/testing/samples/sample-value';
import { inspectedSource } from '../../support/inspected';

type Rule = (prototype: object, property: string) => void;

/** Generates the JSON of samples of a column with these rules, one for each number. */
async function samplesOf(type: unknown, rules: readonly unknown[], numbers: readonly number[]): Promise<unknown[]> {
  class Specimen extends BaseDomain {}
  Column(type as typeof DataType.INTEGER)(Specimen.prototype, 'code');
  for (const rule of rules) (rule as Rule)(Specimen.prototype, 'code');
  Table({ tableName: 'specimens' })(Specimen);
  AggregateRoot(Specimen as unknown as DomainClass);
  const { registry } = await inspectedSource([Specimen]);
  const entity = registry.entity(Specimen as unknown as DomainClass)!;
  return numbers.map((number) => sampleValue(entity, entity.fields.get('code')!, number).json);
}

const upTo = (count: number) => Array.from({ length: count }, (_, number) => number);

beforeAll(() => jest.spyOn(console, 'warn').mockImplementation());
afterAll(() => jest.restoreAllMocks());

describe('A sample value', () => {
  it.each([
    ['STRING', DataType.STRING(20), 'code 7'],
    ['STRING(4)', DataType.STRING(4), 'de 7'],
    ['TEXT', DataType.TEXT, 'code 7'],
    ['UUID', DataType.UUID, '00000000-0000-4000-8000-000000000007'],
    ['INTEGER', DataType.INTEGER, 3],
    ['BIGINT', DataType.BIGINT, 3],
    ['DECIMAL(6, 3)', DataType.DECIMAL(6, 3), '3.500'],
    ['DECIMAL(6, 0)', DataType.DECIMAL(6, 0), '3'],
    ['DOUBLE', DataType.DOUBLE, 3],
    ['BOOLEAN', DataType.BOOLEAN, false],
    ['ENUM', DataType.ENUM('new', 'old', 'lost'), 'old'],
    ['DATE', DataType.DATE, '2020-01-08T08:30:00Z'],
    ['DATEONLY', DataType.DATEONLY, '2020-01-08'],
    ['TIME', DataType.TIME, '08:07:00'],
    ['BLOB', DataType.BLOB, 'NyBzYW1wbGU='],
    ['JSON', DataType.JSON, { sample: 7 }],
  ])('has the type of its column: %s', async (_, type, sample) => {
    expect(await samplesOf(type, [], [7])).toEqual([sample]);
  });

  it('is a duration for a duration column', async () => {
    expect(await samplesOf(DataType.INTEGER, [Duration('seconds')], [0, 7, 60])).toEqual(['PT1M', 'PT8M', 'PT2M']);
  });

  it.each([
    ['an exact length', DataType.STRING(40), [Constraint(Joi.string().length(12))], 'code 7xxxxxx'],
    ['a length above 60', DataType.STRING(100), [Constraint(Joi.string().min(70))], 'code 7'.padEnd(70, 'x')],
    ['the length of a validator', DataType.STRING(40), [Length({ min: 8, max: 9, msg: 'x' })], 'code 7xx'],
    ['a pattern', DataType.STRING(9), [Constraint(Joi.string().pattern(/^[A-C]{2}\d$/))], 'BC0'],
    ['the pattern of a validator', DataType.STRING(9), [Is(/^[A-C]{2}\d$/)], 'BC0'],
    ['a list', DataType.STRING(9), [Constraint(Joi.string().valid('a', 'b', 'c'))], 'b'],
    ['the list of a validator', DataType.STRING(9), [IsIn([['a', 'b', 'c']])], 'b'],
    ['the list of a validator with a message', DataType.STRING(9), [IsIn({ args: [['a', 'b']], msg: 'no' })], 'b'],
    ['a list of numbers', DataType.INTEGER, [Constraint(Joi.number().valid(4, 8))], 8],
    ['an email', DataType.STRING(40), [Constraint(Joi.string().email({ tlds: false }))], 'code.7@example.org'],
    ['a URL', DataType.STRING(60), [Constraint(Joi.string().uri())], 'https://example.org/code/7'],
    ['a GUID', DataType.STRING(40), [Constraint(Joi.string().guid())], '00000000-0000-4000-8000-000000000007'],
    ['letters and digits', DataType.STRING(40), [Constraint(Joi.string().alphanum())], 'code7'],
    ['upper case', DataType.STRING(40), [Constraint(Joi.string().uppercase().alphanum())], '0000000007'],
    ['hexadecimal digits', DataType.STRING(40), [Constraint(Joi.string().hex())], '0000000007'],
    ['an IP address', DataType.STRING(40), [Constraint(Joi.string().ip())], '192.0.2.7'],
    ['a day as text', DataType.STRING(40), [Constraint(Joi.string().isoDate())], '2020-01-08'],
  ])('satisfies a rule of a text: %s', async (_, type, rules, sample) => {
    expect(await samplesOf(type, rules, [7])).toEqual([sample]);
  });

  it.each([
    ['a minimum', DataType.INTEGER, [Constraint(Joi.number().min(100))], 102],
    ['a maximum below 1', DataType.INTEGER, [Constraint(Joi.number().max(-5))], -7],
    ['a range', DataType.INTEGER, [Min(100), Max(101)], 100],
    ['an exclusive range', DataType.INTEGER, [Constraint(Joi.number().greater(9).less(11))], 10],
    ['a positive number', DataType.INTEGER, [Constraint(Joi.number().positive())], 3],
    ['a negative number', DataType.INTEGER, [Constraint(Joi.number().negative())], -3],
    ['a negative number above a minimum', DataType.INTEGER, [Constraint(Joi.number().negative().min(-3))], -3],
    ['a multiple', DataType.INTEGER, [Constraint(Joi.number().multiple(25))], 25],
    ['a multiple above a minimum', DataType.INTEGER, [Constraint(Joi.number().multiple(25).min(60))], 75],
    ['a broken minimum of whole numbers', DataType.INTEGER, [Constraint(Joi.number().min(1.5))], 4],
    ['a broken minimum', DataType.DECIMAL(6, 2), [Constraint(Joi.number().min(1.5))], '4.50'],
    ['a broken maximum', DataType.DECIMAL(6, 2), [Constraint(Joi.number().max(0.4))], '-2.50'],
    ['a range within a whole number', DataType.DECIMAL(6, 2), [Constraint(Joi.number().min(0.1).max(0.4))], '0.10'],
    ['a range of floats within a whole number', DataType.DOUBLE, [Constraint(Joi.number().min(0.1).max(0.4))], 0.1],
  ])('satisfies a rule of a number: %s', async (_, type, rules, sample) => {
    expect(await samplesOf(type, rules, [7])).toEqual([sample]);
  });

  it.each([
    ['a future day', DataType.DATEONLY, [Constraint(Joi.date().min('2030-01-01'))], '2035-01-08'],
    ['a past instant', DataType.DATE, [Constraint(Joi.date().less('2000-01-01'))], '1990-01-08T08:30:00Z'],
  ])('satisfies a rule of a date: %s', async (_, type, rules, sample) => {
    expect(await samplesOf(type, rules, [7])).toEqual([sample]);
  });
});

describe('A sample value of a JSON column', () => {
  it.each([
    [Joi.object({ a: Joi.number().min(5), b: Joi.string().min(10) }), { a: 12, b: 'sample 7xx' }],
    [Joi.array().items(Joi.object({ isOn: Joi.boolean() })), [{ isOn: true }]],
    [Joi.object({ size: Joi.string().valid('S', 'M') }), { size: 'M' }],
    [Joi.string(), 'sample 7'],
    [Joi.array().max(0), []],
    [Joi.array().min(2), ['sample 7', 'sample 8']],
    [Joi.array().items(Joi.string()).min(3).unique(), ['sample 7', 'sample 8', 'sample 9']],
    [
      Joi.array()
        .items(Joi.string().valid('a', 'b', 'c'))
        .length(2)
        .unique(),
      ['b', 'c'],
    ],
    [Joi.array().items(Joi.number().integer().min(1).max(9)).min(2).unique(), [8, 9]],
    [Joi.array().items(Joi.number(), Joi.string().required()), ['sample 7']],
    [Joi.array().items(Joi.string().forbidden(), Joi.boolean()).min(2), [true, false]],
    [Joi.array().ordered(Joi.string(), Joi.boolean()).items(Joi.number().max(0)).min(3), ['sample 7', false, 0]],
    [Joi.array().items(Joi.array().items(Joi.string()).min(2)).min(1), [['sample 7', 'sample 8']]],
    [Joi.object({ a: Joi.string().required(), b: Joi.boolean().forbidden() }), { a: 'sample 7' }],
    [Joi.object({ a: Joi.boolean(), b: Joi.boolean() }).xor('a', 'b'), { a: true }],
    [Joi.object({ a: Joi.object({ b: Joi.boolean().required() }).required() }).required(), { a: { b: true } }],
    [Joi.object({ tags: Joi.array().items(Joi.string()).min(2).required() }), { tags: ['sample 7', 'sample 8'] }],
    [Joi.object().min(2), { sample7: 'sample 7', sample8: 'sample 8' }],
    [
      Joi.object()
        .pattern(/^[a-c]\d$/, Joi.boolean())
        .min(1),
      { b2: true },
    ],
    [Joi.object({ size: Joi.alternatives(Joi.number().less(0), Joi.string()) }), { size: -1 }],
    [Joi.array().items(Joi.string().email({ tlds: false })), ['sample.7@example.org']],
    [Joi.array().items(Joi.string().guid()), ['00000000-0000-4000-8000-000000000007']],
    [Joi.array().items(Joi.string().pattern(/^[A-C]{2}\d$/)), ['BC0']],
    [Joi.array().items(Joi.string().uppercase().max(4)), ['LE 7']],
    [Joi.array().items(Joi.number().multiple(25).min(60)), [250]],
  ])('satisfies its schema (%#)', async (schema, sample) => {
    expect(await samplesOf(DataType.JSON, [Constraint(schema)], [7])).toEqual([sample]);
  });
});

describe('A sample value of a unique column', () => {
  it.each([
    ['STRING(3)', DataType.STRING(3), [], 200],
    ['STRING(20)', DataType.STRING(20), [], 500],
    ['UUID', DataType.UUID, [], 500],
    ['INTEGER', DataType.INTEGER, [], 500],
    ['INTEGER above a minimum', DataType.INTEGER, [Min(1000)], 500],
    ['multiples', DataType.INTEGER, [Constraint(Joi.number().multiple(5))], 500],
    ['DECIMAL(10, 2)', DataType.DECIMAL(10, 2), [], 500],
    ['a pattern', DataType.STRING(9), [Is(/^[A-Z]{2}-\d$/)], 500],
    ['an email', DataType.STRING(40), [Constraint(Joi.string().email({ tlds: false }))], 500],
    ['DATEONLY', DataType.DATEONLY, [], 500],
  ])('differs from earlier ones: %s', async (_, type, rules, count) => {
    const samples = await samplesOf(type, [...rules, Unique], upTo(count));

    expect(new Set(samples.map(String)).size).toBe(count);
  });
});

describe('sampleValue()', () => {
  it.each([
    ['a rule that no sample meets', DataType.STRING(20), [Constraint(Joi.string().pattern(/^(?=never)(?=again)/))]],
    ['an empty range', DataType.INTEGER, [Min(5), Max(4)]],
    ['a pattern longer than the column', DataType.STRING(2), [Is(/^\d{3}$/)]],
  ])('throws for %s, and names the field', async (_, type, rules) => {
    await expect(samplesOf(type, rules, [7])).rejects.toThrow(
      'No valid sample value was found for Specimen.code: pass one, as in payload(Specimen, { code: … }).',
    );
  });
});
