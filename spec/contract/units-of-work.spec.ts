import { type CreateOptions, DatabaseError } from 'sequelize';
import { AfterCreate, AfterSave, HasMany, Table } from 'sequelize-typescript';
import {
  Action,
  AggregateRoot,
  Application,
  BaseDomain,
  CommitOutcomeUnknownError,
  type EntityId,
  type Request,
  Resource,
} from '../../lib';
import { RequiredKeyOf, RequiredString, StringColumn } from '../support/columns';
import { type Served, serve } from '../support/serve-shop';

/** A log of invoices, which hooks write as in the manual of Sequelize. */
@Table({ tableName: 'audit_logs' })
class AuditLog extends BaseDomain {
  @StringColumn(40) declare entry: string;
}

@Table({ tableName: 'invoice_lines' })
class InvoiceLine extends BaseDomain {
  @RequiredString(20) declare article: string;
  @RequiredKeyOf(() => Invoice) declare invoiceId: EntityId;

  @AfterSave
  static forbid({ article }: InvoiceLine): void {
    if (article === 'forbidden') throw new Error('No such article is sold.');
  }
}

@AggregateRoot
@Table({ tableName: 'invoices' })
class Invoice extends BaseDomain {
  @StringColumn(20) declare number: string;
  @HasMany(() => InvoiceLine) declare lines: InvoiceLine[];

  @AfterCreate
  static async log({ number }: Invoice, options: CreateOptions): Promise<void> {
    await AuditLog.create({ entry: `created ${number}` }, { transaction: options.transaction });
  }

  @Action({ value: 'copy' })
  async copy(number: string, article: string): Promise<void> {
    const lines = [{ article: 'pen' }, { article }];
    await Invoice.create({ number, lines }, { include: [Invoice.associations.lines!] });
  }

  /** Deletes a line that has changed since it was read. */
  @Action({ value: 'shorten' })
  async shorten(): Promise<void> {
    const [line] = await InvoiceLine.where({ invoiceId: this.id });
    await InvoiceLine.update({ version: 7 }, { where: { id: line!.id } });
    await line!.delete();
  }
}

let refusals = 0;

@Resource(Invoice)
class InvoiceResource {
  async stored(request: Request): Promise<Invoice> {
    const invoice = request.getContentAs(Invoice);
    return Invoice.unitOfWork(async () => {
      await invoice.save();
      if (refusals-- > 0) throw new DatabaseError(Object.assign(new Error('busy'), { errno: 1213, sql: '' }));
      return invoice;
    });
  }

  async lost(): Promise<void> {
    throw new CommitOutcomeUnknownError(new Error('The socket was closed.'));
  }
}

class InvoiceApplication extends Application {
  override defineRoutes(): void {
    this.resource(InvoiceResource).builder('/stored_invoices').action('POST', 'stored').action('PUT', 'lost');
  }
}

describe('A request whose code passes "transaction" as in the manual of Sequelize', () => {
  let served: Served;

  beforeAll(async () => {
    jest.spyOn(console, 'error').mockImplementation();
    served = await serve([AuditLog, InvoiceLine, Invoice], {
      Class: InvoiceApplication,
      resources: [InvoiceResource],
    });
  });
  afterAll(() => served.stop());
  beforeEach(async () => {
    await Invoice.destroy({ where: {} });
    await AuditLog.destroy({ where: {} });
    refusals = 0;
  });

  const stored = async () => [await Invoice.count(), await InvoiceLine.count(), await AuditLog.count()];

  it('keeps no writes of its hooks when it fails', async () => {
    const lines = [{ article: 'pen' }, { article: 'forbidden' }];

    const { status } = await served.request('POST', '/invoices', { number: 'I-1', lines });

    expect(status).toBe(500);
    expect(await stored()).toEqual([0, 0, 0]);
  });

  it('creates an entity with children in an action, all or nothing', async () => {
    const { body } = await served.request('POST', '/invoices', { number: 'I-1' });
    const copy = (article: string) => served.request('PUT', `/invoices/${body.id}/copy`, { number: 'I-2', article });

    expect((await copy('forbidden')).status).toBe(500);
    expect(await stored()).toEqual([1, 0, 1]);

    expect((await copy('ink')).status).toBe(204);
    expect(await stored()).toEqual([2, 2, 2]);
  });

  it('saves an entity of its payload with children in a unit of work that is retried', async () => {
    refusals = 1;
    const lines = [{ article: 'pen' }, { article: 'ink' }];

    const { status } = await served.request('POST', '/stored_invoices', { number: 'I-1', lines });

    expect(status).toBe(200);
    expect(await stored()).toEqual([1, 2, 1]);
  });

  it('responds with its own problem type when the outcome of the commit is unknown', async () => {
    const { status, headers, body } = await served.request('PUT', '/stored_invoices', {});

    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBeNull();
    expect(body).toMatchObject({
      type: 'urn:problem-type:koaggregate:commit-outcome-unknown',
      detail: 'The connection broke while the changes were being committed: read again before you repeat them.',
    });
  });

  it('responds 409 when it deletes an entity that has changed since it was read', async () => {
    const { body } = await served.request('POST', '/invoices', { number: 'I-1', lines: [{ article: 'pen' }] });

    const { status } = await served.request('PUT', `/invoices/${body.id}/shorten`);

    expect(status).toBe(409);
    expect(await stored()).toEqual([1, 1, 1]);
  });
});
