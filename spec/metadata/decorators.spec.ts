import {
  AggregateRoot,
  Collection,
  type DomainClass,
  defaultRegistry,
  EntityKey,
  Hidden,
  MetadataError,
  ReadOnly,
  Searchable,
  WriteOnly,
} from '../../lib/metadata';
import { FakeEntityReader, textField, toMany } from '../support/fake-entity-reader';

class Item {}

@AggregateRoot
class Bare {
  @EntityKey declare code: string;
  @Searchable declare name: string;
  @Hidden declare notes: string;
  @ReadOnly declare rating: string;
  @WriteOnly declare secret: string;
  @Collection declare items: Item[];
}

@AggregateRoot()
class Called {
  @EntityKey() declare code: string;
  @Searchable() declare name: string;
  @Hidden() declare notes: string;
  @ReadOnly() declare rating: string;
  @WriteOnly() declare secret: string;
  @Collection() declare items: Item[];
}

@AggregateRoot({ name: 'things', delete: false })
class WithOptions {
  @Searchable({ ignoreCase: true }) declare name: string;
  @Collection({ update: false, nested: false, cascade: true, embed: true }) declare items: Item[];
}

describe.each([
  ['bare', Bare],
  ['called', Called],
])('decorators written %s', (_, type) => {
  it('make the class an aggregate root with all four operations', () => {
    const { root, exposure } = sealed(type).aggregate(type);

    expect(root.isRoot).toBe(true);
    expect(exposure).toEqual({ create: true, read: true, update: true, delete: true });
  });

  it('mark its fields', () => {
    const { key, fields } = sealed(type).entity(type)!;

    expect(key.name).toBe('code');
    expect(fields.get('name')?.searchable).toEqual({});
    expect(fields.get('code')?.searchable).toBeUndefined();
    expect([...fields.values()].map(({ name, access }) => [name, access])).toEqual([
      ['id', 'open'],
      ['code', 'open'],
      ['name', 'open'],
      ['notes', 'hidden'],
      ['rating', 'readOnly'],
      ['secret', 'writeOnly'],
    ]);
  });

  it('leave a collection with all its routes, nested in payloads, without cascade, and not embedded', () => {
    const items = sealed(type).entity(type)!.collections.get('items');

    expect(items).toMatchObject({ nested: true, cascade: false, embed: false });
    expect(items?.exposure).toEqual({ create: true, read: true, update: true, delete: true });
  });
});

describe('decorators with options', () => {
  it('set the resource name, and exclude the operations set to false', () => {
    const { resourceName, exposure } = sealed(WithOptions).aggregate(WithOptions);

    expect(resourceName).toBe('things');
    expect(exposure).toEqual({ create: true, read: true, update: true, delete: false });
  });

  it('set the options of a search and of a collection', () => {
    const { fields, collections } = sealed(WithOptions).entity(WithOptions)!;

    expect(fields.get('name')?.searchable).toEqual({ ignoreCase: true });
    expect(collections.get('items')).toMatchObject({
      nested: false,
      cascade: true,
      embed: true,
      exposure: { create: true, read: true, update: false, delete: true },
    });
  });
});

describe('@Hidden, @ReadOnly and @WriteOnly', () => {
  it('contradict each other on one field, which is reported when the class is declared', () => {
    const write = () => {
      class Torn {
        @Hidden @ReadOnly declare notes: string;
      }
      return Torn;
    };

    expect(write).toThrow(MetadataError);
    expect(write).toThrow('Torn.notes is marked readOnly and hidden: keep one of the two marks.');
  });
});

function sealed(type: DomainClass) {
  const names = ['code', 'name', 'notes', 'rating', 'secret'];
  const fields = names.map((name) => textField(name, { isUnique: name === 'code', isNullable: name !== 'code' }));
  const collections = [toMany('items', Item, 'ownerId')];
  const registry = defaultRegistry.copy();
  registry.seal([type, Item], new FakeEntityReader().describe(type, { fields, collections }));
  return registry;
}
