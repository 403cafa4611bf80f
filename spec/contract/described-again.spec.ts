import { DataTypes, Model, type ModelStatic, Sequelize } from 'sequelize';
import { Column, Table, Model as TypedModel } from 'sequelize-typescript';
import { AggregateRoot, type DomainClass, Hidden, SeveralMistakes } from '../../lib';
import { describeModel, type ModelDescription } from '../../lib/persistence';
import { Secure } from '../../lib/security';
import { type Served, serve } from '../support/serve-shop';

const opened: Sequelize[] = [];
let served: Served | undefined;

afterEach(async () => {
  await served?.stop();
  served = undefined;
  for (const sequelize of opened.splice(0)) await sequelize.close();
});

/** A new class, so that no description of another test is known. */
function member() {
  class Member extends Model {
    get visits(): Model[] {
      return (this.getDataValue('visits') ?? []).slice().reverse();
    }
  }
  const sequelize = new Sequelize({ dialect: 'sqlite', storage: ':memory:', logging: false });
  opened.push(sequelize);
  const text = DataTypes.STRING(20);
  Member.init({ login: text, password: text, note: text }, { sequelize, modelName: 'Member', timestamps: false });
  const Visit = sequelize.define('Visit', { place: text }, { timestamps: false });
  Member.hasMany(Visit, { as: 'visits', foreignKey: 'memberId' });
  describeModel(Visit);
  return { Member, Visit };
}

/** As JavaScript may call it. */
const describeAs = (type: unknown, description: object) =>
  describeModel(type as ModelStatic<Model>, description as ModelDescription<Model>);

async function start(...types: unknown[]): Promise<void> {
  served = await serve(types as DomainClass[]);
}

const VALUES = { login: 'ann', note: 'x' };

/** The names of the columns in responses. */
async function shown(path = '/members'): Promise<string[]> {
  const { status, body } = await served!.request('POST', path, VALUES);
  expect({ status, body }).toMatchObject({ status: 201 });
  return Object.keys(body).filter((name) => !/id|version|_at/.test(name));
}

describe('A description with a misspelt option', () => {
  it('is refused with the nearest name, and leaves no mark', async () => {
    const { Member, Visit } = member();

    expect(() => describeAs(Member, { root: true, hiden: ['login'] })).toThrow(
      'Unknown option "hiden" of describeModel(Member). Did you mean "hidden"? Known options: root, key, ',
    );
    expect(() => describeAs(Member, { root: { delte: false }, readOnly: 'note' })).toThrow(SeveralMistakes);
    describeAs(Member, { root: true, hidden: ['password'] });
    await start(Member, Visit);

    expect(await shown()).toEqual(['login', 'note']);
  });

  it('leaves no mark of a decorator before the one that fails', async () => {
    const { Member, Visit } = member();
    const decorators = [Secure({ permissions: ['a'] }), Secure({ permissions: [] })];

    expect(() => describeAs(Member, { root: true, decorators })).toThrow('list at least one name');
    describeAs(Member, { root: true });
    await start(Member, Visit);

    expect(await shown()).toEqual(['login', 'password', 'note']);
  });
});

describe('A second description', () => {
  it('is refused before a start', () => {
    const { Member } = member();
    describeAs(Member, { root: true, hidden: ['password'] });

    expect(() => describeAs(Member, { root: true })).toThrow('Member is described by describeModel() twice');
  });

  it('replaces the first one after a start that failed', async () => {
    const { Member, Visit } = member();
    const decorators = [Secure({ permissions: ['members'] })];
    describeAs(Member, { root: true, hidden: ['pasword', 'login'], searchable: ['note'], decorators });
    for (const _ of [1, 2]) await expect(start(Member, Visit)).rejects.toThrow('Member.pasword is listed in "hidden"');

    describeAs(Member, { root: true, hidden: ['password'] });
    await start(Member, Visit);

    expect(await shown()).toEqual(['login', 'note']);
    expect((await served!.request('GET', '/members?note=x')).status).toBe(400);
  });

  it('replaces the first one after a stop, and not the decorators of the class', async () => {
    @AggregateRoot
    @Table({ modelName: 'Guest' })
    class Guest extends TypedModel {
      @Column declare login: string;
      @Hidden @Column declare note: string;
      @Column declare place: string;
    }
    describeAs(Guest, { hidden: ['place'] });
    await start(Guest);
    await served!.stop();

    describeAs(Guest, { readOnly: ['place'] });
    await start(Guest);

    const { body } = await served!.request('POST', '/guests', { login: 'ann' });
    expect(Object.keys(body)).toEqual(expect.arrayContaining(['login', 'place']));
    expect(body).not.toHaveProperty('note');
  });
});

describe('A collection of a plain model on a getter', () => {
  it('is served, and read by domain code through the getter', async () => {
    const { Member, Visit } = member();
    describeAs(Member, { root: true, collections: { visits: { embed: true } } });
    await start(Member, Visit);

    const visits = [{ place: 'Rome' }, { place: 'Oslo' }];
    expect((await served!.request('POST', '/members', { visits })).body).toMatchObject({ visits });
    const [found] = await Member.findAll({ include: ['visits'] });
    expect(found!.visits.map((visit) => visit.get('place'))).toEqual(['Oslo', 'Rome']);
  });
});
