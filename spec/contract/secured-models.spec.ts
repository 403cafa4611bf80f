import { Column, HasMany, Table } from 'sequelize-typescript';
import { Action, AggregateRoot, BaseDomain, Collection, type EntityId } from '../../lib';
import { Application, type ApplicationOptions } from '../../lib/rest';
import { Public, Secure } from '../../lib/security';
import { KeyOf } from '../support/columns';
import { basic, SECRET_HASH } from '../support/security/credentials';
import { type Served, type ServeOptions, serve } from '../support/serve-shop';

const security = { basic: { realm: 'posters' }, users: { eve: { passwordHash: SECRET_HASH } } };

let served: Served;
const statusOf = async (method: string, path: string, headers?: Record<string, string>, body?: unknown) =>
  (await served.request(method, path, body, headers)).status;

@Secure({ method: 'POST', permissions: ['posters.create'] })
@Secure({ method: 'PUT', permissions: ['posters.update'] })
@Public({ method: 'DELETE' })
@AggregateRoot
@Table({ tableName: 'posters' })
class Poster extends BaseDomain {
  @Column declare title: string;
}

@AggregateRoot
@Table({ tableName: 'idle_actions' })
class IdleAction extends BaseDomain {
  @Secure({ method: 'POST', permissions: ['idle.run'] })
  @Action({ value: 'run' })
  run(): void {}
}

@AggregateRoot
@Table({ tableName: 'idle_columns' })
class IdleColumn extends BaseDomain {
  @Secure({ method: 'DELETE', permissions: ['idle.delete'] }) @Column declare name: string;
}

@Public({ method: 'POST' })
@AggregateRoot
@Table({ tableName: 'visitors' })
class Visitor extends BaseDomain {
  @Column declare name: string;
}

@Public()
@Secure({ method: 'POST', permissions: ['contradictions.create'] })
@AggregateRoot
@Table({ tableName: 'contradictions' })
class Contradiction extends BaseDomain {
  @Column declare name: string;
}

@AggregateRoot
@Table({ tableName: 'public_columns' })
class PublicColumn extends BaseDomain {
  @Public() @Column declare name: string;
}

@AggregateRoot
@Table({ tableName: 'public_actions' })
class PublicAction extends BaseDomain {
  @Public({ method: 'POST' })
  @Action({ value: 'run' })
  run(): void {}
}

@AggregateRoot
@Table({ tableName: 'public_parents' })
class PublicParent extends BaseDomain {
  @HasMany(() => PublicChild) declare children: PublicChild[];
}

@Public()
@Table({ tableName: 'public_children' })
class PublicChild extends BaseDomain {
  @KeyOf(() => PublicParent) declare publicParentId: EntityId;
}

@Public()
@AggregateRoot
@Table({ tableName: 'guests' })
class Guest extends BaseDomain {
  @Collection({ update: false, delete: false }) @HasMany(() => Visit) declare visits: Visit[];
  @Public() @Collection({ update: false }) @HasMany(() => Wish) declare wishes: Wish[];

  @Public({ method: 'PUT' })
  @Action({ value: 'wave' })
  wave(): void {}
}

@Table({ tableName: 'visits' })
class Visit extends BaseDomain {
  @KeyOf(() => Guest) declare guestId: EntityId;
}

@Table({ tableName: 'wishes' })
class Wish extends BaseDomain {
  @KeyOf(() => Guest) declare guestId: EntityId;
}

class ModelApplication extends Application {}

const start = async (types: readonly unknown[], settings: Record<string, unknown>, options: ServeOptions = {}) => {
  served = await serve(types, { Class: ModelApplication, settings: { security: settings }, ...options });
};
const codeOfStart = async (types: readonly unknown[], settings: Record<string, unknown>) => {
  const error = await start(types, settings).then(
    () => served.stop(),
    (reason: Error & { code?: string }) => reason,
  );
  return error ? error.code : undefined;
};

describe('A domain model with @Secure or @Public', () => {
  it('does not start with @Secure when no authenticator is configured', async () => {
    expect(await codeOfStart([Poster], {})).toBe('AUTHENTICATOR_MISSING');
    expect(await codeOfStart([Poster], security)).toBeUndefined();
  });

  it('does not start with an annotation for a method that has no route there', async () => {
    expect(await codeOfStart([IdleAction], security)).toBe('SECURE_METHOD_WITHOUT_EFFECT');
    expect(await codeOfStart([IdleColumn], security)).toBe('SECURE_METHOD_WITHOUT_EFFECT');
  });

  it('does not start in strict mode with a write route without an annotation', async () => {
    expect(await codeOfStart([Poster], { ...security, strict: true })).toBeUndefined();
    expect(await codeOfStart([Visitor], { ...security, strict: true })).toBe('ROUTES_UNPROTECTED');
    expect(await codeOfStart([Visitor], security)).toBeUndefined();
  });

  it.each<[string, readonly unknown[], string]>([
    [
      'a column',
      [PublicColumn],
      'PublicColumn.name makes no route public: put it on an aggregate root, a collection or',
    ],
    ['an action for a method without a route', [PublicAction], 'PublicAction.run makes no route public: write PUT, or'],
    [
      'a class that is not a root',
      [PublicParent, PublicChild],
      'PublicChild makes no route public: put it on an aggregate root, a collection or',
    ],
  ])('does not start with @Public on %s', async (_, types, message) => {
    await expect(start(types, security)).rejects.toThrow(`@Public on ${message}`);
  });

  it('logs one warning with the write routes without an annotation when @Secure is used', async () => {
    const warned: string[] = [];
    const logger = { info: () => undefined, warn: (line: string) => warned.push(line), error: console.error };
    class WarnedApplication extends Application {
      constructor(options: ApplicationOptions) {
        super({ ...options, logger });
      }
    }
    const Class = WarnedApplication;

    await start([Poster, Visitor, Guest, Visit, Wish], security, { Class });
    await served.stop();
    await start([Visitor, Guest, Visit, Wish], security, { Class });
    await served.stop();

    expect(warned).toEqual([
      'These routes write without a permission: PUT /visitors/{id}, PATCH /visitors/{id}, DELETE /visitors/{id}, POST /guests/{guest_id}/visits. Mark them @Secure, or @Public if that is intended; with security.strict: true they stop the start.',
    ]);
    expect(await codeOfStart([Poster, Guest, Visit, Wish], { ...security, strict: true })).toBe('ROUTES_UNPROTECTED');
  });

  it('does not start with a public route that requires a permission', async () => {
    expect(await codeOfStart([Contradiction], security)).toBe('SECURED_AND_PUBLIC');
  });

  it('is public for the annotated method only when every other request requires credentials', async () => {
    await start([Visitor], { ...security, authenticate: 'always' });

    const statuses = [
      await statusOf('POST', '/visitors', {}, { name: 'Ada' }),
      await statusOf('GET', '/visitors'),
      await statusOf('DELETE', '/visitors/1'),
      await statusOf('GET', '/visitors', basic('eve')),
    ];
    await served.stop();

    expect(statuses).toEqual([201, 401, 401, 200]);
  });
});
