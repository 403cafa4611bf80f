// biome-ignore-all lint/suspicious/noTemplateCurlyInString: configuration files write ${NAME}
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import Joi from 'joi';
import { Application, ApplicationConfiguration, ConfigurationError } from '../../../lib/core';
import { mergeLevels, substitute } from '../../../lib/core/config/configuration-level';

class ShopConfiguration extends ApplicationConfiguration {
  declare readonly currency: string;
  declare readonly mail: { readonly host: string; readonly port: number };

  static override keys() {
    return {
      ...super.keys(),
      currency: Joi.string().default('EUR'),
      mail: Joi.object({ host: Joi.string(), port: Joi.number() }).default({}),
      address: Joi.object({ city: Joi.string().required() }),
    };
  }
}

class ShopApplication extends Application<ShopConfiguration> {
  static override readonly Configuration = ShopConfiguration;
}

let configDir: string;
const write = (name: string, text: string) => writeFileSync(join(configDir, name), text);
const read = (configuration?: Record<string, unknown>) =>
  new ShopApplication({ configDir, configuration }).configuration;

beforeEach(() => {
  configDir = mkdtempSync(join(tmpdir(), 'config-'));
});

afterEach(() => {
  delete process.env.SPEC_PORT;
  rmSync(configDir, { recursive: true });
});

describe('The configuration of an application', () => {
  it('is read into its class from the file of the lowercased class name', () => {
    write('shop.yml', 'name: web_shop\ncurrency: CHF\n');

    const configuration = read();

    expect(configuration).toBeInstanceOf(ShopConfiguration);
    expect(configuration).toMatchObject({ name: 'web_shop', currency: 'CHF', defaultMediaType: 'application/json' });
  });

  it('inherits single keys from the container, and code overrides the file', () => {
    write(
      'container.yml',
      'name: c\ndefaultMediaType: text/csv\nlimits: { body: 10, url: 20 }\nmail: { host: a, port: 1 }\n',
    );
    write('shop.yml', 'name: shop\nlimits: { body: 30 }\nmail: { port: 2 }\n');

    const configuration = read({ mail: { port: 3 } });

    expect(configuration).toMatchObject({ name: 'shop', defaultMediaType: 'text/csv', mail: { host: 'a', port: 3 } });
    expect(configuration.limits).toMatchObject({ body: 30, url: 20, headers: 16384 });
  });

  it('describes the origin of each value', () => {
    write('container.yml', 'limits: { url: 20 }\n');
    write('shop.yml', 'name: shop\n');

    const origins = new Map(
      read({ currency: 'USD' })
        .describe()
        .map(({ key, origin }) => [key, origin]),
    );

    expect(origins.get('name')).toBe(join(configDir, 'shop.yml'));
    expect(origins.get('limits.url')).toBe(join(configDir, 'container.yml'));
    expect(origins.get('limits.body')).toMatch(/config.defaults\.yml$/);
    expect(origins.get('currency')).toBe('code');
  });

  it('substitutes environment variables', () => {
    process.env.SPEC_PORT = '25';
    write('shop.yml', 'name: shop\nmail: { host: "${SPEC_HOST:-localhost}", port: "${SPEC_PORT}" }\n');

    expect(read().mail).toEqual({ host: 'localhost', port: 25 });
  });

  it('needs no file if it is set in code', () => {
    expect(read({ name: 'shop' }).name).toBe('shop');
  });
});

