import { Model, Op, Transaction } from 'sequelize';
import { queryInterfaceOf } from '../../../lib/persistence/sequelize/query-interface';
import { openPlainSequelize, type PlainSequelize } from '../../support/plain-sequelize';

type Call = (plain: PlainSequelize) => Promise<unknown>;

let number = 0;
const boat = () => ({ code: `b-${++number}`, crew: 1 }) as never;
const OF_TWO = { crew: 2 } as never;

const COLUMNS = '{id code price crew log createdAt updatedAt deletedAt version}';

const CREW = '{type Model fieldName _modelAttribute field}';
const OPTIONS = '{model prefix type}';

/** How Sequelize calls each method of the query interface that is replaced; objects by the names in them. */
const CALLS: readonly (readonly [method: string, call: Call, given: readonly string[]])[] = [
  [
    'insert',
    ({ model, transaction }) => model.create(boat(), { transaction }),
    ['the instance', 'Boats', '{id code price crew createdAt updatedAt version}', 'options'],
  ],
  [
    'update',
    async ({ model, transaction }) => (await model.create(boat(), { transaction })).update(OF_TWO, { transaction }),
    ['the instance', 'Boats', '{crew updatedAt version}', '{id version}', 'options'],
  ],
  [
    'delete',
    async ({ model, transaction }) =>
      (await model.create(boat(), { transaction })).destroy({ force: true, transaction }),
    ['the instance', 'Boats', '{id version}', 'options'],
  ],
  [
    'upsert',
    ({ model, transaction }) => model.upsert(boat(), { transaction }),
    ['Boats', '{code price crew version createdAt updatedAt}', '{code crew updatedAt}', '{id}', 'options'],
  ],
  [
    'bulkInsert',
    ({ model, transaction }) => model.bulkCreate([boat()], { transaction }),
    ['Boats', '[{id code price crew createdAt updatedAt version}]', 'options', COLUMNS],
  ],
  [
    'bulkUpdate',
    ({ model, transaction }) => model.update(OF_TWO, { where: OF_TWO, transaction }),
    ['Boats', '{crew updatedAt}', '{Symbol(and)}', 'options', COLUMNS],
  ],
  [
    'bulkDelete',
    ({ model, transaction }) => model.destroy({ where: OF_TWO, force: true, transaction }),
    ['Boats', '{crew}', 'options', 'the class'],
  ],
  [
    'increment',
    ({ model, transaction }) => model.increment('crew' as never, { where: OF_TWO, transaction }),
    ['the class', 'Boats', '{crew}', '{crew version}', '{updatedAt}', 'options'],
  ],
  [
    'decrement',
    ({ model, transaction }) => model.decrement('crew' as never, { where: OF_TWO, transaction }),
    ['the class', 'Boats', '{crew}', '{crew version}', '{updatedAt}', 'options'],
  ],
  ['select', ({ model, transaction }) => model.findAll({ transaction }), ['the class', 'Boats', 'options']],
  [
    'rawSelect',
    ({ model, transaction }) => model.max('crew' as never, { transaction }),
    ['Boats', 'options', 'max', 'the class'],
  ],
];

describe('A method of Sequelize that is replaced', () => {
  let plain: PlainSequelize;

  beforeAll(async () => {
    plain = await openPlainSequelize();
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => plain.close());

  it.each(CALLS)('of the query interface gets what is declared: %s', async (method, call, expected) => {
    const calls = callsOf(queryInterfaceOf(plain.sequelize), method);

    await call(plain);

    expect(calls.at(-1)).toEqual(expected);
  });

  it.each([
    ['startTransaction', 'commit'],
    ['commitTransaction', 'commit'],
    ['rollbackTransaction', 'rollback'],
  ] as const)('of the query interface gets the transaction: %s', async (method, end) => {
    const { sequelize, transaction: outer } = plain;
    const calls = callsOf(queryInterfaceOf(sequelize), method);

    const transaction = await sequelize.transaction({ transaction: outer });
    await transaction[end]();

    expect(calls).toEqual([['a transaction', '{type isolationLevel readOnly}']]);
  });

  it.each([
    ['whereItemQuery', ['crew', '{Symbol(gt)}', OPTIONS]],
    ['_findField', ['crew', OPTIONS]],
    ['_whereParseSingleValueObject', ['crew', CREW, 'Symbol(gt)', '1', OPTIONS]],
  ])('of the query generator gets the key of a condition, and the class: %s', async (method, expected) => {
    const { sequelize, model, transaction } = plain;
    const calls = callsOf(queryInterfaceOf(sequelize).queryGenerator, method);

    await model.findAll({ where: { crew: { [Op.gt]: 1 } } as never, transaction });

    expect(calls).toContainEqual(expected);
  });

  it('of a class gets the name of the hook, the instance and the options: runHooks', async () => {
    const { model, transaction } = plain;
    const calls = callsOf(model, 'runHooks');

    await model.create(boat(), { transaction });

    expect(calls).toContainEqual(['beforeValidate', 'the instance', 'options']);
    expect(calls).toContainEqual(['afterCreate', 'the instance', 'options']);
  });
});

/** What a method gets from now on, described when it is called, since Sequelize changes the objects later. */
function callsOf(holder: object, method: string): readonly (readonly string[])[] {
  const calls: string[][] = [];
  const methods = holder as Record<string, (...given: unknown[]) => unknown>;
  const original = methods[method]!;
  jest.spyOn(methods, method).mockImplementation(function (this: unknown, ...given) {
    calls.push(given.map(described));
    return original.apply(this, given);
  });
  return calls;
}

function described(given: unknown): string {
  if (typeof given === 'function') return 'the class';
  if (given instanceof Model) return 'the instance';
  if (given instanceof Transaction) return 'a transaction';
  if (Array.isArray(given)) return `[${given.map(described).join(' ')}]`;
  if (typeof given !== 'object' || given === null) return String(given);
  return 'transaction' in given ? 'options' : `{${Reflect.ownKeys(given).map(String).join(' ')}}`;
}
