import Joi from 'joi';
import {
  type ActionDeclaration,
  type DomainClass,
  METADATA_ERROR_CODES,
  MetadataError,
  type MetadataErrorCode,
  MetadataRegistry,
} from '../../lib/metadata';
import { FakeEntityReader, generatedKey, textField, toMany } from '../support/fake-entity-reader';

class OrderItem {}
class Order {
  cancel(): void {}
  cancelItem(_orderItem: OrderItem): void {}
  take(_given: unknown): void {}
  rebuild(prototype: unknown): void {
    void prototype;
  }
  takeAll(..._given: readonly unknown[]): void {}
  get label(): string {
    return 'Order';
  }
}
class Purchase {
  get sum(): number {
    return 0;
  }
}
class Invoice {}

/** What a domain model says wrongly, and the message that stops the start: class, field and the way out. */
interface Mistake {
  readonly make: (registry: MetadataRegistry, reader: FakeEntityReader) => void;
  readonly message: string;
  readonly types?: readonly DomainClass[];
}

/** Declares an action of the order. */
const action =
  (method: string, options: Partial<ActionDeclaration> = {}) =>
  (registry: MetadataRegistry) =>
    registry.declareAction(Order, { value: 'act', method, ...options });

const columnless = 'has no database column: put the mark on a column.';