describe('An invalid configuration of an application', () => {
  it.each([
    ['an unknown key', 'name: shop\ncurency: EUR\n', 'curency', /Known keys: address, currency, defaultMediaType/],
    [
      'an unknown key inside a section',
      'name: shop\nlimits: { bodi: 1 }\n',
      'limits.bodi',
      /unknown key.*\(the nearest is "body"\)\. Known keys: body, .*url\.$/,
    ],
    ['an empty section', 'name: shop\nserializers: { text/x: {} }\n', 'serializers.text/x', /must have a class/],
    [
      'a missing key of a section',
      'name: shop\naddress: {}\n',
      'address.city',
      /is required: add it to the section address\.$/,
    ],
    ['a value of another type', 'name: shop\nlimits: { body: much }\n', 'limits.body', /number/],
    ['a name that is not snake_case', 'name: Shop\n', 'name', /name: must be in snake_case, not "Shop"\.$/],
    ['no media type', 'name: a\ndefaultMediaType: json\n', 'defaultMediaType', /must be a media type, not "json"\.$/],
    ['a missing name', 'currency: EUR\n', 'name', /required/],
    [
      'a variable that is not set',
      'name: shop\nmail: { host: "${SPEC_MISSING}" }\n',
      'mail.host',
      /SPEC_MISSING is not set/,
    ],
    ['a list at the top', '- name\n', '', /map of keys/],
    ['malformed YAML', 'name: [\n', '', /not valid YAML/],
    ['a value that ends with a colon', 'mail:\n  host: a::b:\n', '', /line 2, column \d+: a value .* in quotes\.$/],
  ])('is rejected for %s, naming file and key', (_, text, key, message) => {
    write('shop.yml', text);

    expect(() => read()).toThrow(ConfigurationError);
    expect(() => read()).toThrow(message);
    expect(() => read()).toThrow(expect.objectContaining({ file: join(configDir, 'shop.yml'), key }));
  });

  it.each([
    ['malformed YAML', 'mail:\n  host: hunter2\n   x: [\n', /shop\.yml: not valid YAML: .* at line 3, column 5\.$/],
    ['another invalid value', 'name: shop\nmail: { host: hunter2 }\nlimits: { body: much }\n', /number/],
  ])('does not show the rest of the file, which may contain passwords, for %s', (_, text, message) => {
    write('shop.yml', text);

    const error = thrown(() => read());

    expect(error).toMatchObject({ message: expect.stringMatching(message) });
    expect(inspect(error, { depth: 10 })).not.toContain('hunter2');
  });

  it('reports all mistakes at once', () => {
    write('shop.yml', 'name: Shop\ncurency: EUR\nlimits: { body: much, url: 0 }\n');

    const error = thrown(() => read()) as { mistakes: ConfigurationError[] };

    expect(error).toMatchObject({ code: 'SEVERAL_MISTAKES' });
    expect(error.mistakes.map(({ key }) => key)).toEqual(['name', 'limits.body', 'limits.url', 'curency']);
    expect(error.mistakes.every((mistake) => mistake instanceof ConfigurationError)).toBe(true);
  });

  it('reports all environment variables that are not set', () => {
    write('shop.yml', 'name: shop\ncurrency: "${SPEC_ONE}"\nmail: { host: "${SPEC_TWO}" }\n');

    expect(() => read()).toThrow(
      /2 mistakes\.\n- .*currency: .*SPEC_ONE is not set.*\n- .*mail\.host: .*SPEC_TWO is not set/,
    );
  });

  it("names the application's file for a missing key, even if another file has the section", () => {
    write('container.yml', 'address: { street: x }\n');
    write('shop.yml', 'name: shop\naddress: { street: null }\n');

    const error = thrown(() => read()) as { mistakes: ConfigurationError[] };

    expect(error.mistakes.map(({ file, key }) => [file, key])).toEqual([
      [join(configDir, 'shop.yml'), 'address.city'],
      [join(configDir, 'container.yml'), 'address.street'],
    ]);
  });

  it('names the environment variable of an invalid value, but not the value', () => {
    process.env.SPEC_PORT = 'hunter2';
    write('shop.yml', 'name: shop\nmail: { port: "${SPEC_PORT}" }\n');

    expect(() => read()).toThrow(
      /shop\.yml: mail\.port: must be a number \(it comes from the environment variable SPEC_PORT\)\.$/,
    );
  });

  it('names the file to create if there is none', () => {
    expect(() => read()).toThrow(/shop\.yml: the file is missing/);
  });
});

describe('A level of configuration', () => {
  it('replaces lists, merges maps, and keeps the lower value for null', () => {
    const { values } = mergeLevels([
      { origin: 'a', values: { list: [1, 2], map: { x: 1, y: 2 }, kept: 1 } },
      { origin: 'b', values: { list: [3], map: { y: 3 }, kept: null } },
    ]);

    expect(values).toEqual({ list: [3], map: { x: 1, y: 3 }, kept: 1 });
  });

  it('cannot pollute a prototype', () => {
    mergeLevels([{ origin: 'a', values: JSON.parse('{"__proto__": {"polluted": 1}}') }]);

    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('replaces an instance of a class as a whole', () => {
    const instance = new Date();

    expect(mergeLevels([{ origin: 'a', values: { when: instance } }]).values.when).toBe(instance);
  });

  it('turns $${ into ${', () => {
    const layer = { origin: 'a', values: { text: '$${NAME} ${EMPTY} ${NAME:-}' } };

    expect(substitute(layer, { EMPTY: '' }).values.text).toBe('${NAME}  ');
  });
});

function thrown(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown.');
}
