import { type DomainClass, type MetadataError, MetadataRegistry } from '../../lib/metadata';
import { FakeEntityReader, textField, toMany } from '../support/fake-entity-reader';

class Order {}
class Tag {}
class OrderTag {}

/** Orders with a many-to-many collection of tags, joined by a table with these columns besides its keys. */
function joinedBy(fields: readonly string[], types: readonly DomainClass[] = [Order, Tag]) {
  const registry = new MetadataRegistry();
  registry.declareAggregate(Order, {});
  registry.declareAccess(OrderTag, 'note', 'readOnly');
  const join = { type: OrderTag, fields: fields.map((name) => textField(name)) };
  const reader = new FakeEntityReader()
    .describe(Order, { collections: [{ ...toMany('tags', Tag), join }] })
    .describe(Tag, { fields: [textField('displayName')] })
    .describe(OrderTag, { fields: join.fields });
  registry.seal(types, reader);
  return [...registry.entity(Order)!.collections.get('tags')!.joinFields.values()];
}

function mistakeIn(fields: readonly string[], types?: readonly DomainClass[]): MetadataError | undefined {
  try {
    joinedBy([...fields, 'note'], types);
    return undefined;
  } catch (error) {
    return error as MetadataError;
  }
}

describe('The columns of a join table', () => {
  it('are fields of the elements, in the order of the table, with the join table as their holder', () => {
    const fields = joinedBy(['validFrom', 'note']);

    expect(fields.map(({ name, wireName, holder }) => [name, wireName, holder])).toEqual([
      ['validFrom', 'valid_from', OrderTag],
      ['note', 'note', OrderTag],
    ]);
  });

  it('have the marks of the class of the join table', () => {
    const [validFrom, note] = joinedBy(['validFrom', 'note']);

    expect([validFrom!.access, note!.access]).toEqual(['open', 'readOnly']);
  });

  it.each([
    ['of the target', ['displayName'], 'displayName', 'display_name', 'Tag'],
    ['of the target, in another spelling', ['display_name'], 'display_name', 'display_name', 'Tag'],
    ['of the key of the target', ['id'], 'id', 'id', 'Tag'],
    ['of another column of the join table', ['validFrom', 'valid_from'], 'valid_from', 'valid_from', 'OrderTag'],
  ])('must not have the wire name %s', (_, fields, field, wireName, holder) => {
    expect(mistakeIn(fields)).toMatchObject({
      code: 'JOIN_FIELD_TAKEN',
      message: `OrderTag.${field} would be "${wireName}" in the elements of Order.tags, and ${holder} has a member of that name: rename one of the two.`,
    });
  });

  it('are reported once if two of them have the same wire name in a join table that is an entity', () => {
    expect(mistakeIn(['validFrom', 'valid_from'], [Order, Tag, OrderTag])).toMatchObject({ code: 'WIRE_NAME_TAKEN' });
  });

  it('may have a name that only the owner has', () => {
    expect(mistakeIn(['tags'])).toBeUndefined();
  });
});