const MISTAKES: Record<MetadataErrorCode, Mistake> = {
  ACCESS_CONTRADICTS: {
    make: (registry) => {
      registry.declareAccess(Order, 'notes', 'hidden');
      registry.declareAccess(Order, 'notes', 'writeOnly');
    },
    message: 'Order.notes is marked hidden and writeOnly: keep one of the two marks.',
  },
  ACTION_CHILD_MISSING: {
    make: action('cancel', { path: 'orderItems' }),
    message:
      'Order.cancel is an action on OrderItem, but takes no parameter of that class or name: add "orderItem: OrderItem".',
  },
  ACTION_METHOD_MISSING: {
    make: action('label'),
    message:
      'Order.label is marked @Action but is no method of its instances: put the mark on a method that is neither static nor an accessor.',
  },
  ACTION_METHOD_RESERVED: {
    make: (registry, reader) => {
      reader.reservedBy = (_, name) => (name === 'take' ? 'Model has it' : undefined);
      action('take', { parameterTypes: [String] })(registry);
    },
    message:
      'Order.take is marked @Action and cannot be called so, since Model has it: rename the method. (The action keeps its path by "value".)',
  },
  ACTION_NAME_INVALID: {
    make: action('cancel', { value: 'cancelNow' }),
    message: 'Order.cancel is the action "cancelNow": use lower-case letters, digits and underscores, a letter first.',
  },
  ACTION_NAME_IS_COLLECTION: {
    make: action('cancel', { value: 'order_items' }),
    message:
      'Order.cancel is the action "order_items", which is the path of Order.orderItems already: rename the action.',
  },
  ACTION_NAME_RESERVED: {
    make: action('cancel', { value: 'update' }),
    message:
      'Order.cancel is the action "update", which would share its name with a generated method: rename the action.',
  },
  ACTION_NAME_TAKEN: {
    make: (registry) => {
      action('cancelItem', { path: 'orderItems', parameterTypes: [OrderItem] })(registry);
      action('take', { path: 'orderItems', parameterTypes: [OrderItem] })(registry);
    },
    message: 'Order.cancelItem and Order.take are both the action "orderItems.act": rename one of the two.',
  },
  ACTION_NOT_ON_ROOT: {
    make: (registry) => registry.declareAction(OrderItem, { value: 'act', method: 'cancel' }),
    message:
      'OrderItem.cancel is marked @Action, but OrderItem is no aggregate root: declare the action on the root and let it take the OrderItem as a parameter.',
  },
  ACTION_OPTIONAL_UNKNOWN: {
    make: action('take', { optional: ['reason'], parameterTypes: [String] }),
    message:
      'Order.take lists "reason" as optional, and takes no such parameter from the payload (_given): correct the name.',
  },
  ACTION_PARAMETERS_UNREADABLE: {
    make: action('takeAll'),
    message:
      'The parameters of Order.takeAll cannot be read from its source: write each by name (no "..."), mark a method that overrides another with @Action again, let nothing wrap it below the mark, and compile to ES2017 or newer.',
  },
  ACTION_PARAMETER_IS_CHILD: {
    make: action('take', { parameterTypes: [OrderItem] }),
    message:
      'Order.take takes the class OrderItem as "_given", which is no aggregate root and not on the action\'s path: take its id, or set the path.',
  },
  ACTION_PARAMETER_RESERVED: {
    make: action('rebuild', { parameterTypes: [String] }),
    message:
      'Order.rebuild takes "prototype" from the payload, which may not have a key of that name: rename the parameter.',
  },
  ACTION_PARAMETER_UNTYPED: {
    make: action('take', { parameterTypes: [Array] }),
    message:
      'Order.take takes "_given", whose type decorators cannot tell (an array, a union, an interface, one that is taken apart or not written out): write the type out, or give @Action a Joi schema for it, and check that "emitDecoratorMetadata" is on.',
  },
  ACTION_PATH_UNKNOWN: {
    make: action('cancel', { path: 'orderItems.shipments' }),
    message:
      'Order.cancel is an action on "orderItems.shipments", which leads nowhere from Order: write one of orderItems.',
  },
  ACTION_RETURNS_INVALID: {
    make: action('cancel', { returns: [Order, OrderItem] as never }),
    message:
      'The option returns of the action Order.cancel is not a class: write returns: Order, or returns: [Order] for a list. (It is undefined while two modules import each other: move one of the imports.)',
  },
  ACTION_SCHEMA_INVALID: {
    make: action('take', { schema: Joi.string() as never }),
    message: 'The schema of the action Order.take is no Joi object: write schema: Joi.object({ … }).',
  },
  ACTION_SCHEMA_MISMATCH: {
    make: action('take', { schema: Joi.object({ _given: Joi.array(), reason: Joi.string() }) }),
    message:
      'The schema of the action Order.take has the key "reason", and the method takes no such parameter from the payload (_given): correct the name.',
  },
  AGGREGATE_NAME_INVALID: {
    make: (registry) => registry.declareAggregate(Order, { name: 'Orders/All' }),
    message:
      'Order sets the resource name "Orders/All": use lower-case letters, digits and underscores, a letter first.',
  },
  ANNOTATION_MISPLACED: {
    make: (registry) => registry.annotate(Order, Symbol('@Secure'), {}, 'label'),
    message:
      'Order.label is marked @Secure but is no column, no to-many association and no action: move the mark, or remove it.',
  },
  ARGUMENT_CLASS_UNMARKED: {
    make: action('take', { parameterTypes: [Purchase] }),
    message:
      'The class Purchase, which Order.take takes as "_given", has no field marked @Argument, so that no payload could be checked: mark the fields that a payload may have, or give a Joi schema in place of the class.',
  },
  ARGUMENT_FIELD_UNTYPED: {
    make: (registry) => {
      action('take', { parameterTypes: [Purchase] })(registry);
      registry.declareArgument(Purchase, 'lines', { type: Array });
    },
    message:
      'Purchase.lines is marked @Argument, and decorators cannot tell its type (an array, a union such as "string | null", an interface, an entity, or a class that it stands in): write the type out, or @Argument({ schema: Joi… }), and check that "emitDecoratorMetadata" is on.',
  },
  ARGUMENT_NOT_SETTABLE: {
    make: (registry) => {
      action('take', { parameterTypes: [Purchase] })(registry);
      registry.declareArgument(Purchase, 'sum', { type: Number });
    },
    message: 'Purchase.sum is marked @Argument, and is a getter without a setter: mark a field, or add the setter.',
  },
  ARGUMENT_ON_ENTITY: {
    make: (registry) => registry.declareArgument(Order, 'notes', { type: String }),
    message:
      'Order.notes is marked @Argument, which is for the fields of plain classes that are parameters of actions, and Order is a domain class: remove the mark.',
  },
  ARGUMENT_SCHEMA_INVALID: {
    make: (registry) => {
      action('take', { parameterTypes: [Purchase] })(registry);
      registry.declareArgument(Purchase, 'lines', { type: Array, schema: {} as never });
    },
    message: "The schema of Purchase.lines is not Joi's: write @Argument({ schema: Joi.string() }) or another one.",
  },
  COLLECTION_TARGET_UNKNOWN: {
    make: () => undefined,
    types: [Order],
    message:
      "Order.orderItems refers to OrderItem, which is not among the application's domain classes: add its folder to db.packagesToScan, or the class to the list of domain classes.",
  },
  COLLECTION_WITHOUT_ASSOCIATION: {
    make: (registry) => registry.declareCollection(Order, 'notes', {}),
    message:
      'Order.notes is marked @Collection but is no to-many association: add @HasMany or @BelongsToMany, or remove the mark.',
  },
  EMBED_UNREADABLE: {
    make: (registry) => registry.declareCollection(Order, 'orderItems', { embed: true, read: false }),
    message: 'Order.orderItems is marked embed: true, but it is hidden or has read: false: remove one of the marks.',
  },
  ENTITY_KEY_NOT_A_FIELD: {
    make: (registry) => registry.declareEntityKey(Order, 'number'),
    message: `Order.number is marked @EntityKey but ${columnless}`,
  },
  ENTITY_KEY_HIDDEN: {
    make: (registry) => {
      registry.declareEntityKey(Order, 'code');
      registry.declareAccess(Order, 'code', 'hidden');
    },
    message:
      'Order.code is marked @EntityKey and never leaves in an answer, but it stands in every path: remove one of the marks.',
  },
  ENTITY_KEY_NOT_UNIQUE: {
    make: (registry) => registry.declareEntityKey(Order, 'notes'),
    message: 'Order.notes is marked @EntityKey but is not unique: add @Unique and @AllowNull(false) to it.',
  },
  ENTITY_KEY_TWICE: {
    make: (registry) => {
      registry.declareEntityKey(Order, 'code');
      registry.declareEntityKey(Order, 'notes');
    },
    message: 'Order marks several fields as @EntityKey (code, notes): keep one.',
  },
  FIELD_MARK_WITHOUT_FIELD: {
    make: (registry) => registry.declareAccess(Order, 'orderItems', 'readOnly'),
    message: `Order.orderItems is marked @ReadOnly but ${columnless}`,
  },
  NOT_AN_AGGREGATE_ROOT: {
    make: (registry, reader) => {
      registry.seal([Order, OrderItem], reader);
      registry.aggregate(OrderItem);
    },
    message: 'OrderItem is not an aggregate root: mark the class with @AggregateRoot.',
  },
  NOT_SEALED: {
    make: (registry) => registry.aggregate(Order),
    message: 'The registry is asked before it was sealed: call seal() first.',
  },
  NO_AGGREGATE_ROOT: {
    make: () => undefined,
    types: [Purchase, Invoice],
    message:
      'None of the domain classes is marked @AggregateRoot (Purchase, Invoice): mark the root of each aggregate, or check db.packagesToScan.',
  },
  PRIMARY_KEY_MISSING: {
    make: (_, reader) => {
      const halves = ['left', 'right'].map((name) => textField(name, { isPrimaryKey: true, isNullable: false }));
      reader.describe(OrderItem, { fields: halves });
    },
    message: 'OrderItem needs exactly one primary key: extend BaseDomain, or mark one column with @PrimaryKey.',
  },
  PRIMARY_KEY_TWICE: {
    make: (_, reader) => {
      const code = textField('code', { isPrimaryKey: true, isNullable: false });
      reader.describe(OrderItem, { fields: [generatedKey(), code] });
    },
    message:
      'OrderItem.code is marked @PrimaryKey, and id is the primary key of OrderItem already (BaseDomain brings id along): mark code with @EntityKey, @Unique and @AllowNull(false) in place of @PrimaryKey to have it in paths.',
  },
  RESOURCE_NAME_TAKEN: {
    make: (registry) => registry.declareAggregate(Purchase, { name: 'orders' }),
    types: [Order, OrderItem, Purchase],
    message:
      'Order and Purchase would both be the resource "orders": set @AggregateRoot({ name: \'…\' }) on one of them.',
  },
  SEALED: {
    make: (registry, reader) => {
      registry.seal([Order, OrderItem], reader);
      registry.declareAggregate(Purchase, {});
    },
    message: 'Purchase declares metadata after the registry was sealed: load all domain classes before the start.',
  },
  SEARCHABLE_ASSOCIATION: {
    make: (registry) => registry.declareSearchable(Order, 'orderItems', {}),
    message:
      'Order.orderItems is marked @Searchable but is an association: mark columns of the class that it refers to.',
  },
  SEARCHABLE_HIDDEN: {
    make: (registry) => {
      registry.declareSearchable(Order, 'notes', {});
      registry.declareAccess(Order, 'notes', 'hidden');
    },
    message:
      'Order.notes is marked @Searchable and never leaves in an answer, so a search would give it away: remove one of the marks.',
  },
  SEARCHABLE_NOT_A_FIELD: {
    make: (registry) => registry.declareSearchable(Order, 'age', {}),
    message: `Order.age is marked @Searchable but ${columnless}`,
  },
  SEARCHABLE_TYPE: {
    make: (registry, reader) => {
      reader.describe(OrderItem, { fields: [textField('facts', { type: { kind: 'json' } })] });
      registry.declareSearchable(OrderItem, 'facts', {});
    },
    message: 'OrderItem.facts is marked @Searchable but holds JSON, which cannot be compared: remove the mark.',
  },
  WIRE_NAME_TAKEN: {
    make: (_, reader) => {
      reader.describe(OrderItem, { fields: [textField('productURL'), textField('productUrl')] });
    },
    message:
      'OrderItem.productURL and OrderItem.productUrl would both be "product_url" in paths and payloads: rename one of the two.',
  },
};

