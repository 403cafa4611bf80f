import {
  Application,
  EntityHasChildrenError,
  EntityNotFoundError,
  EntityReferencedError,
  GoneException,
  HttpException,
  ReferenceNotFoundError,
  UnprocessableEntityException,
} from '../../lib';
import { Company, Contract, estate, Lease } from '../support/domain/estate';
import { useServed } from '../support/serve-shop';

const LOCKED = 423;

/** Maps domain errors to other statuses than the default ones. */
class EstateApplication extends Application {
  override mapExceptions(): void {
    super.mapExceptions();
    this.addExceptionMapping(EntityNotFoundError, GoneException);
    this.addExceptionMapping(EntityHasChildrenError, () => new HttpException(LOCKED, 'Locked'));
    this.addExceptionMapping(EntityReferencedError, () => new HttpException(LOCKED, 'Locked'));
    this.addExceptionMapping(ReferenceNotFoundError, UnprocessableEntityException);
  }
}

const served = useServed(estate, { Class: EstateApplication });

/** Sends requests without checking them against the OpenAPI document, which has the default statuses. */
async function statusOf(method: string, path: string, body?: object): Promise<number> {
  const headers = { 'Content-Type': 'application/json' };
  const { status } = await fetch(served.address + path, { method, headers, body: body && JSON.stringify(body) });
  return status;
}

describe('A domain error that an application maps to another exception', () => {
  it('sets the status for a missing entity, on every route and for keys in any form', async () => {
    const { id } = await new Company().persist();

    const statuses = await Promise.all([
      statusOf('GET', '/companies/999999'),
      statusOf('GET', '/companies/no-key'),
      statusOf('GET', '/companies/999999,no-key'),
      statusOf('PUT', '/companies/999999', {}),
      statusOf('DELETE', '/companies/999999'),
      statusOf('GET', '/companies/999999/contracts'),
      statusOf('GET', '/companies/no-key/contracts'),
      statusOf('POST', '/companies/999999/contracts', {}),
      statusOf('GET', `/companies/${id}/contracts/999999`),
    ]);

    expect(statuses).toEqual(statuses.map(() => 410));
  });

  it('sets the status for a delete while rows belong or refer to the entity', async () => {
    const holding = await new Company().persist();
    await Contract.create({ companyId: holding.id });
    const referred = await new Company().persist();
    await Lease.create({ companyId: referred.id });

    expect(await statusOf('DELETE', `/companies/${holding.id}`)).toBe(LOCKED);
    expect(await statusOf('DELETE', `/companies/${referred.id}`)).toBe(LOCKED);
  });

  it('sets the status for a reference to a missing entity', async () => {
    expect(await statusOf('POST', '/offices', { company_id: '999999' })).toBe(422);
  });
});
