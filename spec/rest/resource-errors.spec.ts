import Joi from 'joi';
import {
  Application,
  type Request,
  ResourceBuilder,
  ResourceConfiguration,
  type Response,
  type RouteDescription,
} from '../../lib/core';
import { type DomainClass, MetadataRegistry } from '../../lib/metadata';
import { BaseDomain, type DataSource } from '../../lib/persistence';
import { Generated, RESOURCE_ERROR_CODES, Resource, ResourceError, type ResourceErrorCode } from '../../lib/rest';
import { ModelRights } from '../../lib/rest/access/model-rights';
import { OPERATION } from '../../lib/rest/operation/operation';
import { verifyNotBypassed } from '../../lib/rest/overriding/bypassed-overrides';
import { Overrides } from '../../lib/rest/overriding/overrides';
import { RootResource } from '../../lib/rest/overriding/root-resource';
import { SharedConfiguration } from '../../lib/rest/overriding/shared-configuration';
import { verifyConstraints } from '../../lib/rest/payload/verify-constraints';
import { FakeEntityReader, textField } from '../support/fake-entity-reader';

class Order {}
class Customer {}
class OrderItem {}
class Line extends BaseDomain {}

@Resource(Order)
class OrderResource {
  createOrder(): void {}
}

@Resource({ value: Order })
class SecondResource {
  createOrder(): void {}
}

@Resource(OrderItem)
class ItemResource {}

@Resource(Order)
class MixedResource extends Generated(Customer) {}

@Resource(Order)
class AddingResource extends Generated(Order) {
  createOrder(request: Request, response: Response): unknown {
    return super.createOrder(request, response);
  }
}

@Resource(Order)
class MisspeltResource {
  creatOrders(): void {}
}

class Unmarked extends Generated(Order) {}

const misspeltOption: object = { unitOfWrok: false };

@Resource(Order, misspeltOption)
class OptionResource {}

class SpecApplication extends Application {}

function sealed(declare: (registry: MetadataRegistry) => void = () => undefined): MetadataRegistry {
  const registry = new MetadataRegistry();
  registry.declareAggregate(Order, {});
  registry.declareAggregate(Customer, {});
  declare(registry);
  const reader = new FakeEntityReader().describe(Order, { fields: [textField('dueOn'), textField('placedOn')] });
  registry.seal([Order, Customer, OrderItem] as DomainClass[], reader);
  return registry;
}

/** The specs run no route. */
const NO_DATA_SOURCE = {} as DataSource;

const warnings: string[] = [];

function apply(...resources: readonly object[]): void {
  started(resources, () => undefined);
}

/** The steps of a start: overrides of the generated routes, hand-written routes, then the check of names. */
function started(resources: readonly object[], defineRoutes: (application: SpecApplication) => void): void {
  const registry = sealed();
  const route = { method: 'POST', path: '/orders', name: 'createOrder', handle: () => undefined } as const;
  const application = new SpecApplication({ configuration: { name: 'spec' } });
  const overrides = new Overrides(resources, new ModelRights(registry), NO_DATA_SOURCE);
  overrides.apply(application, registry.aggregate(Order), [route]);
  defineRoutes(application);
  warnings.length = 0;
  overrides.verifyNames((line) => warnings.push(line));
}

const ITEM = { name: 'Item' };

function deleting(path: string, resource?: string): RouteDescription {
  const operation = { verb: 'delete', entity: ITEM, collections: [] };
  return { method: 'DELETE', path, name: 'delete', resource, attributes: { [OPERATION]: operation } };
}

/** A wrong configuration for each code, and the message that stops the start. */
const MISTAKES: Record<ResourceErrorCode, { readonly make: () => unknown; readonly message: string }> = {
  CONSTRAINT_UNUSABLE: {
    make: () => verifyConstraints(sealed((registry) => registry.declareConstraint(Order, {}, 'dueOn')).entities),
    message: 'The @Constraint of Order.dueOn cannot be used: it is not a Joi schema: write @Constraint(Joi.…).',
  },
  GENERATED_OF_ANOTHER: {
    make: () => apply(MixedResource),
    message: 'MixedResource extends Generated(Customer) but is marked @Resource(Order): name the same root in both.',
  },
  OVERRIDE_BYPASSED: {
    make: () =>
      verifyNotBypassed(
        [deleting('/orders/{order_id}/items/{id}', 'OrderResource'), deleting('/items/{id}')],
        true,
        (line) => warnings.push(line),
      ),
    message:
      'security.strict is on, and OrderResource.delete does not override all generated routes that delete Item entities. Others: DELETE /items/{id} (delete). Override them too, or turn their flags off in @Collection, @One or @AggregateRoot.',
  },
  OVERRIDE_MISSPELT: {
    make: () => apply(MisspeltResource),
    message:
      'MisspeltResource.creatOrders overrides nothing: no generated route has this name. Did you mean "createOrder"? A method for another purpose needs a name that differs by more than two letters, a "#" before it, or a hand-written route.',
  },
  OVERRIDE_TAKEN: {
    make: () => apply(OrderResource, SecondResource),
    message: 'OrderResource and SecondResource both override "createOrder": remove the method from one of the two.',
  },
  RESOURCE_CONFIGURATION_TAKEN: {
    make: () => {
      const resources = [
        new ResourceBuilder<object>(new OrderResource()),
        new ResourceBuilder<object>(new SecondResource()),
      ];
      const shared = new SharedConfiguration(Order, resources);
      for (const resource of resources) resource.configure(new ResourceConfiguration());
      shared.verify();
    },
    message:
      'OrderResource and SecondResource both have a configuration for the routes of Order: pass one ResourceConfiguration to one of the two.',
  },
  RESOURCE_NOT_A_ROOT: {
    make: () => new Overrides([], new ModelRights(sealed()), NO_DATA_SOURCE).verifyKnown(Line),
    message:
      'Line is a domain class, but not an aggregate root of the application, so that it has no resource: pass the root of its routes to addResource and resource, one of Order, Customer.',
  },
  RESOURCE_NOT_MARKED: {
    make: () => apply(Unmarked),
    message: 'Unmarked overrides generated routes, but does not name their root: mark the class with @Resource(…).',
  },
  RESOURCE_UNKNOWN: {
    make: () => new Overrides([], new ModelRights(sealed()), NO_DATA_SOURCE).verifyKnown(OrderResource),
    message:
      "OrderResource is marked @Resource, but is not one of the application's resources and would override nothing: add its folder to db.packagesToScan, or pass it as `resources`.",
  },
  RESOURCE_WITHOUT_ROOT: {
    make: () => apply(ItemResource),
    message:
      'ItemResource is marked @Resource(OrderItem), which is not an aggregate root of the application: mark OrderItem with @AggregateRoot, or describe it with root: true, or name another class.',
  },
  ROOT_WITHOUT_METHODS: {
    make: () => new RootResource(Order).builder('{id}/invoice'),
    message:
      'The route at "{id}/invoice" names Order, an aggregate root, whose methods take no requests: put its method into a class marked @Resource(Order), and pass that to resource.',
  },
};

