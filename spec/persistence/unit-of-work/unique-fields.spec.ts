import { UniqueConstraintError } from 'sequelize';
import type { DomainModel } from '../../../lib/persistence/models/domain-model';
import { isUniqueFault, uniqueFields, uniqueMessage } from '../../../lib/persistence/unit-of-work/unique-fields';

const model = {
  fieldAttributeMap: { order_code: 'orderCode', 'Maker"s': 'maker' },
  getAttributes: () => ({ orderCode: { field: 'order_code' }, maker: { field: 'Maker"s' }, id: { field: 'id' } }),
  primaryKeys: { id: { field: 'id' } },
  uniqueKeys: {
    own: { name: 'own', customIndex: true, fields: ['order_code', 'id'], msg: 'is taken' },
    silent: { name: 'silent', customIndex: false, fields: ['id'], msg: null },
  },
  _indexes: [{ name: 'by_maker', fields: ['order_code', { name: 'Maker"s' }] }],
} as unknown as DomainModel;

function fault(message: string, fields: object = {}, errno?: number): UniqueConstraintError {
  const parent = Object.assign(new Error(message), { sql: '', errno });
  return new UniqueConstraintError({ parent, fields: fields as Record<string, unknown> });
}

const onServer = (value: string, key: string) => fault(`Duplicate entry '${value}' for key '${key}'`, {}, 1062);

describe('The fields of a violated unique index', () => {
  it.each([
    ['the primary key of a server', onServer('7', 'PRIMARY'), ['id']],
    ['the primary key after its table, as MySQL has it', onServer('7', 'orders.PRIMARY'), ['id']],
    ['a unique constraint with a name', onServer('a-7', 'own'), ['orderCode', 'id']],
    ['an index with a name', onServer('a-b', 'orders.by_maker'), ['orderCode', 'maker']],
    ['a value that quotes the message', onServer("x' for key 'PRIMARY", 'by_maker'), ['orderCode', 'maker']],
    ['an index that no one knows', onServer('a', 'of_others'), []],
    [
      'the columns of SQLite',
      fault('UNIQUE constraint failed: orders.order_code', ['order_code', 'other']),
      ['orderCode', 'other'],
    ],
    [
      'the columns of SQLite by value',
      fault('UNIQUE constraint failed: orders.order_code', { order_code: 'a' }),
      ['orderCode'],
    ],
    [
      'an index over an expression on SQLite',
      fault("UNIQUE constraint failed: index 'by_maker'"),
      ['orderCode', 'maker'],
    ],
  ])('are those of %s', (_, error, fields) => {
    expect(uniqueFields(model, error)).toEqual(fields);
  });

  it('are the names of the database without a model', () => {
    expect(uniqueFields(undefined, onServer('a', 't.by_maker'))).toEqual(['by_maker']);
  });

  it.each([
    [onServer('a', 'own'), true],
    [fault('SQLITE_CONSTRAINT: UNIQUE constraint failed: orders.code'), true],
    [fault('SQLITE_CONSTRAINT: NOT NULL constraint failed: orders.code'), false],
  ])('belong to an error that is about uniqueness: %p', (error, is) => {
    expect(isUniqueFault(error)).toBe(is);
  });

  it.each([
    [['orderCode', 'id'], 'is taken'],
    [['id', 'orderCode'], 'is taken'],
    [['orderCode'], undefined],
    [['id'], undefined],
    [[], undefined],
  ])('have the message that the model declares for all of them: %j', (fields, message) => {
    expect(uniqueMessage(model, fields)).toBe(message);
    expect(uniqueMessage(undefined, fields)).toBeUndefined();
  });
});
