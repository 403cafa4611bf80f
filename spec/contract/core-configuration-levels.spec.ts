import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Application,
  ApplicationContext,
  Container,
  ResourceConfiguration,
  RouteConfiguration,
  type Serializer,
} from '../../lib/core';
import { silent } from '../support/core/named-applications';

/** Writes its name in place of the content. */
const named = (name: string): Serializer => ({ write: () => name });

class Words {
  word() {
    return 'word';
  }
  limit() {
    return String(ApplicationContext.instance()?.routeConfiguration?.maxBodyBytes);
  }
}
class Signs extends Words {}

class PlainApplication extends Application {
  override defineRoutes() {
    this.resource(Words).builder('/words').action('GET', 'word');
    this.resource(Words).builder('/limit').action('GET', 'limit');
  }
}

class FussyApplication extends Application {
  override defineResources() {
    const ofResource = new ResourceConfiguration({ defaultMediaType: 'text/b' }).addSerializer(
      'text/b',
      named('b of resource'),
    );
    this.addResource(Signs, ofResource);
  }
  override defineRoutes() {
    this.resource(Words).builder('/words').action('GET', 'word');
    this.resource(Words).builder('/limit').action('GET', 'limit');
    const signs = this.resource(Signs);
    signs.builder('/signs').action('GET', 'word');
    const ofRoute = new RouteConfiguration({ defaultMediaType: 'text/c' }).addSerializer('text/c', named('c of route'));
    signs.builder('/special').action('GET', 'word').using(ofRoute);
  }
}

const CONTAINER = `
defaultMediaType: text/a
serializers:
  text/a: { class: "named:A" }
  text/b: { class: "named:B" }
limits: { body: 2000 }
mounts: { PlainApplication: /plain, FussyApplication: /fussy }
server: { connectors: [{ port: 0 }] }
`;
const FUSSY = `
name: fussy
serializers: { text/a: { class: "named:Own" } }
limits: { body: 1000 }
`;
const MODULE = `
  const named = (name) => class { write() { return name; } };
  module.exports = { A: named('a of container'), B: named('b of container'), Own: named('a of application') };
`;

describe('A setting is inherited as Container, then Application, then Resource, then Route', () => {
  let root: string;
  let container: Container;
  const get = async (path: string, accept?: string) => {
    const headers = accept ? { Accept: accept } : undefined;
    const response = await fetch(container.addresses[0] + path, { headers });
    return response.status === 200 ? response.text() : response.status;
  };

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'levels-'));
    mkdirSync(join(root, 'config'));
    writeFileSync(join(root, 'config/container.yml'), CONTAINER);
    writeFileSync(join(root, 'config/plain.yml'), 'name: plain\n');
    writeFileSync(join(root, 'config/fussy.yml'), FUSSY);
    writeFileSync(join(root, 'named.js'), MODULE);
    const applications = [PlainApplication, FussyApplication];
    container = new Container({ projectRoot: root, applications, logger: silent });
    await container.start();
  });
  afterAll(async () => {
    await container.stop();
    rmSync(root, { recursive: true });
  });

  it('from the container by an application that does not set it', async () => {
    expect(await get('/plain/words')).toBe('a of container');
    expect(await get('/plain/words', 'text/b')).toBe('b of container');
    expect(await get('/plain/limit', 'application/json')).toBe('"2000"');
  });

  it('and overridden by an application, for that key or media type only', async () => {
    expect(await get('/fussy/words')).toBe('a of application');
    expect(await get('/fussy/words', 'text/b')).toBe('b of container');
    expect(await get('/fussy/limit', 'application/json')).toBe('"1000"');
  });

  it('and overridden by a resource', async () => {
    expect(await get('/fussy/signs')).toBe('b of resource');
    expect(await get('/fussy/signs', 'text/a')).toBe('a of application');
    expect(await get('/fussy/signs', 'text/c')).toBe(406);
  });

  it('and overridden by a route', async () => {
    expect(await get('/fussy/special')).toBe('c of route');
    expect(await get('/fussy/special', 'text/b')).toBe('b of resource');
    expect(await get('/fussy/special', 'text/a')).toBe('a of application');
  });
});