describe('A mistake in an override class or a constraint', () => {
  it.each(RESOURCE_ERROR_CODES)('%s stops the start with a message that names the class and the fix', (code) => {
    const { make, message } = MISTAKES[code];

    expect(make).toThrow(ResourceError);
    expect(make).toThrow(expect.objectContaining({ code, message }));
  });

  it.each([
    ['a class that is no Joi.object()', Joi.string(), undefined, 'a rule for a class is a Joi.object()'],
    [
      'a class with an unknown key',
      Joi.object({ duOn: Joi.any() }),
      undefined,
      'it names "duOn", which has no database column',
    ],
    [
      'a class with an unknown peer',
      Joi.object().and('dueOn', 'x.y'),
      undefined,
      'it names "x", which has no database column',
    ],
    [
      'a column with an external rule',
      Joi.string().external(() => 1),
      'dueOn',
      'external rules need a database or a network',
    ],
    [
      'a column with an external rule inside',
      Joi.object({ externals: Joi.any().external(() => 1) }),
      'dueOn',
      'external rules need',
    ],
  ])('may be a constraint on %s', (_, schema, field, reason) => {
    const { entities } = sealed((registry) => registry.declareConstraint(Order, schema, field));

    expect(() => verifyConstraints(entities)).toThrow(`cannot be used: ${reason}`);
  });

  it('is neither an unmarked class without generated methods, nor a class that is passed twice', () => {
    const overrides = new Overrides([OrderResource, new OrderResource()], new ModelRights(sealed()), NO_DATA_SOURCE);

    expect(() => overrides.verifyKnown(OrderResource)).not.toThrow();
    expect(() => overrides.verifyKnown(SpecApplication)).not.toThrow();
    expect(() => overrides.verifyKnown(Unmarked)).toThrow('mark the class with @Resource');
  });

  it('may be an unknown option, or one that is neither true nor false', () => {
    class Mistyped {}
    Resource(Order, { unitOfWork: 'no' as never })(Mistyped);

    expect(() => apply(OptionResource)).toThrow(
      'Unknown option "unitOfWrok" of @Resource on OptionResource. Did you mean "unitOfWork"?',
    );
    expect(() => apply(Mistyped)).toThrow('The option "unitOfWork" of @Resource on Mistyped is "no"');
  });

  it('is found at the first call of an instance created outside the application', () => {
    apply(AddingResource);

    const call = () => new AddingResource().createOrder({} as Request, {} as Response);

    expect(call).toThrow(
      'AddingResource calls the generated method "createOrder", which its application does not have',
    );
  });
});

describe('A method of an override class that overrides nothing', () => {
  it('is reported as missing when a hand-written route names it', () => {
    started([AddingResource], (application) => {
      const resource = application.resource(AddingResource);
      resource.builder('x').action('GET', 'readOrdrs' as never);

      expect(resource.mistakes).toEqual([expect.objectContaining({ code: 'RESOURCE_METHOD_MISSING' })]);
    });
    expect.assertions(1);
  });

  it('may have any name when a hand-written route uses it', () => {
    started([MisspeltResource], (application) =>
      application.resource(MisspeltResource).builder('many').action('POST', 'creatOrders'),
    );

    expect(warnings).toEqual([]);
  });

  it('is reported together with all others, including those of superclasses and instances', () => {
    class Base {
      createorder(): void {}
    }
    @Resource(Order)
    class FieldResource extends Base {
      readonly createOrde = () => undefined;
    }

    const start = () => apply(FieldResource, MisspeltResource);

    expect(start).toThrow(/^there are 3 mistakes\.\n- FieldResource\.createOrde .*\n- .*createorder .*\n- Misspelt.*$/);
    expect(start).toThrow(expect.objectContaining({ code: 'SEVERAL_MISTAKES' }));
  });

  it('causes a warning when its first word is that of a generated name', () => {
    @Resource(Order)
    class WarnedResource extends Generated(Order) {
      read(): void {}
      listOpenOrders(): void {}
      readable(): void {}
      invoice(): void {}
      get updateCount(): never {
        throw new Error('is asked');
      }
      static deleteAll(): void {}
    }

    apply(WarnedResource);

    expect(warnings).toEqual([
      'WarnedResource has methods that are named like generated ones but have no route: read, listOpenOrders. Correct the names, or write "#" before those that only the class itself calls.',
    ]);
  });
});
