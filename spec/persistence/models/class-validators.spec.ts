import { DataTypes, type Model, type ModelStatic, Sequelize, type ValidationErrorItem } from 'sequelize';
import { isPromise } from '../../../lib/foundation';
import { ClassValidators } from '../../../lib/persistence/models/class-validators';
import type { DomainModel } from '../../../lib/persistence/models/domain-model';

const sequelize = new Sequelize({ dialect: 'sqlite', storage: ':memory:', logging: false });

afterAll(() => sequelize.close());

function validatorsOf(validate: Readonly<Record<string, unknown>>): [DomainModel, ClassValidators] {
  const email = { type: DataTypes.STRING(40), validate: { isEmail: true } };
  const defined = sequelize.define('Member', { email }, { validate: validate as never });
  const model = defined as ModelStatic<Model> as DomainModel;
  return [model, ClassValidators.of(model)];
}

function namesOf(errors: readonly ValidationErrorItem[]): (string | null)[] {
  return errors.map(({ validatorKey }) => validatorKey);
}

describe('validators that are functions', () => {
  const reject = () => {
    throw new Error('no');
  };

  it.each<[string, () => unknown, boolean]>([
    ['at once if they are synchronous', reject, false],
    ['later if one returns a promise', async () => reject(), true],
    ['later if one takes a callback', (done: (error: Error) => void) => setImmediate(done, new Error('no')), true],
  ] as [string, () => unknown, boolean][])('report their errors %s', async (_, test, isLate) => {
    const [model, validators] = validatorsOf({ first: reject, other: test });
    const instance = model.build({ email: 'nobody' } as never);

    const errors = validators.allErrorsOf({ values: { email: 'nobody' }, instance });

    expect(isPromise(errors)).toBe(isLate);
    expect(namesOf(await errors)).toEqual(['isEmail', 'first', 'other']);
  });
});
