import 'reflect-metadata';
import Joi from 'joi';
import {
  Action,
  type ActionDeclaration,
  type ActionMetadata,
  type ActionParameter,
  Argument,
  type DomainClass,
  defaultRegistry,
} from '../../lib/metadata';
import { methodParameters } from '../../lib/metadata/method-parameters';
import { FakeEntityReader, toMany } from '../support/fake-entity-reader';

class Product {}
class Parcel {}
class Shipment {}
class OrderItem {}
class Position {
  @Argument declare latitude: number;
}
class Address {
  @Argument declare street: string;
  @Argument({ optional: true }) declare postCode?: string;
  @Argument declare position: Position;
  @Argument({ schema: Joi.valid('home', 'work') }) declare kind: 'home' | 'work';
}
class Office extends Address {
  @Argument declare since: Date;
}
class Tree {
  @Argument declare above: Tree;
}

class Order {
  @Action({ value: 'cancel' })
  cancel(reason: string, notify: boolean = true, _at?: Date): unknown {
    return [reason, notify];
  }

  @Action({ value: 'cancel', path: 'orderItems' })
  async cancelItem(orderItem: OrderItem, reason: string): Promise<unknown> {
    return [orderItem, reason];
  }
}

class SpecialOrder extends Order {
  override cancel(reason: string): unknown {
    return reason;
  }
}

const types = [Order, OrderItem, Shipment, Parcel, Product];
const reader = () =>
  new FakeEntityReader()
    .describe(Order, { collections: [toMany('orderItems', OrderItem, 'orderId')] })
    .describe(OrderItem, { collections: [toMany('shipments', Shipment, 'orderItemId')] })
    .describe(Shipment, { collections: [toMany('parcels', Parcel, 'shipmentId')] });

/** The one action of a root that has the given method. */
function actionOf(
  method: (...args: never[]) => unknown,
  parameterTypes: readonly unknown[],
  options: Partial<ActionDeclaration> = {},
): ActionMetadata {
  class Root {}
  Object.defineProperty(Root.prototype, 'act', { value: method });
  const registry = defaultRegistry.copy();
  registry.declareAggregate(Root, {});
  registry.declareAggregate(Product, {});
  registry.declareAction(Root, { value: 'act', method: 'act', parameterTypes, ...options });
  const roots = reader().describe(Root, { collections: [toMany('orderItems', OrderItem, 'rootId')] });
  registry.seal([Root as DomainClass, OrderItem, Shipment, Parcel, Product], roots);
  return registry.aggregate(Root).actions[0]!;
}

const sourcesOf = ({ parameters }: ActionMetadata) =>
  Object.fromEntries(parameters.map(({ name, source }) => [name, source]));

