import { Sequelize } from 'sequelize';
import {
  changedFieldsOf,
  copyState,
  previousValuesOf,
  restoreState,
  setStored,
  valuesOf,
} from '../../../lib/persistence/sequelize/instance';
import { defaultOf, fieldValidatorsOf, isVirtualField } from '../../../lib/persistence/sequelize/model-class';
import { optionsOf } from '../../../lib/persistence/sequelize/sequelize-instance';
import { sharedNamespace } from '../../../lib/persistence/sequelize/transaction';
import { openPlainSequelize, type PlainSequelize } from '../../support/plain-sequelize';

describe('What lib/persistence/sequelize reads', () => {
  let plain: PlainSequelize;

  beforeAll(async () => {
    plain = await openPlainSequelize();
  });
  afterAll(() => plain.close());

  it('of a class are its defaults, validators and virtual fields', () => {
    const { model } = plain;

    expect(defaultOf(model, 'price')!()).toBe('1.00');
    expect(defaultOf(model, 'crew')).toBeUndefined();
    expect(fieldValidatorsOf(model)).toEqual({ code: { len: [1, 20] } });
    expect([isVirtualField(model, 'label'), isVirtualField(model, 'code')]).toEqual([true, false]);
  });

  it('of an instance is a state that it can be given again', () => {
    const boat = plain.model.build({ code: 'a', crew: 1 } as never);
    setStored(boat, { code: 'a', crew: 1 });
    const state = copyState(boat);
    boat.set('crew' as never, 2 as never);
    expect([...changedFieldsOf(boat)]).toEqual(['crew']);

    restoreState(boat, state);

    expect(boat.changed()).toBe(false);
    expect(valuesOf(boat)).toMatchObject({ code: 'a', crew: 1 });
    expect(previousValuesOf(boat)).toEqual(valuesOf(boat));
    expect(valuesOf(boat)).not.toBe(state.dataValues);
  });

  it('of an instance of Sequelize are the hooks for all classes', () => {
    const { sequelize } = plain;
    sequelize.addHook('beforeUpdate', 'own', () => undefined);

    expect(optionsOf(sequelize).hooks).toMatchObject({ beforeUpdate: [{ name: 'own' }] });
  });

  it('of Sequelize is the namespace of `useCLS`', () => {
    const namespace = {
      get: () => 1,
      set: () => undefined,
      run: (work: () => unknown) => work(),
      bind: () => undefined,
    };
    Sequelize.useCLS(namespace as never);

    expect(sharedNamespace()).toBe(namespace);

    Object.assign(Sequelize, { _cls: undefined });
    expect(sharedNamespace()).toBeUndefined();
  });
});
