import { Table } from 'sequelize-typescript';
import { Action, AggregateRoot, Application, BaseDomain } from '../../../lib';
import { Public, Secure } from '../../../lib/security';
import { IntegerColumn } from '../../support/columns';
import { inspectedDocument, resolved } from '../../support/inspected-document';
import { secured } from '../../support/security/secured';

@AggregateRoot
@Secure({ method: 'POST', permissions: ['papers.file', 'papers.see'] })
@Public({ method: 'DELETE' })
@Table({ tableName: 'papers' })
class Paper extends BaseDomain {
  @Secure({ method: 'GET', permissions: ['papers.weigh'] }) @IntegerColumn declare weight: number | null;

  @Secure({ permissions: ['papers.fold'] })
  @Action({ value: 'fold' })
  fold(): void {}
}

@Secure({ method: 'GET', permissions: ['authenticated'] })
@Secure({ method: 'POST', permissions: ['shelves.fill'] })
@Secure({ method: 'PUT', permissions: ['shelves.move'] })
@AggregateRoot
@Table({ tableName: 'shelves' })
class Shelf extends BaseDomain {
  @Action({ value: 'turn', returns: Shelf })
  turn(): Shelf {
    return this;
  }
}

@Secure({ method: 'GET', permissions: ['boxes.see'] })
@Secure({ method: 'POST', permissions: ['boxes.fill'] })
@Secure({ method: 'PUT', permissions: ['boxes.fill', 'boxes.see'] })
@AggregateRoot
@Table({ tableName: 'boxes' })
class Box extends BaseDomain {}

class PlainApplication extends Application {
  override defineRoutes(): void {
    this.addRoute({ method: 'GET', path: '/plain/word', name: 'readWord', handle: () => 'word' });
  }
}

describe('The security of the OpenAPI document', () => {
  it('has the authentication schemes of the configuration', async () => {
    const { components } = await inspectedDocument([Paper], { settings: { security: secured } });

    expect(components.securitySchemes).toMatchObject({
      basic: { type: 'http', scheme: 'basic' },
      session: { type: 'apiKey', in: 'cookie', name: 'shop_session' },
    });
  });

  it('requires one of the schemes, and the permissions of each operation', async () => {
    const { paths } = await inspectedDocument([Paper], { settings: { security: secured } });
    const { security, description, responses } = paths['/papers']!.post!;

    expect(security).toEqual([{ basic: [] }, { session: [] }]);
    expect(paths['/papers']!.post!['x-permissions']).toEqual(['papers.file', 'papers.see']);
    expect(description).toContain('Requires the permissions `papers.file` and `papers.see`.');
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['401', '403', '429']));
    expect(paths['/papers/{id}/fold']!.put).toMatchObject({ 'x-permissions': ['papers.fold'] });
  });

  it('makes credentials optional where they only add secured fields', async () => {
    const { paths, components } = await inspectedDocument([Paper], {
      settings: { security: { basic: {}, session: { store: 'memory' } } },
    });

    expect(paths['/papers']!.get!.security).toEqual([{}, { basic: [] }, { session: [] }]);
    expect(paths['/session']!.post!.security).toEqual([]);
    expect(components.schemas!.Paper.properties.weight).toMatchObject({ 'x-permissions': ['papers.weigh'] });
    expect(components.schemas!.Paper.required).not.toContain('weight');
  });

  it('has the errors of the routes for sessions and listings, which it does not call hand-written', async () => {
    const { paths } = await inspectedDocument([Paper], {
      settings: { security: { session: { store: 'memory' } }, admin: { routes: 'public' } },
    });

    expect(Object.keys(paths['/session']!.post!.responses)).toEqual(
      expect.arrayContaining(['200', '401', '403', '422']),
    );
    expect(paths['/admin/routes/{resource}']!.get!.responses).toHaveProperty('404');
    for (const path of ['/session', '/admin/routes', '/admin/routes/{resource}']) {
      for (const { description } of Object.values(paths[path]!)) expect(description).not.toContain('hand-written');
    }
  });

  it('requires credentials everywhere but on public routes and paths with `authenticate: always`', async () => {
    const security = { basic: {}, authenticate: 'always', publicPaths: ['/plain'] };
    const { paths } = await inspectedDocument([Paper], { Class: PlainApplication, settings: { security } });

    expect(paths['/papers']!.get!.security).toEqual([{ basic: [] }]);
    expect(paths['/papers/{id}']!.delete!.security).toEqual([{}, { basic: [] }]);
    expect(paths['/admin/routes']!.get!.security).toEqual([{ basic: [] }]);
    expect(paths['/plain/word']!.get!.security).toEqual([]);
  });

  it('shows the key alone only to a client that may write and need not have the permissions to read', async () => {
    const { paths, components } = await inspectedDocument([Shelf, Box], { settings: { security: secured } });
    const shown = (path: string, method: 'post' | 'put', status: string) =>
      resolved(components, paths[path]![method]!.responses[status]).content['application/json'].schema;

    expect(shown('/boxes', 'post', '201')).toEqual({
      anyOf: [
        { anyOf: [{ $ref: '#/components/schemas/Box' }, expect.objectContaining({ required: ['id'] })] },
        expect.objectContaining({ type: 'array' }),
      ],
    });
    const preview = { $ref: '#/components/schemas/Preview' };
    expect(shown('/boxes/{id}', 'put', '200')).toEqual({ oneOf: [{ $ref: '#/components/schemas/Box' }, preview] });
    expect(shown('/shelves', 'post', '201')).toMatchObject({ anyOf: [{ $ref: '#/components/schemas/Shelf' }, {}] });
    expect(shown('/shelves/{id}/turn', 'put', '200')).toEqual({
      oneOf: [{ $ref: '#/components/schemas/Shelf' }, preview],
    });
  });
});