describe('@Action', () => {
  it('reads the parameters of a method from its source', () => {
    const registry = defaultRegistry.copy();
    registry.declareAggregate(Order, {});
    registry.seal(types, reader());

    const [cancel, cancelItem] = registry.aggregate(Order).actions;

    expect(cancel).toMatchObject({ name: 'cancel', path: [], method: 'cancel' });
    expect(cancel!.parameters).toMatchObject([
      { name: 'reason', wireName: 'reason', isOptional: false, source: { kind: 'text' } },
      { name: 'notify', isOptional: true, source: { kind: 'boolean' } },
      { name: '_at', isOptional: false, source: { kind: 'date' } },
    ]);
    expect(cancelItem).toMatchObject({ name: 'cancel', method: 'cancelItem' });
    expect(cancelItem!.path.map(({ property }) => property)).toEqual(['orderItems']);
    expect(cancelItem!.parameters).toMatchObject([{ source: { kind: 'path', step: 0 } }, { source: { kind: 'text' } }]);
  });

  it.each([
    ['a root', Product, { isList: false, type: { kind: 'entity', entity: { name: 'Product' } } }],
    ['a list of children', [OrderItem], { isList: true, type: { kind: 'entity', entity: { name: 'OrderItem' } } }],
    ['text', String, { isList: false, type: { kind: 'text' } }],
    ['a list of dates', [Date], { isList: true, type: { kind: 'date' } }],
    ['a plain class', URL, { isList: false, type: { kind: 'instance', type: URL } }],
    [
      'a child by a function',
      () => OrderItem,
      { isList: false, type: { kind: 'entity', entity: { name: 'OrderItem' } } },
    ],
    ['a list by a function', () => [Product], { isList: true, type: { kind: 'entity', entity: { name: 'Product' } } }],
  ])('says what the method returns: %s', (_, returns, expected) => {
    expect(actionOf(() => undefined, [], { returns: returns as never }).returns).toMatchObject(expected);
  });

  it('has the entity as return type of a method without a promise only', () => {
    const returned = (returnType: unknown) => actionOf(() => undefined, [], { returnType }).returns;

    expect(returned(Product)).toMatchObject({ isList: false, type: { entity: { name: 'Product' } } });
    expect([returned(Promise), returned(String), returned(undefined)]).toEqual([undefined, undefined, undefined]);
  });

  it('is inherited by a method that overrides it', () => {
    const registry = defaultRegistry.copy();
    registry.declareAggregate(SpecialOrder, {});
    registry.declareAction(SpecialOrder, { value: 'revoke', method: 'cancel', parameterTypes: [String] });
    registry.seal(
      [SpecialOrder, OrderItem, Shipment, Parcel],
      reader().describe(SpecialOrder, { collections: [toMany('orderItems', OrderItem, 'orderId')] }),
    );

    const { actions } = registry.aggregate(SpecialOrder);

    expect(actions.map(({ name, method }) => `${method} as ${name}`).sort()).toEqual([
      'cancel as revoke',
      'cancelItem as cancel',
    ]);
  });

  it('stops the start on a static method', () => {
    class Loose {
      @Action({ value: 'act' })
      static act(): void {}
      other(): void {}
    }
    const registry = defaultRegistry.copy();
    registry.declareAggregate(Loose, {});

    expect(() => registry.seal([Loose], new FakeEntityReader())).toThrow(
      expect.objectContaining({ code: 'ACTION_METHOD_MISSING' }),
    );
  });
});

