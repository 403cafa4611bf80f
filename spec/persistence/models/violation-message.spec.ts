import { Column, DataType, Is, IsEmail, IsIn, Length, Min, Table } from 'sequelize-typescript';
import { AggregateRoot } from '../../../lib/metadata';
import { createEntities } from '../../../lib/operations';
import { BaseDomain } from '../../../lib/persistence';
import { InvalidEntityError } from '../../../lib/values';
import { type OpenStore, openStore } from '../../support/open-store';
import { placeOf, setting } from '../../support/places';

@AggregateRoot
@Table
class Guest extends BaseDomain {
  @IsEmail
  @Column(DataType.STRING)
  declare mailAddress: string;

  @Length({ min: 2, max: 5 })
  @Column(DataType.STRING)
  declare nickName: string;

  @Min(18)
  @Column(DataType.INTEGER)
  declare age: number;

  @IsIn([['red', 'blue']])
  @Column(DataType.STRING)
  declare colour: string;

  @Is(/^\d+$/)
  @Column(DataType.STRING)
  declare phone: string;

  @Column({ type: DataType.STRING, validate: { isUppercase: { msg: 'SHOUT, please' } } })
  declare motto: string;
}

describe('The message for a value that a validator of the model rejects', () => {
  let open: OpenStore;

  beforeAll(async () => {
    open = await openStore([Guest]);
  });
  afterAll(() => open.close());

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
