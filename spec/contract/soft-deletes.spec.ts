import { Referral, Shift, Skill, surgery, Vet, VetSkill, Visit } from '../support/domain/surgery';
import { useServed } from '../support/serve-shop';

let vet: Vet;
let number = 0;

const served = useServed(surgery);
const { request } = served;
beforeEach(async () => {
  vet = await new Vet().persist();
});

const path = () => `/vets/${vet.id}`;
const skill = () => Skill.create({ name: `S-${++number}` });

describe('DELETE with soft deletes', () => {
  it('is rejected while existing entities require the row, as a hard delete is', async () => {
    const visit = await Visit.create({ vetId: vet.id });

    expect(await request('DELETE', path())).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/^Visit entities still refer to this Vet/) },
    });
    expect((await request('DELETE', `/visits/${visit.id}`)).status).toBe(204);
    expect((await request('DELETE', path())).status).toBe(204);
    expect(await request('GET', path())).toMatchObject({ status: 404 });
  });

  it('unlinks entities that do not require it, as a hard delete does', async () => {
    const referral = await Referral.create({ vetId: vet.id });

    expect((await request('DELETE', path())).status).toBe(204);

    expect(await Referral.findByPk(referral.id)).toMatchObject({ vetId: null, version: referral.version + 1 });
  });

  it('deletes its children softly, and keeps its links for a restore', async () => {
    const { id } = await Shift.create({ vetId: vet.id });
    await VetSkill.create({ vetId: vet.id, skillId: (await skill()).id });

    expect((await request('DELETE', path())).status).toBe(204);

    expect(await Shift.findByPk(id)).toBeNull();
    expect(await Shift.findByPk(id, { paranoid: false })).not.toBeNull();
    expect(await VetSkill.count({ where: { vetId: vet.id } })).toBe(1);
  });
});

describe('A softly deleted entity', () => {
  it('cannot be referred to, with the error for a missing one', async () => {
    const { id } = await Referral.create({});
    await vet.delete();
    const missing = { status: 409, body: { detail: `vet_id refers to the Vet ${vet.id}, which does not exist.` } };

    expect(await request('POST', '/visits', { vet_id: vet.id })).toMatchObject(missing);
    expect(await request('PUT', `/referrals/${id}`, { vet_id: vet.id })).toMatchObject(missing);
    expect(await request('POST', '/referrals', { vet: { id: vet.id } })).toMatchObject(missing);
    expect(await request('POST', '/visits', { vet_id: 999999 })).toMatchObject({ status: 409 });
  });

  it('cannot be linked, and its links are not returned', async () => {
    const linked = await skill();
    await VetSkill.create({ vetId: vet.id, skillId: linked.id });
    await linked.delete();

    expect(await request('GET', `${path()}/skills`)).toMatchObject({ status: 200, body: [] });
    expect(await request('PUT', path(), { skills: [{ name: linked.name }] })).toMatchObject({ status: 409 });
    expect(await VetSkill.count({ where: { vetId: vet.id } })).toBe(1);
  });

  it('keeps its unique keys taken', async () => {
    const { name } = await skill();
    expect((await request('DELETE', `/skills/${name}`)).status).toBe(204);

    expect(await request('POST', '/skills', { name })).toMatchObject({
      status: 409,
      body: { detail: 'Another entity has the same name.' },
    });
  });
});