describe('The arguments of an action', () => {
  it('are a root by the name of the parameter if decorator metadata has no class', () => {
    const method =
      (): unknown =>
      (product: unknown, _other: unknown): void =>
        void product;

    for (const untold of [Object, undefined]) {
      const action = actionOf(method() as never, [untold, String]);

      expect(sourcesOf(action)).toMatchObject({ product: { kind: 'entity', entity: { name: 'Product' } } });
    }
  });

  it('lead to an error that explains how to name a root if the type is not known', () => {
    const method = (): unknown => (_client: unknown) => undefined;

    expect(() => actionOf(method() as never, [Object])).toThrow(
      'name the parameter like its class: order: Ref<Order>.)',
    );
    expect(() => actionOf(method() as never, [Array])).not.toThrow(/Ref</);
  });

  it('are read by the declared type of their parameter', () => {
    const method =
      (): unknown =>
      (_a: unknown, _b: unknown, _c: unknown, _d: unknown): void => {};

    const action = actionOf(method() as never, [BigInt, Number, Address, Product]);

    expect(sourcesOf(action)).toMatchObject({
      _a: { kind: 'bigint' },
      _b: { kind: 'number' },
      _c: { kind: 'instance', type: Address },
      _d: { kind: 'entity', entity: { name: 'Product' } },
    });
  });

  it('of a plain class are its fields with @Argument, including those of superclasses, by their declared types', () => {
    const [office] = actionOf(((_office: unknown): void => {}) as never, [Office]).parameters;

    expect(fieldsOf(office!)).toEqual([
      'street text',
      'post_code? text',
      'position instance',
      'kind rule',
      'since date',
    ]);
    const { fields } = office!.source as Extract<ActionParameter['source'], { kind: 'instance' }>;
    expect(fieldsOf(fields.get('position')!)).toEqual(['latitude number']);
  });

  it.each([
    ['has no marked field', class Bare {}, 'ARGUMENT_CLASS_UNMARKED'],
    ['is inside itself', Tree, 'ARGUMENT_FIELD_UNTYPED'],
  ])('of a plain class stop the start when it %s', (_, type, code) => {
    expect(() => actionOf(((_given: unknown): void => {}) as never, [type])).toThrow(expect.objectContaining({ code }));
  });

  it.each([
    ['an array', Array],
    ['a union or an interface', Object],
    ['a map', Map],
    ['nothing that is known', undefined],
  ])('need a schema when the type is %s', (_, type) => {
    const method = ((_given: unknown): void => {}) as never;

    expect(() => actionOf(method, [type])).toThrow(expect.objectContaining({ code: 'ACTION_PARAMETER_UNTYPED' }));
    expect(sourcesOf(actionOf(method, [type], { schema: Joi.object({ _given: Joi.any() }) }))).toEqual({
      _given: { kind: 'schema' },
    });
  });

  it('need a schema if the parameter is destructured', () => {
    const method = (({ amount }: { amount: number }): unknown => amount) as never;
    const schema = Joi.object({ amount: Joi.number() });

    expect(() => actionOf(method, [Object])).toThrow('a parameter without a name (number 1)');
    expect(actionOf(method, [Object], { schema }).parameters).toMatchObject([
      { isOptional: true, source: { kind: 'rest' } },
    ]);
  });

  it('are optional by the option or by a default value', () => {
    const method = ((_a: unknown, _b: unknown, _c: unknown = 'x'): void => {}) as never;

    const { parameters } = actionOf(method, [String, String, String], { optional: ['_b'] });

    expect(parameters.map(({ isOptional }) => isOptional)).toEqual([false, true, true]);
  });

  it('cannot have the same wire name', () => {
    const method = ((givenURL: unknown, givenUrl: unknown): unknown => [givenURL, givenUrl]) as never;

    expect(() => actionOf(method, [String, String])).toThrow(
      'act.givenURL and Root.act.givenUrl would both be "given_url"',
    );
    const apart = (({ a }: { a: unknown }): unknown => a) as never;
    const schema = Joi.object({ givenURL: Joi.any(), givenUrl: Joi.any() });
    expect(() => actionOf(apart, [Object], { schema })).toThrow(expect.objectContaining({ code: 'WIRE_NAME_TAKEN' }));
  });

  it('cannot be fewer in the source than in decorator metadata', () => {
    const method = ((): void => {}) as never;

    expect(() => actionOf(method, [String])).toThrow(expect.objectContaining({ code: 'ACTION_PARAMETERS_UNREADABLE' }));
  });
});

describe('The child of the path', () => {
  it('binds to the parameter of its class, as its parents do', () => {
    const method = ((_reason: unknown, _parcel: unknown, _item: unknown): void => {}) as never;
    const path = 'orderItems.shipments.parcels';

    const action = actionOf(method, [String, Parcel, OrderItem], { path });

    expect(sourcesOf(action)).toEqual({
      _reason: { kind: 'text' },
      _parcel: { kind: 'path', step: 2 },
      _item: { kind: 'path', step: 0 },
    });
  });

  it('binds by name if a circular import hides its class from decorator metadata', () => {
    const method = ((reason: unknown, orderItem: unknown): unknown => [reason, orderItem]) as never;

    const action = actionOf(method, [String, Object], { path: 'orderItems' });

    expect(sourcesOf(action)).toEqual({ reason: { kind: 'text' }, orderItem: { kind: 'path', step: 0 } });
  });

  it('binds by name if two parameters have its class', () => {
    const method = ((other: unknown, orderItem: unknown): unknown => [other, orderItem]) as never;

    expect(() => actionOf(method, [OrderItem, OrderItem], { path: 'orderItems' })).toThrow(
      expect.objectContaining({ code: 'ACTION_PARAMETER_IS_CHILD', message: expect.stringContaining('"other"') }),
    );
  });

  it('does not bind to a string parameter with its name', () => {
    const method = ((orderItem: unknown): unknown => orderItem) as never;

    expect(() => actionOf(method, [String], { path: 'orderItems' })).toThrow(
      expect.objectContaining({ code: 'ACTION_CHILD_MISSING' }),
    );
  });
});

