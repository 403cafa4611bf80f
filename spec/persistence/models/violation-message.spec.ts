import type { ValidationErrorItem } from 'sequelize';
import { Column, DataType, Is, IsEmail, IsIn, Length, Min, Table } from 'sequelize-typescript';
import { AggregateRoot } from '../../../lib/metadata';
import { createEntities } from '../../../lib/operations';
import { BaseDomain } from '../../../lib/persistence';
import { violationMessage } from '../../../lib/persistence/models/violation-message';
import { InvalidEntityError } from '../../../lib/values';
import { IntegerColumn } from '../../support/columns';
import { useStore } from '../../support/open-store';
import { placeOf, setting } from '../../support/places';

@AggregateRoot
@Table
class Guest extends BaseDomain {
  @IsEmail @Column(DataType.STRING) declare mailAddress: string;
  @Length({ min: 2, max: 5 }) @Column(DataType.STRING) declare nickName: string;
  @Min(18) @IntegerColumn declare age: number;
  @IsIn([['red', 'blue']]) @Column(DataType.STRING) declare colour: string;
  @Is(/^\d+$/) @Column(DataType.STRING) declare phone: string;
  @Column({ type: DataType.STRING, validate: { isUppercase: { msg: 'SHOUT, please' } } }) declare motto: string;
}

describe('The message for a value that a validator of the model rejects', () => {
  const open = useStore([Guest]);

  it.each([
    ['mailAddress', 'nope', 'must be an e-mail address'],
    ['nickName', 'x', 'must have 2 to 5 characters'],
    ['age', 7, 'must be at least 18'],
    ['colour', 'green', 'must be one of red, blue'],
    ['phone', 'x', 'does not have the required format'],
    ['motto', 'quiet', 'SHOUT, please'],
  ])('%s: %s %s', async (field, value, message) => {
    const created = createEntities(open.store, placeOf(open.store, Guest), [setting({ [field]: value })]);

    await expect(created).rejects.toBeInstanceOf(InvalidEntityError);
    await expect(created).rejects.toMatchObject({ violations: [{ path: [0, field], message, invalidValue: value }] });
  });
});

describe('The message for a validator of Sequelize', () => {
  const messageOf = (key: string, bounds: unknown[], message = `Validation ${key} on code failed`) =>
    violationMessage({ message, validatorKey: key, validatorArgs: bounds } as unknown as ValidationErrorItem);

  it.each<[string, unknown[], string]>([
    ['len', [2], 'must have at least 2 characters'],
    ['len', [2, 5], 'must have 2 to 5 characters'],
    ['max', [0], 'must be at most 0'],
    ['isIn', [['a', 'b']], 'must be one of a, b'],
    ['isIn', ['a'], 'must be one of a'],
    ['notIn', [[1, 2]], 'must be none of 1, 2'],
    ['isAfter', ['2026-01-31'], 'must be after 2026-01-31'],
    ['isOfTheHouse', [], 'does not have the required format'],
  ])('%s with %j says "%s"', (key, bounds, message) => {
    expect(messageOf(key, bounds)).toBe(message);
  });

  it('says that a value must not be null, unless the model has its own words', () => {
    expect(messageOf('is_null', [], 'Guest.age cannot be null')).toBe('must not be null');
    expect(messageOf('is_null', [], 'Your age cannot be null')).toBe('Your age cannot be null');
    expect(messageOf('len', [2], 'Validation of len failed')).toBe('Validation of len failed');
  });
});
