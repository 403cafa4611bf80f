import 'reflect-metadata';
import {
  Action,
  AggregateRoot,
  Application,
  Argument,
  Collection,
  Computed,
  Container,
  DOCUMENTATION,
  describeModel,
  EntityKey,
  Hidden,
  Invariant,
  Large,
  One,
  OptionError,
  ReadOnly,
  RenamedFrom,
  Searchable,
  SeveralMistakes,
  unitOfWork,
  WriteOnly,
} from '../lib';
import { formatCookie } from '../lib/core/http/cookie';
import { Readiness } from '../lib/core/http/readiness';
import { applicationMiddleware } from '../lib/core/koa/application-middleware';
import {
  Application as CoreApplication,
  ResourceConfiguration,
  RouteConfiguration,
  type RouteDefinition,
} from '../lib/doors/core';
import { JwtAuthenticator, Public, Secure, SecureMultiple, Security } from '../lib/doors/security';
import { startTestApplication, TestClient } from '../lib/doors/testing';
import { Agency } from './support/domain/campaigns';
import { Order } from './support/domain/shop';

/** Options as JavaScript may write them. */
// biome-ignore lint/suspicious/noExplicitAny: the compiler would find the mistake
type Untyped = any;

class Item {}

const onMember = (decorate: Untyped) => (options: object) => decorate(options)(Item.prototype, 'name');
const onClass = (decorate: Untyped) => (options: object) => decorate(options)(Item);

/** A call with options, the subject of its message, a misspelt option, and the one that is meant. */
type Case = readonly [subject: string, call: (options: Untyped) => unknown, misspelt: string, meant: string];

const DECORATORS: readonly Case[] = [
  ['@AggregateRoot on Item', onClass(AggregateRoot), 'delte', 'delete'],
  ['@Action on Item.name', onMember(Action), 'optinal', 'optional'],
  ['@Argument on Item.name', onMember(Argument), 'shema', 'schema'],
  ['@Collection on Item.name', onMember(Collection), 'nestd', 'nested'],
  ['@One on Item.name', onMember(One), 'embedd', 'embed'],
  ['@Computed on Item.name', onMember(Computed), 'form', 'from'],
  ['@EntityKey on Item.name', onMember(EntityKey), 'changable', 'changeable'],
  ['@Searchable on Item.name', onMember(Searchable), 'ignorecase', 'ignoreCase'],
  ['@Large on Item.name', onMember(Large), 'mediatype', 'mediaType'],
  ['@RenamedFrom on Item.name', onMember((options: Untyped) => RenamedFrom('old', options)), 'untill', 'until'],
  [
    '@Invariant on Item.name',
    onMember((options: Untyped) => Invariant('fine', 'Bad.', options) as Untyped),
    'loads',
    'load',
  ],
  ['@Secure on Item', onClass(Secure), 'permisions', 'permissions'],
  ['@Secure on Item.name', onMember((options: Untyped) => SecureMultiple([options])), 'metod', 'method'],
  ['@Public on Item.name', onMember(Public), 'metod', 'method'],
];

const CALLS: readonly Case[] = [
  ['describeModel(Order)', (options) => describeModel(Order, options), 'colections', 'collections'],
  ['root in describeModel(Order)', (root) => describeModel(Order, { root }), 'delte', 'delete'],
  ['key in describeModel(Order)', (key) => describeModel(Order, { key }), 'feild', 'field'],
  [
    'searchable.code in describeModel(Order)',
    (code) => describeModel(Order, { searchable: { code } } as Untyped),
    'fulltext',
    'fullText',
  ],
  [
    'collections.items in describeModel(Order)',
    (items) => describeModel(Order, { collections: { items } } as Untyped),
    'embedd',
    'embed',
  ],
  ['ones.bill in describeModel(Order)', (bill) => describeModel(Order, { ones: { bill } } as Untyped), 'red', 'read'],
  [
    'actions.cancel in describeModel(Order)',
    (cancel) => describeModel(Order, { actions: { cancel } } as Untyped),
    'parameter',
    'parameters',
  ],
  ['new Container()', (options) => new Container(options), 'configDirs', 'configDir'],
  ['new Application()', (options) => new Application(options), 'resource', 'resources'],
  ['new Application()', (options) => new CoreApplication(options), 'loger', 'logger'],
  [
    'middleware()',
    (options) => applicationMiddleware(() => undefined, new Readiness(() => []), options),
    'prefx',
    'prefix',
  ],
  ['new ResourceConfiguration()', (options) => new ResourceConfiguration(options), 'serializer', 'serializers'],
  ['new RouteConfiguration()', (options) => new RouteConfiguration(options), 'maxBodyByte', 'maxBodyBytes'],
  ['the cookie a', (options) => formatCookie('a', 'b', options), 'htpOnly', 'httpOnly'],
  ['new Security()', (options) => new Security(options), 'user', 'users'],
  ['new JwtAuthenticator()', (options) => new JwtAuthenticator(options), 'isuer', 'issuer'],
];

