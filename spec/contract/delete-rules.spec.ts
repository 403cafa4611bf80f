import {
  Badge,
  Company,
  Contract,
  Employee,
  estate,
  Guild,
  Lease,
  Memo,
  Mention,
  Office,
  Region,
  Sponsorship,
} from '../support/domain/estate';
import { type ApiResponse, useServed } from '../support/serve-shop';

let company: Company;

const served = useServed(estate);
beforeEach(async () => {
  company = await new Company().persist();
});

const remove = (path: string): Promise<ApiResponse> => served.request('DELETE', path);
const path = () => `/companies/${company.id}`;
const inCompany = () => ({ companyId: company.id });

describe('DELETE of a root whose children have an onDelete rule', () => {
  it('deletes them with CASCADE, even if they are roots', async () => {
    const { id } = await Office.create(inCompany());

    expect((await remove(path())).status).toBe(204);

    expect(await Office.findByPk(id)).toBeNull();
  });

  it('unlinks them with SET NULL, keeps their rows, and increments the versions of their roots', async () => {
    const guild = await new Guild().persist();
    const employee = await Employee.create({ ...inCompany(), guildId: guild.id });
    const badge = await Badge.create({ employeeId: employee.id });
    await employee.reload();
    await guild.reload();

    expect((await remove(path())).status).toBe(204);

    expect(await Employee.findByPk(employee.id)).toMatchObject({ companyId: null, version: employee.version + 1 });
    expect(await Badge.findByPk(badge.id)).not.toBeNull();
    expect((await Guild.findByPk(guild.id))!.version).toBe(guild.version + 1);
  });

  it('is rejected with RESTRICT while there are any, whatever @Collection says, and writes nothing', async () => {
    const contract = await Contract.create(inCompany());
    const office = await Office.create(inCompany());

    expect(await remove(path())).toMatchObject({
      status: 409,
      body: { detail: 'This Company still has contracts: delete each Contract first.' },
    });
    expect(await Office.findByPk(office.id)).not.toBeNull();
    await contract.delete();
    expect((await remove(path())).status).toBe(204);
  });

  it('deletes them without a rule', async () => {
    const { id } = await Memo.create(inCompany());

    expect((await remove(path())).status).toBe(204);

    expect(await Memo.findByPk(id)).toBeNull();
  });

  it('keeps the parts of a class that refers to itself, and everything below them', async () => {
    const region = await new Region().persist();
    const part = await Region.create({ parentId: region.id });
    const below = await Region.create({ parentId: part.id });

    expect((await remove(`/regions/${region.id}`)).status).toBe(204);

    expect((await Region.findByPk(part.id))!.parentId).toBeNull();
    expect((await Region.findByPk(below.id))!.parentId).toBe(part.id);
  });
});

describe('DELETE of an entity that others refer to outside of its collections', () => {
  it('deletes or unlinks them, or is rejected, according to their rules', async () => {
    const sponsorship = await Sponsorship.create(inCompany());
    const mention = await Mention.create(inCompany());
    const lease = await Lease.create(inCompany());

    expect(await remove(path())).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/^Lease entities still refer to this Company/) },
    });
    expect(await Sponsorship.findByPk(sponsorship.id)).not.toBeNull();
    await lease.delete();
    expect((await remove(path())).status).toBe(204);

    expect(await Sponsorship.findByPk(sponsorship.id)).toBeNull();
    expect(await Mention.findByPk(mention.id)).toMatchObject({ companyId: null, version: mention.version + 1 });
  });
});

describe('The created schema', () => {
  const raw = (statement: string) => Company.sequelize!.query(statement);

  it('has the same rules for deletes outside the framework', async () => {
    const contract = await Contract.create(inCompany());
    const rows = [Office, Memo, Sponsorship];
    const gone = await Promise.all(
      rows.map(async (type) => ({ type, id: (await type.create(inCompany() as never)).id })),
    );
    const employee = await Employee.create(inCompany());
    const mention = await Mention.create(inCompany());
    const deleteIt = () => raw(`DELETE FROM companies WHERE id = ${company.id}`);

    await expect(deleteIt()).rejects.toThrow();
    await contract.delete();
    await deleteIt();

    for (const { type, id } of gone) expect(await type.count({ where: { id } as never })).toBe(0);
    expect((await Employee.findByPk(employee.id))!.companyId).toBeNull();
    expect((await Mention.findByPk(mention.id))!.companyId).toBeNull();
  });
});
