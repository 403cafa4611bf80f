import { DataTypes, literal, type Model, type ModelAttributes, type ModelStatic, Sequelize } from 'sequelize';
import type { DomainModel, Entity } from '../../../lib/persistence/models/domain-model';
import { keepOriginal } from '../../../lib/persistence/models/original-methods';
import { copyState } from '../../../lib/persistence/sequelize/instance';
import { fillInstances } from '../../../lib/persistence/writes/fill-instances';

type Values = Readonly<Record<string, unknown>>;

const sequelize = new Sequelize({ dialect: 'sqlite', storage: ':memory:', logging: false });
const filled = define('Filled', columns());
const plain = define('Plain', columns());
fillInstances(filled);

describe('the values of new instances that are set by a plan', () => {
  afterAll(() => sequelize.close());

  it.each<[string, Values | null | undefined]>([
    ['no values', undefined],
    ['nothing but defaults', {}],
    ['null in place of values', null],
    ['texts and numbers', { code: 'a', price: '1.50', crew: 3 }],
    ['values that are null or undefined', { code: null, price: undefined, isOpen: null, crew: undefined }],
    ['a value that equals its default', { price: '1.00', isOpen: true }],
    ['a key', { id: 7, code: 'a' }],
    ['a date as a text', { sailedAt: '2026-01-02T03:04:05Z', day: '2026-01-02' }],
    ['a date that is none', { sailedAt: '', day: '' }],
    ['a boolean as a number', { isOpen: 0 }],
    ['an expression', { crew: literal('1 + 1'), sailedAt: literal('CURRENT_TIMESTAMP') }],
    ['JSON, and a path in it', { log: { wind: 3 }, 'log.waves': 4 }],
    ['a field with a setter', { shout: 'Ahoy', code: 'b' }],
    ['a field that a setter has set before', { note: { a: 1 }, log: { a: 1 } }],
    ['a setter that replaces all values', { code: 'a', restart: 1, crew: 4 }],
    ['a virtual field', { label: 'x' }],
    ['a default for each instance', { token: undefined }],
    ['unknown fields', { colour: 'red', code: 'a' }],
    ['timestamps', { createdAt: '2026-01-02', updatedAt: new Date(5) }],
  ])('are those that Sequelize sets: %s', (_, values) => {
    expect(stateOf(filled, values, {})).toEqual(stateOf(plain, values, {}));
  });

  it.each<[string, Values]>([
    ['of a stored row', { isNewRecord: false, raw: true }],
    ['of a row that is changed', { isNewRecord: false }],
    ['with raw values', { raw: true }],
    ['with chosen fields', { attributes: ['code', 'crew'] }],
  ])('are left to Sequelize: %s', (_, options) => {
    const values = { id: 3, code: 'a', crew: 2, sailedAt: '2026-01-02' };

    expect(stateOf(filled, values, options)).toEqual(stateOf(plain, values, options));
  });

  it('do not pass through `set` where the field has no setter', () => {
    const model = define('Watched', columns());
    const { set } = model.prototype;
    const watched = jest.fn(set);
    keepOriginal(watched, set);
    Object.assign(model.prototype, { set: watched });
    fillInstances(model);

    model.build({ code: 'a', crew: 2, shout: 'Ahoy', token: 't' } as never);

    expect(watched.mock.calls.map(([name]) => name as unknown)).toEqual(['shout']);
  });

  it('pass through the `set` of a class that overrides it', () => {
    const model = define('Overriding', columns());
    const { set } = model.prototype;
    Object.assign(model.prototype, {
      set(this: Entity, key: unknown, ...rest: unknown[]) {
        return Reflect.apply(set, this, key === 'code' ? [key, 'own'] : [key, ...rest]) as Entity;
      },
    });
    fillInstances(model);

    expect(model.build({ code: 'a', token: 't' } as never).get('code')).toBe('own');
  });
});

/** With a value for the field whose default is made for each instance: without one, Sequelize sets all values. */
function stateOf(model: DomainModel, values: Values | null | undefined, options: Values): unknown {
  const instance = model.build((values && { token: 't', ...values }) as never, options);
  return { ...copyState(instance), order: Object.keys(copyState(instance).dataValues) };
}

function define(name: string, attributes: ModelAttributes): DomainModel {
  const model = sequelize.define(name, attributes, { paranoid: true, version: true, tableName: 'boats' });
  return model as ModelStatic<Model> as DomainModel;
}

function columns(): ModelAttributes {
  return {
    code: DataTypes.STRING(20),
    price: { type: DataTypes.DECIMAL(5, 2), defaultValue: '1.00' },
    isOpen: { type: DataTypes.BOOLEAN, defaultValue: true },
    crew: DataTypes.INTEGER,
    sailedAt: DataTypes.DATE,
    day: DataTypes.DATEONLY,
    log: DataTypes.JSON,
    label: DataTypes.VIRTUAL,
    token: { type: DataTypes.STRING(20), defaultValue: () => 'made' },
    shout: {
      type: DataTypes.STRING(20),
      set(this: Model, value: string) {
        this.setDataValue('shout', value.toUpperCase());
      },
    },
    note: {
      type: DataTypes.VIRTUAL,
      set(this: Model, value: object) {
        this.setDataValue('log', { ...value });
      },
    },
    restart: {
      type: DataTypes.VIRTUAL,
      set(this: Model) {
        this.set({ code: 'again' }, { reset: true } as object);
      },
    },
  };
}