describe('Options that are written by hand', () => {
  it.each([...DECORATORS, ...CALLS])('are refused when misspelt: %s', (subject, call, misspelt, meant) => {
    const message = `Unknown option "${misspelt}" of ${subject}. Did you mean "${meant}"? Known options: `;

    expect(() => call({ [misspelt]: true })).toThrow(OptionError);
    expect(() => call({ [misspelt]: true })).toThrow(message);
  });

  it.each<Case>([
    ['unitOfWork()', (options) => unitOfWork(async () => 1, options), 'readonly', 'readOnly'],
    ['unitOfWork()', async (options) => Order.unitOfWork(async () => 1, options), 'savepoints', 'savepoint'],
    ['startTestApplication()', (options) => startTestApplication(Application, options), 'emtpy', 'empty'],
    ['the request GET /', (options) => new TestClient(() => '').get('/', options), 'header', 'headers'],
  ])('are refused in asynchronous calls: %s', async (subject, call, misspelt, meant) => {
    await expect(call({ [misspelt]: true })).rejects.toThrow(
      `Unknown option "${misspelt}" of ${subject}. Did you mean "${meant}"?`,
    );
  });

  it.each([
    ['@Hidden', Hidden],
    ['@ReadOnly', ReadOnly],
    ['@WriteOnly', WriteOnly],
  ])('are refused by %s, which has none', (name, decorate) => {
    expect(() => onMember(decorate)({ always: true })).toThrow(
      `Unknown option "always" of ${name} on Item.name. Known options: none.`,
    );
  });

  it.each<[string, () => unknown, string]>([
    ['flags', () => onMember(Collection)({ read: 'false' }), '"read" of @Collection on Item.name is "false"'],
    ['lists', () => onClass(Secure)({ permissions: 'admin' }), '"permissions" of @Secure on Item is "admin"'],
    [
      'lists of fields',
      () => describeModel(Order, { hidden: 'password' } as Untyped),
      '"hidden" of describeModel(Order) is "password": write a list of texts.',
    ],
    ['entries', () => onClass(SecureMultiple)({ permissions: ['admin'] }), 'write a list.'],
    ['nothing', () => onClass(Secure)(undefined as Untyped), 'list at least one name'],
    ['descriptions', () => describeModel(Order, null as Untyped), 'The options of describeModel(Order) are null'],
    ['decorators', () => describeModel(Order, { decorators: Hidden } as Untyped), 'write a list of decorators.'],
    [
      'decorators of members',
      () => describeModel(Order, { memberDecorators: { code: Hidden } } as Untyped),
      '"code" of memberDecorators in describeModel(Order) is the function',
    ],
  ])('have values of their types: %s', (_, call, message) => {
    expect(call).toThrow(message);
  });
});

describe('Options of routes', () => {
  const handle = () => 'x';
  const started = (route: object) => {
    class HelloApplication extends CoreApplication {
      override defineRoutes(): void {
        this.addRoute({ method: 'GET', path: '/hello', name: 'hello', handle, ...route } as RouteDefinition);
      }
    }
    return new HelloApplication({ configuration: { name: 'hello' } }).start();
  };

  it('are refused at the start when misspelt', async () => {
    await expect(started({ atributes: {} })).rejects.toThrow(
      'Unknown option "atributes" of the route GET /hello (hello). Did you mean "attributes"?',
    );
  });

  it('are checked in their documentation, all of them together', async () => {
    class PageApplication extends Application {
      override defineRoutes(): void {
        const documentation = { sumary: 'a', parameters: { id: { desc: 'x' } }, responses: { 200: { contents: {} } } };
        this.addRoute({
          method: 'GET',
          path: '/p/{id}',
          name: 'p',
          handle,
          attributes: { [DOCUMENTATION]: documentation },
        });
      }
    }
    const db = { url: 'sqlite::memory:' };
    const application = new PageApplication({ domain: [Agency], configuration: { name: 'page', db } });
    const error: unknown = await application.inspect().catch((caught: unknown) => caught);

    expect(String(error)).toContain('Unknown option "sumary" of the DOCUMENTATION of GET /p/{id}.');
    expect(error).toBeInstanceOf(SeveralMistakes);
  });
});
