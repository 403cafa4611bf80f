import { BelongsTo, ForeignKey, HasMany, Table } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain } from '../../../lib';
import { StoredForeignKeys } from '../../../lib/persistence/models/stored-foreign-keys';
import { ALL_ROWS } from '../../../lib/persistence/reads/scopes';
import { ClassReferences } from '../../../lib/persistence/writes/class-references';
import { IntegerColumn } from '../../support/columns';
import { useStore } from '../../support/open-store';

@AggregateRoot
@Table({ tableName: 'referred_crates' })
class Crate extends BaseDomain {
  @HasMany(() => Bottle) declare bottles: Bottle[];
}

@AggregateRoot
@Table({ tableName: 'referring_bottles' })
class Bottle extends BaseDomain {
  @ForeignKey(() => Crate) @IntegerColumn declare crateId: number | null;
  @BelongsTo(() => Crate) declare crate: Crate | null;
}

const used = useStore([Crate, Bottle]);
const entity = (wanted: string) => used.store.registry.entities.find(({ name }) => name === wanted)!;

describe('The references of a class', () => {
  it('are worked out once, and again when the start has read the foreign keys of the database', () => {
    const database: { foreignKeys?: StoredForeignKeys } = {};
    const references = new ClassReferences(database, used.store.registry, ALL_ROWS);
    const first = references.of(entity('Bottle'));

    expect(references.of(entity('Bottle'))).toBe(first);

    database.foreignKeys = new StoredForeignKeys([]);

    expect(references.of(entity('Bottle'))).not.toBe(first);
    expect(references.of(entity('Bottle'))).toBe(references.of(entity('Bottle')));
  });

  it('say that a root in a collection of another one may belong to that', () => {
    const references = new ClassReferences({}, used.store.registry, ALL_ROWS);

    expect(['Crate', 'Bottle'].map((name) => references.of(entity(name)).isOwned)).toEqual([false, true]);
  });
});