describe('MetadataError', () => {
  it.each(Object.entries(MISTAKES))('%s names class, field and remedy', (code, mistake) => {
    const error = thrownBy(() => commit(mistake));

    expect(error).toBeInstanceOf(MetadataError);
    expect(error).toMatchObject({ code, name: 'MetadataError', message: mistake.message });
  });

  it('lists its codes', () => {
    expect(Object.keys(MISTAKES).sort()).toEqual([...METADATA_ERROR_CODES].sort());
  });
});

describe('seal', () => {
  it('takes the model that these mistakes are made in', () => {
    expect(thrownBy(() => commit({ make: () => undefined, message: '' }))).toBeUndefined();
  });

  it.each<[string, Mistake['make'], MetadataErrorCode]>([
    ['no primary key at all', (_, reader) => noKey(reader), 'PRIMARY_KEY_MISSING'],
    [
      'an @EntityKey that may be null',
      (registry) => registry.declareEntityKey(Order, 'alias'),
      'ENTITY_KEY_NOT_UNIQUE',
    ],
    [
      'a searchable reference',
      (registry) => registry.declareSearchable(OrderItem, 'order', {}),
      'SEARCHABLE_ASSOCIATION',
    ],
    [
      '@Collection on a to-one',
      (registry) => registry.declareCollection(OrderItem, 'order', {}),
      'COLLECTION_WITHOUT_ASSOCIATION',
    ],
    ['@Hidden on nothing', (registry) => registry.declareAccess(Order, 'gone', 'hidden'), 'FIELD_MARK_WITHOUT_FIELD'],
    ['a field and a collection of one wire name', (_, reader) => sameName(reader), 'WIRE_NAME_TAKEN'],
    ['an empty resource name', (registry) => registry.declareAggregate(Order, { name: '' }), 'AGGREGATE_NAME_INVALID'],
  ])('refuses %s', (_, make, code) => {
    expect(thrownBy(() => commit({ make, message: '' }))).toMatchObject({ code });
  });

  it('refuses a searchable field that is only ever written', () => {
    const make = (registry: MetadataRegistry) => {
      registry.declareSearchable(Order, 'notes', {});
      registry.declareAccess(Order, 'notes', 'writeOnly');
    };

    expect(thrownBy(() => commit({ make, message: '' }))).toMatchObject({ code: 'SEARCHABLE_HIDDEN' });
  });

  it('takes the primary key itself for an @EntityKey', () => {
    const make = (registry: MetadataRegistry) => registry.declareEntityKey(Order, 'id');

    expect(thrownBy(() => commit({ make, message: '' }))).toBeUndefined();
  });
});

function commit({ make, types = [Order, OrderItem] }: Mistake): void {
  const registry = new MetadataRegistry();
  registry.declareAggregate(Order, {});
  const reader = new FakeEntityReader()
    .describe(Order, {
      fields: [
        textField('code', { isUnique: true, isNullable: false }),
        textField('alias', { isUnique: true }),
        textField('notes'),
      ],
      collections: [toMany('orderItems', OrderItem, 'orderId')],
      computed: ['age'],
    })
    .describe(OrderItem, {
      fields: [textField('orderId')],
      references: [{ property: 'order', target: Order, foreignKey: 'orderId' }],
    });
  make(registry, reader);
  if (!registry.isSealed) registry.seal(types, reader);
}

function noKey(reader: FakeEntityReader): void {
  const read = reader.read.bind(reader);
  reader.read = (type) => (type === OrderItem ? { ...read(type), fields: [textField('orderId')] } : read(type));
}

function sameName(reader: FakeEntityReader): void {
  reader.describe(Order, {
    fields: [generatedKey(), textField('order_items')],
    collections: [toMany('orderItems', OrderItem, 'orderId')],
  });
}

function thrownBy(run: () => void): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}
