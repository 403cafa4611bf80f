import {
  type ActionDeclaration,
  type ActionMetadata,
  type AggregateRootOptions,
  type DomainClass,
  MetadataError,
  MetadataRegistry,
} from '../../lib/metadata';
import { FakeEntityReader, toMany } from '../support/fake-entity-reader';

class e {}
/** As a minifier leaves it. */
class a {
  rename(t: string, n = ''): unknown {
    return [t, n];
  }
}
class Order {
  rename(t: string): unknown {
    return t;
  }
}

interface Named {
  readonly type?: DomainClass;
  readonly isNamed?: boolean;
  readonly collections?: readonly string[];
  readonly root?: AggregateRootOptions;
  readonly action?: Partial<ActionDeclaration>;
}

function seal({ type = a, isNamed = false, collections = [], root = {}, action }: Named): MetadataRegistry {
  const registry = new MetadataRegistry();
  const reader = new FakeEntityReader();
  reader.isNamed = (one) => one === e || isNamed;
  reader.describe(type, { collections: collections.map((name) => toMany(name, e, 'parentId')) });
  registry.declareAggregate(type, root);
  if (action) registry.declareAction(type, { value: 'act', method: 'rename', ...action });
  registry.seal([type, e], reader);
  return registry;
}

const actionOf = (named: Named): ActionMetadata => seal(named).aggregates[0]!.actions[0]!;
const namesOf = ({ parameters }: ActionMetadata) => parameters.map(({ name, wireName }) => [name, wireName]);

describe('The names of a minifier', () => {
  const text = [String, String];

  it('stop the start if a class of two letters or fewer has an action with a parameter of one letter', () => {
    expect(() => seal({ action: { parameterTypes: text } })).toThrow(MetadataError);
    expect(() => seal({ action: { parameterTypes: text } })).toThrow(
      'The class a looks renamed by a minifier, and so does the parameter "t" of its action rename: ',
    );
  });

  it('stop the start if such a class has a collection of two letters or fewer', () => {
    expect(() => seal({ collections: ['lines', 'n'] })).toThrow('and so does its collection n: ');
  });

  it('are a warning for a class alone, also if its path is given', () => {
    const warning =
      'The class a may have been renamed by a minifier, and its name is part of paths, documents and messages.';

    expect(seal({ collections: ['lines'] }).warnings).toEqual([expect.stringContaining(warning)]);
    expect(seal({ root: { name: 'orders' } }).warnings).toEqual([expect.stringContaining(warning)]);
  });

  it('are a warning for a class of three letters without a capital', () => {
    class nne {}
    class Car {}

    expect(seal({ type: nne }).warnings).toEqual([expect.stringContaining('The class nne may have been renamed')]);
    expect(seal({ type: Car }).warnings).toEqual([]);
  });

  it('are a warning for each parameter of a class with another name, or a given one', () => {
    const action = { parameterTypes: [String] };

    expect(seal({ type: Order, action }).warnings).toEqual([
      'The parameter "t" of Order.rename may have been renamed by a minifier, and its name is a key of payloads. Bundle without renaming identifiers (esbuild: minifyIdentifiers: false; terser: mangle: false), or give the names of all: @Action({ parameters: [\'newName\'] }).',
    ]);
    expect(seal({ isNamed: true, action: { parameterTypes: text } }).warnings).toHaveLength(2);
  });

  it('are neither if the names are given', () => {
    const action = { parameterTypes: text, parameters: ['newName', 'n'] };

    expect(seal({ isNamed: true, collections: ['n'], action }).warnings).toEqual([]);
  });
});

describe('The option "parameters" of an action', () => {
  it('names the parameters, as in the method or as in payloads', () => {
    const given = (parameters: string[]) =>
      namesOf(actionOf({ isNamed: true, action: { parameters, parameterTypes: [String, String] } }));
    const expected = [
      ['newName', 'new_name'],
      ['note', 'note'],
    ];

    expect(given(['newName', 'note'])).toEqual(expected);
    expect(given(['new_name', 'note'])).toEqual(expected);
  });

  it('keeps what the source says of a default value', () => {
    const action = { parameters: ['newName', 'note'], parameterTypes: [String, String] };

    expect(actionOf({ isNamed: true, action }).parameters.map(({ isOptional }) => isOptional)).toEqual([false, true]);
  });

  it('is the name that the option "optional" means', () => {
    const action = { parameters: ['newName', 'note'], optional: ['newName'], parameterTypes: [String, String] };

    expect(actionOf({ isNamed: true, action }).parameters[0]!.isOptional).toBe(true);
  });

  it('binds the child of the path by its name', () => {
    class Cart {
      pack(t: e, n: string): unknown {
        return [t, n];
      }
    }
    const action = { method: 'pack', path: 'lines', parameters: ['line', 'box'] };
    const { parameters } = actionOf({
      type: Cart,
      collections: ['lines'],
      action: { ...action, parameterTypes: [Object, String] },
    });

    expect(parameters.map(({ name, source }) => [name, source.kind])).toEqual([
      ['line', 'path'],
      ['box', 'text'],
    ]);
  });

  it('names parameters that the source does not have', () => {
    class Cart {
      take(..._given: unknown[]): void {}
    }
    const action = { method: 'take', parameters: ['reason'], parameterTypes: [String] };

    expect(namesOf(actionOf({ type: Cart, action }))).toEqual([['reason', 'reason']]);
  });
});
