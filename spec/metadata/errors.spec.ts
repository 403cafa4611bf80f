import Joi from 'joi';
import {
  type ActionDeclaration,
  type DomainClass,
  type InvariantDeclaration,
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
  isFine(): boolean {
    return true;
  }
  isGood(): boolean {
    return true;
  }
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

/** Declares an invariant of the order. */
const invariant =
  (method: string, options: Partial<InvariantDeclaration> = {}) =>
  (registry: MetadataRegistry) =>
    registry.declareInvariant(Order, { name: 'fine', message: 'Bad.', method, load: [], ...options });

const GETTER = { hasGetter: true, hasSetter: false, isNullable: true, hasDefault: false };

/** The class of NAMES_MINIFIED. */
const minified: DomainClass[] = [];

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
      'Order.label is marked @Action but is not an instance method: put the mark on a method that is neither static nor an accessor.',
  },
  ACTION_PARAMETERS_COUNT: {
    make: action('take', { parameters: ['first', 'second'], parameterTypes: [String] }),
    message:
      'The option "parameters" of Order.take has the names first, second, but the method has 1 of them: name each parameter, in order.',
  },
  ACTION_PARAMETER_NAME: {
    make: action('take', { parameters: ['new-name'], parameterTypes: [String] }),
    message:
      'The option "parameters" of Order.take has "new-name", which no parameter can be named: use letters, digits and underscores, a letter first.',
  },
  ACTION_METHOD_RESERVED: {
    make: (registry, reader) => {
      reader.reservedBy = (_, name) => (name === 'take' ? 'Model has it' : undefined);
      action('take', { parameterTypes: [String] })(registry);
    },
    message:
      'Order.take is marked @Action and cannot have this name, since Model has it: rename the method. (The action keeps its path by "value".)',
  },
  ACTION_NAME_INVALID: {
    make: action('cancel', { value: 'cancelNow' }),
    message: 'Order.cancel is the action "cancelNow": use lower-case letters, digits and underscores, a letter first.',
  },
  ACTION_NAME_IS_LARGE: {
    make: (registry, reader) => {
      const photo = textField('photo', { type: { kind: 'bytes', maxBytes: 9 } });
      reader.describe(Order as DomainClass, { fields: [photo], collections: [] });
      action('cancel', { value: 'photo' })(registry);
    },
    message:
      'Order.cancel is the action "photo", which is the path of the large value Order.photo already: rename the action.',
  },
  LARGE_KEY: {
    make: (registry, reader) => {
      const sku = textField('sku', { type: { kind: 'text', maxBytes: 9 }, isNullable: false, isUnique: true });
      reader.describe(Order as DomainClass, { fields: [sku] });
      registry.declareEntityKey(Order, 'sku');
      registry.declareLarge(Order, 'sku', {});
    },
    message: 'Order.sku is a large value and cannot be a key: use another column as the key, or remove @Large.',
  },
  LARGE_MEDIA_TYPE: {
    make: (registry) => registry.declareLarge(Order, 'notes', { mediaType: 'png' }),
    message:
      "Order.notes is marked @Large({ mediaType: 'png' }): write a media type without parameters, such as 'image/png', and no mediaTypeField beside it.",
  },
  LARGE_MEDIA_TYPE_FIELD: {
    make: (registry) => registry.declareLarge(Order, 'notes', { mediaTypeField: 'notes' }),
    message:
      "Order.notes is marked @Large({ mediaTypeField: 'notes' }): name another column of Order that is text, is not a key, and is not set by the framework.",
  },
  LARGE_NAME_OF_ELEMENT: {
    make: (registry, reader) => {
      const photo = textField('orderItem', { type: { kind: 'bytes', maxBytes: 9 } });
      reader.describe(Order as DomainClass, {
        fields: [photo],
        collections: [toMany('orderItems', OrderItem, 'orderId')],
      });
      void registry;
    },
    message:
      'Order.orderItem is a large value, and Order.orderItems is a collection whose elements have routes of the same names: rename one of the two.',
  },
  LARGE_TYPE: {
    make: (registry, reader) => {
      reader.describe(OrderItem, { fields: [textField('facts', { type: { kind: 'json' } })] });
      registry.declareLarge(OrderItem, 'facts', {});
    },
    message:
      'OrderItem.facts is marked @Large but holds neither text nor bytes: remove the mark, or make the column DataType.TEXT or DataType.BLOB.',
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
  ACTION_NAME_RESTORES: {
    make: (registry, reader) => {
      reader.describe(Order, { fields: [textField('deletedAt', { origin: 'deletedAt' })] });
      action('cancel', { value: 'restore' })(registry);
    },
    message:
      'Order.cancel is the action "restore", which is the path that restores Order entities, since the class is paranoid: rename the action, or remove that path by delete: false.',
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
      'OrderItem.cancel is marked @Action, but OrderItem is not an aggregate root: declare the action on the root and let it take the OrderItem as a parameter.',
  },
  ACTION_OPTIONAL_UNKNOWN: {
    make: action('take', { optional: ['reason'], parameterTypes: [String] }),
    message:
      'Order.take lists "reason" as optional, but takes no such parameter from the payload (_given): correct the name.',
  },
  ACTION_PARAMETERS_UNREADABLE: {
    make: action('takeAll'),
    message:
      'The parameters of Order.takeAll cannot be read from its source: write each by name (no "..."), mark a method that overrides another with @Action again, let nothing wrap it below the mark, and compile to ES2017 or newer, or name them in the option "parameters".',
  },
  ACTION_PARAMETER_IS_CHILD: {
    make: action('take', { parameterTypes: [OrderItem] }),
    message:
      'Order.take takes the class OrderItem as "_given", which is neither an aggregate root nor on the action\'s path: take its id, or set the path.',
  },
  ACTION_PARAMETER_RESERVED: {
    make: action('rebuild', { parameterTypes: [String] }),
    message:
      'Order.rebuild takes "prototype" from the payload, which may not have a key of that name: rename the parameter.',
  },
  ACTION_PARAMETER_UNTYPED: {
    make: action('take', { parameterTypes: [Array] }),
    message:
      'Order.take takes "_given", whose type is not in the decorator metadata (an array, a union, an interface, a destructured parameter, a type that is not written out): write the type out, or give @Action a Joi schema for it, and check that "emitDecoratorMetadata" is on.',
  },
  ACTION_PATH_UNKNOWN: {
    make: action('cancel', { path: 'orderItems.shipments' }),
    message:
      'Order.cancel is an action on the unknown path "orderItems.shipments" below Order: correct it. Known paths: orderItems.',
  },
  ACTION_RETURNS_INVALID: {
    make: action('cancel', { returns: [Order, OrderItem] as never }),
    message:
      'The option returns of the action Order.cancel is not a class: write returns: Order, or returns: [Order] for a list. (It is undefined while two modules import each other: write returns: () => Order.)',
  },
  ACTION_SCHEMA_INVALID: {
    make: action('take', { schema: Joi.string() as never }),
    message: 'The schema of the action Order.take is not a Joi object: write schema: Joi.object({ … }).',
  },
  ACTION_SCHEMA_MISMATCH: {
    make: action('take', { schema: Joi.object({ _given: Joi.array(), reason: Joi.string() }) }),
    message:
      'The schema of the action Order.take has the key "reason", but the method takes no such parameter from the payload (_given): correct the name.',
  },
  AGGREGATE_NAME_INVALID: {
    make: (registry) => registry.declareAggregate(Order, { name: 'Orders/All' }),
    message:
      'Order sets the resource name "Orders/All": use lower-case letters, digits and underscores, a letter first.',
  },
  ANNOTATION_MISPLACED: {
    make: (registry) => registry.annotate(Order, Symbol('@Secure'), {}, 'label'),
    message:
      'Order.label is marked @Secure but is not a column, a @HasOne, a to-many association or an action: move the mark, or remove it.',
  },
  ARGUMENT_CLASS_UNMARKED: {
    make: action('take', { parameterTypes: [Purchase] }),
    message:
      'The class Purchase, which Order.take takes as "_given", has no field marked @Argument: mark the fields that a payload may have, or use a Joi schema in place of the class.',
  },
  ARGUMENT_FIELD_UNTYPED: {
    make: (registry) => {
      action('take', { parameterTypes: [Purchase] })(registry);
      registry.declareArgument(Purchase, 'lines', { type: Array });
    },
    message:
      'Purchase.lines is marked @Argument, and its type is not in the decorator metadata (an array, a union such as "string | null", an interface, an entity, or a class that contains it): write the type out, or @Argument({ schema: Joi… }), and check that "emitDecoratorMetadata" is on.',
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
    message: 'The schema of Purchase.lines is not a Joi schema: write one, as in @Argument({ schema: Joi.string() }).',
  },
  COLLECTION_NAME_RESTORES: {
    make: (_, reader) => {
      const fields = [textField('deletedAt', { origin: 'deletedAt' })];
      reader.describe(Order, { fields, collections: [toMany('restore', OrderItem, 'orderId')] });
    },
    message:
      'Order.restore would be "restore" in paths, which is the path that restores the Order, since the class is paranoid: rename the collection, or remove that path by delete: false.',
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
      'Order.notes is marked @Collection but is not a to-many association: write @HasMany or @BelongsToMany, or remove the mark.',
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
      'Order.code is marked @EntityKey and is hidden from responses, but it is part of every path: remove one of the marks.',
  },
  ENTITY_KEY_NOT_UNIQUE: {
    make: (registry) => registry.declareEntityKey(Order, 'notes'),
    message: 'Order.notes is marked @EntityKey but is not unique: add @Unique and @AllowNull(false) to it.',
  },
  ENTITY_KEY_TYPE: {
    make: (registry, reader) => {
      const type = { kind: 'datetime', precision: 3 } as const;
      reader.describe(Order, { fields: [textField('takenAt', { type, isUnique: true, isNullable: false })] });
      registry.declareEntityKey(Order, 'takenAt');
    },
    message:
      'Order.takenAt is the key of Order in paths, which a DATE cannot be: mark a column with @EntityKey that is text, a whole number, DECIMAL, DATEONLY, TIME, ENUM or UUID.',
  },
  ENTITY_KEY_TWICE: {
    make: (registry) => {
      registry.declareEntityKey(Order, 'code');
      registry.declareEntityKey(Order, 'notes');
    },
    message: 'Order marks several fields as @EntityKey (code, notes): keep one.',
  },
  DESCRIBED_TWICE: {
    make: (registry) => {
      registry.describe(Order, () => registry.declareAccess(Order, 'notes', 'hidden'));
      registry.describe(Order, () => undefined);
    },
    message:
      'Order is described by describeModel() twice: combine the two descriptions. (Only after a start, a new description replaces the former one.)',
  },
  DURATION_ON_KEY: {
    make: (registry) => registry.declareDuration(OrderItem, 'id', 'seconds'),
    message: 'OrderItem.id is marked @Duration but is a key, or set by the framework: put the mark on another column.',
  },
  DURATION_PARAMETER: {
    make: (registry) => {
      registry.declareDurationParameter(Order, 'take', 0, 'seconds');
      action('take', { parameterTypes: [String] })(registry);
    },
    message:
      'Order.take has @Duration on a parameter that cannot be a duration: put it on a parameter whose type is written out ("by: number"), in a method marked @Action, that is neither in the schema nor destructured.',
  },
  DURATION_TYPE: {
    make: (registry) => registry.declareDuration(Order, 'notes', 'seconds'),
    message:
      'Order.notes is marked @Duration but does not hold whole numbers: declare it as DataType.INTEGER or DataType.BIGINT (a computed field or an argument as number), or remove the mark.',
  },
  DURATION_UNIT_UNKNOWN: {
    make: (registry, reader) => {
      const type = { kind: 'integer', min: -8n, max: 7n } as const;
      reader.describe(OrderItem, { fields: [textField('length', { type })] });
      registry.declareDuration(OrderItem, 'length', 'minutes' as never);
    },
    message: "OrderItem.length is marked @Duration('minutes'): write 'seconds' or 'milliseconds'.",
  },
  COMPUTED_HAS_COLUMN: {
    make: (registry) => registry.declareComputed(Order, 'notes', {}),
    message: 'Order.notes is marked @Computed and is a column or an association already: remove the mark.',
  },
  COMPUTED_NO_GETTER: {
    make: (registry) => registry.declareComputed(Order, 'label', {}),
    message:
      'Order.label is marked @Computed but has no getter: write "get label()", or mark it @WriteOnly if it is only set.',
  },
  COMPUTED_SOURCE_UNKNOWN: {
    make: (registry, reader) => {
      reader.computed = () => ({ ...GETTER, type: { kind: 'boolean' } });
      registry.declareComputed(Order, 'label', { from: ['note'] });
    },
    message:
      'Order.label is computed from "note", which is not a column of Order: name the columns that the getter reads. Known columns: id, code, alias, notes.',
  },
  COMPUTED_UNTYPED: {
    make: (registry, reader) => {
      reader.computed = () => GETTER;
      registry.declareComputed(Order, 'label', {});
    },
    message:
      'Order.label is a field without a column, and its type is not known (a union such as "string | null", an array, an object): write @Computed({ type: String }), or another of Number, Boolean, Date, BigInt, DataType.DECIMAL(10, 2) and DataType.JSON, and check that "emitDecoratorMetadata" is on.',
  },
  MARK_WITHOUT_COLUMN: {
    make: (registry) => registry.declareAccess(Order, 'orderItems', 'readOnly'),
    message: `Order.orderItems is marked @ReadOnly but ${columnless}`,
  },
  CONCURRENCY_UNKNOWN: {
    make: (registry) => registry.declareAggregate(Order, { concurrency: 'always' as never }),
    message: `Order sets concurrency: "always": write 'off', 'optional' or 'required'.`,
  },
  IDEMPOTENCY_UNKNOWN: {
    make: (registry) => registry.declareAggregate(Order, { idempotency: 'always' as never }),
    message: `Order sets idempotency: "always": write 'off', 'optional' or 'required'.`,
  },
  INVARIANT_LOAD_UNKNOWN: {
    make: (registry, reader) => {
      reader.describe(Order, { collections: [toMany('orderItems', OrderItem, 'orderId')] });
      invariant('isFine', { load: ['orderItems.shipments'] })(registry);
    },
    message:
      'Order.isFine is an invariant that loads the unknown path "orderItems.shipments" below Order: correct it. Known paths: orderItems.',
  },
  INVARIANT_MESSAGE_EMPTY: {
    make: invariant('isFine', { message: ' ' }),
    message:
      'Order.isFine is marked @Invariant without a message: write the message that clients get when the invariant does not hold.',
  },
  INVARIANT_METHOD_MISSING: {
    make: invariant('isMissing'),
    message:
      'Order.isMissing is marked @Invariant but is not an instance method: put the mark on a method that is neither static nor an accessor.',
  },
  INVARIANT_NAME_INVALID: {
    make: invariant('isFine', { name: 'is fine' }),
    message: 'Order.isFine is the invariant "is fine": use letters, digits, hyphens and underscores, a letter first.',
  },
  INVARIANT_NAME_TAKEN: {
    make: (registry) => {
      invariant('isFine')(registry);
      invariant('isGood')(registry);
    },
    message: 'Order has the invariant "fine" twice, isFine and isGood: rename one of the two.',
  },
  INVARIANT_NOT_ON_ROOT: {
    make: (registry) =>
      registry.declareInvariant(OrderItem, { name: 'fine', message: 'Bad.', method: 'isFine', load: [] }),
    message:
      'OrderItem.isFine is marked @Invariant, but OrderItem is not an aggregate root: put the method on the root, and name the collection in "load".',
  },
  JOIN_FIELD_TAKEN: {
    make: (_, reader) => {
      const join = { type: class OrderTag {}, fields: [textField('code')] };
      reader.describe(Order, { collections: [{ ...toMany('orders', Order), join }], fields: [textField('code')] });
    },
    message:
      'OrderTag.code would be "code" in the elements of Order.orders, and Order has a member of that name: rename one of the two.',
  },
  KEYLESS_ASSOCIATION: {
    make: (registry) => registry.declareAggregate(OrderItem, { keyed: false }),
    message:
      'Order.orderItems is an association that needs a key of OrderItem, which is marked keyed: false: remove the association, or give OrderItem a primary key of one column and remove the mark.',
  },
  KEYLESS_CONTRADICTS: {
    make: (registry, reader) => {
      reader.describe(OrderItem, { fields: [generatedKey()] });
      registry.declareAggregate(OrderItem, { keyed: false, create: true, delete: true });
      registry.declareEntityKey(OrderItem, 'id');
    },
    types: [OrderItem],
    message:
      'OrderItem is marked keyed: false, so its rows are only listed and searched, and has create: true, delete: true, @EntityKey of id: remove that, or give OrderItem a primary key of one column and remove keyed: false.',
  },
  NOT_AN_AGGREGATE_ROOT: {
    make: (registry, reader) => {
      registry.seal([Order, OrderItem], reader);
      registry.aggregate(OrderItem);
    },
    message: 'OrderItem is not an aggregate root: mark the class with @AggregateRoot, or describe it with root: true.',
  },
  NOT_SEALED: {
    make: (registry) => registry.aggregate(Order),
    message: 'The registry is read before it is sealed: call seal() first.',
  },
  NAMES_MINIFIED: {
    make: (registry, reader) => {
      const a = class a {
        rename(e: string): void {
          void e;
        }
      };
      reader.isNamed = () => false;
      reader.describe(a as DomainClass, {});
      registry.declareAggregate(a, {});
      registry.declareAction(a, { value: 'rename', method: 'rename', parameterTypes: [String] });
      minified.push(a);
    },
    types: minified,
    message:
      "The class a looks renamed by a minifier, and so does the parameter \"e\" of its action rename: paths, payloads and documents would change with every build. Bundle without renaming identifiers (esbuild: minifyIdentifiers: false; terser: mangle: false), or give the names: @Table({ modelName: 'Order' }), or describeModel(…, { name: 'Order' }); @Action({ parameters: ['newName'] }).",
  },
  NO_AGGREGATE_ROOT: {
    make: () => undefined,
    types: [Purchase, Invoice],
    message:
      'None of the domain classes is an aggregate root (Purchase, Invoice): mark the root of each aggregate with @AggregateRoot, or describe it with root: true, or check db.packagesToScan.',
  },
  ONE_NAME_TAKEN: {
    make: (_, reader) => {
      const one = { ...toMany('item', OrderItem, 'orderId'), kind: 'oneToOne' } as const;
      reader.describe(Order, { collections: [toMany('items', OrderItem, 'orderId'), one] });
    },
    message: 'Order.item and Order.items would have generated methods of the same names: rename one of the two.',
  },
  ONE_WITHOUT_ASSOCIATION: {
    make: (registry) => registry.declareOne(Order, 'orderItems', {}),
    message:
      'Order.orderItems is marked @One but is not a @HasOne: write @Collection in its place, or remove the mark.',
  },
  PRIMARY_KEY_COMPOSITE: {
    make: (_, reader) => {
      const halves = ['left', 'right'].map((name) => textField(name, { isPrimaryKey: true, isNullable: false }));
      reader.describe(OrderItem, { fields: halves });
    },
    message:
      'OrderItem has a primary key of several columns (left, right), and a path names an entity by one value: mark OrderItem with @AggregateRoot({ keyed: false }), so that it is only listed and searched, or make it the join table of a @BelongsToMany, or give the table a key of one column by a migration, and make these columns unique together.',
  },
  PRIMARY_KEY_MISSING: {
    make: (_, reader) => noKey(reader),
    message:
      'OrderItem needs exactly one primary key: extend BaseDomain, or mark one column with @PrimaryKey. A view without a key is marked @AggregateRoot({ keyed: false }).',
  },
  PRIMARY_KEY_TWICE: {
    make: (_, reader) => {
      const code = textField('code', { isPrimaryKey: true, isNullable: false });
      reader.describe(OrderItem, { fields: [generatedKey(), code] });
    },
    message:
      'OrderItem.code is marked @PrimaryKey, and id is the primary key of OrderItem already (BaseDomain declares id): mark code with @EntityKey, @Unique and @AllowNull(false) in place of @PrimaryKey to have it in paths.',
  },
  RENAMED_FROM_DATE: {
    make: (registry) => registry.declareRenamed(Order, 'orderItems', { name: 'lines', until: '2027-02-30' }),
    message: `Order.orderItems is marked @RenamedFrom with the date "2027-02-30": write a day as '2027-06-30'.`,
  },
  RENAMED_FROM_MISPLACED: {
    make: (registry) => registry.declareRenamed(Order, 'label', { name: 'title', until: '2027-06-30' }),
    message:
      'Order.label is marked @RenamedFrom but is neither a column that clients know nor a collection: put the mark on a column that is neither hidden nor large, or on a collection.',
  },
  RENAMED_FROM_NAME: {
    make: (registry) => registry.declareRenamed(Order, 'orderItems', { name: 'the lines', until: '2027-06-30' }),
    message:
      "Order.orderItems is marked @RenamedFrom('the lines'): write the old name of the property, in letters, digits and underscores, a letter first.",
  },
  RENAMED_FROM_TAKEN: {
    make: (registry) => registry.declareRenamed(Order, 'orderItems', { name: 'id', until: '2027-06-30' }),
    message:
      "Order.orderItems is marked @RenamedFrom('id'), which is the name of Order.id: rename one of the two, or remove the mark.",
  },
  REPLACE_EXCLUDED: {
    make: (registry) =>
      registry.declareCollection(Order, 'orderItems', { replace: true, create: false, update: false, delete: false }),
    message:
      'Order.orderItems is marked replace: true, and create, update and delete are all set to false: remove one of the marks.',
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
  SEARCHABLE_FULL_TEXT: {
    make: (registry, reader) => {
      reader.describe(OrderItem, { fields: [textField('weight', { type: { kind: 'boolean' } })] });
      registry.declareSearchable(OrderItem, 'weight', { fullText: true });
    },
    message:
      'OrderItem.weight is marked @Searchable({ fullText: true }) but holds boolean, which cannot be searched for words: put the mark on a STRING or a TEXT, or leave out fullText.',
  },
  SEARCHABLE_HIDDEN: {
    make: (registry) => {
      registry.declareSearchable(Order, 'notes', {});
      registry.declareAccess(Order, 'notes', 'hidden');
    },
    message:
      'Order.notes is marked @Searchable and is hidden from responses, so a search would reveal it: remove one of the marks.',
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
  it('accepts the model without these mistakes', () => {
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
    ['@Hidden on nothing', (registry) => registry.declareAccess(Order, 'gone', 'hidden'), 'MARK_WITHOUT_COLUMN'],
    ['@Duration on nothing', (registry) => registry.declareDuration(Order, 'gone', 'seconds'), 'MARK_WITHOUT_COLUMN'],
    ['a field and a collection of one wire name', (_, reader) => sameName(reader), 'WIRE_NAME_TAKEN'],
    ['an empty resource name', (registry) => registry.declareAggregate(Order, { name: '' }), 'AGGREGATE_NAME_INVALID'],
  ])('refuses %s', (_, make, code) => {
    expect(thrownBy(() => commit({ make, message: '' }))).toMatchObject({ code });
  });

  it('rejects a searchable field that is write-only', () => {
    const make = (registry: MetadataRegistry) => {
      registry.declareSearchable(Order, 'notes', {});
      registry.declareAccess(Order, 'notes', 'writeOnly');
    };

    expect(thrownBy(() => commit({ make, message: '' }))).toMatchObject({ code: 'SEARCHABLE_HIDDEN' });
  });

  it('accepts the primary key as @EntityKey', () => {
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