describe('The parameters of a method', () => {
  const TEMPLATE = ['cancel(a = ")", b = `$', '{[")"].join(",")}`, c) {}'].join('');
  /** As a compiler, a minifier or a coverage tool may leave a method behind. */
  const written: Record<string, (...args: never[]) => unknown> = Object.fromEntries(
    [
      'cancel() {}',
      'cancel(reason) {}',
      'async cancel(reason,notify){}',
      '*cancel(reason) {}',
      'async *cancel(reason) {}',
      '"can(cel"(reason) {}',
      '["can" + ")cel"](reason) {}',
      'cancel: function (a, b) {}',
      'cancel: async function cancel(a) {}',
      TEMPLATE,
      'cancel(a = /[/)]\\/,/.test("x"), b = 4 / 2, c = 8 / 4) {}',
      'cancel(/* first, ) */ a, // second )\n b = (1, 2), ) {}',
      'cancel(a = { b: [1, ","] }, c = (d, e) => d) {}',
      'cancel({ a, b = ")" }, [c], d) {}',
      'cancel({ a } = {}) {}',
      'cancel($a, _b, größe) {}',
    ].map((source) => [source, Object.values(new Function(`return { ${source} }`)())[0] as never]),
  );

  it.each<[string, readonly (string | undefined)[], readonly boolean[]]>([
    ['cancel() {}', [], []],
    ['cancel(reason) {}', ['reason'], [false]],
    ['async cancel(reason,notify){}', ['reason', 'notify'], [false, false]],
    ['*cancel(reason) {}', ['reason'], [false]],
    ['async *cancel(reason) {}', ['reason'], [false]],
    ['"can(cel"(reason) {}', ['reason'], [false]],
    ['["can" + ")cel"](reason) {}', ['reason'], [false]],
    ['cancel: function (a, b) {}', ['a', 'b'], [false, false]],
    ['cancel: async function cancel(a) {}', ['a'], [false]],
    [TEMPLATE, ['a', 'b', 'c'], [true, true, false]],
    ['cancel(a = /[/)]\\/,/.test("x"), b = 4 / 2, c = 8 / 4) {}', ['a', 'b', 'c'], [true, true, true]],
    ['cancel(/* first, ) */ a, // second )\n b = (1, 2), ) {}', ['a', 'b'], [false, true]],
    ['cancel(a = { b: [1, ","] }, c = (d, e) => d) {}', ['a', 'c'], [true, true]],
    ['cancel({ a, b = ")" }, [c], d) {}', [undefined, undefined, 'd'], [false, false, false]],
    ['cancel({ a } = {}) {}', [undefined], [false]],
    ['cancel($a, _b, größe) {}', ['$a', '_b', 'größe'], [false, false, false]],
  ])('are read from %s', (source, names, defaults) => {
    const parameters = methodParameters(written[source]!);

    expect(parameters?.map(({ name }) => name)).toEqual(names);
    expect(parameters?.map(({ hasDefault }) => hasDefault)).toEqual(defaults);
  });

  it('cannot be read from native code, an arrow function or a rest parameter', () => {
    const arrow = new Function('return (a) => a')();
    const bare = new Function('return a => a(1)')();
    const rest = new Function('return { act(a, ...b) {} }')().act;

    expect([Math.max, arrow.bind(null), bare, rest].map(methodParameters)).toEqual(Array(4).fill(undefined));
    expect(methodParameters(arrow)).toEqual([{ name: 'a', hasDefault: false }]);
  });
});

/** `post_code? text`: the wire name of a plain class's field, whether it may be left out, and how it is read. */
function fieldsOf({ source }: ActionParameter): string[] {
  if (source.kind !== 'instance') throw new TypeError('It is no plain class.');
  return [...source.fields].map(([wireName, one]) => `${wireName}${one.isOptional ? '?' : ''} ${one.source.kind}`);
}
