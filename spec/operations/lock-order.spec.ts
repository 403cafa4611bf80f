import { BelongsToMany, Column, DataType, HasMany, Model, Table } from 'sequelize-typescript';
import { Action, AggregateRoot } from '../../lib/metadata';
import { type Changes, createEntities, deleteEntities, runAction, updateEntities } from '../../lib/operations';
import { BaseDomain, type EntityId } from '../../lib/persistence';
import { JoinTable, KeyOf, StringColumn } from '../support/columns';
import { useStore } from '../support/open-store';
import { placeOf, setting } from '../support/places';
import { allStatementsOf } from '../support/statements';
import { dialect } from '../support/test-database';

/** MemberRows by patients and by doctors, and a root itself. */
@AggregateRoot
@Table({ tableName: 'visits' })
class Visit extends BaseDomain {
  @KeyOf(() => Patient) declare patientId: EntityId;
  @KeyOf(() => Doctor) declare doctorId: EntityId;

  /** The patient who was there before. */
  @KeyOf(() => Patient) declare followedId: EntityId | null;
  @StringColumn(20) declare reason: string | null;
}

@AggregateRoot
@Table({ tableName: 'patients' })
class Patient extends BaseDomain {
  @Column(DataType.TEXT) declare history: string | null;
  @HasMany(() => Visit, 'patientId') declare visits: Visit[];
  @HasMany(() => Visit, 'followedId') declare followers: Visit[];

  @Action({ value: 'excuse', path: 'visits' })
  excuse(visit: Visit): void {
    visit.reason = 'excused';
  }
}

@JoinTable('doctor_wards', { doctorId: () => Doctor, wardId: () => Ward })
class DoctorWard extends Model {}

@AggregateRoot
@Table({ tableName: 'doctors' })
class Doctor extends BaseDomain {
  @Column(DataType.TEXT) declare history: string | null;
  @HasMany(() => Visit) declare visits: Visit[];
  @BelongsToMany(() => Ward, { through: () => DoctorWard }) declare wards: Ward[];
}

/** Sorts before the doctors who hold it. */
@AggregateRoot
@Table({ tableName: 'a_wards' })
class Ward extends BaseDomain {
  @StringColumn(20) declare name: string;
}

describe('the order in which rows are locked', () => {
  let visit: Visit;
  let ids: { patients: EntityId[]; doctors: EntityId[]; ward: EntityId };

  const open = useStore([Visit, Patient, DoctorWard, Doctor, Ward]);
  beforeEach(async () => {
    for (const destroy of [() => Visit.destroy({ where: {} }), () => DoctorWard.destroy({ where: {} })])
      await destroy();
    const patients = [await new Patient({}).persist(), await new Patient({}).persist()];
    const doctors = [await new Doctor({}).persist(), await new Doctor({}).persist()];
    visit = await new Visit({ patientId: patients[0]!.id, doctorId: doctors[0]!.id }).persist();
    const ward = await new Ward({ name: 'old' }).persist();
    for (const { id } of doctors) await DoctorWard.create({ doctorId: id, wardId: ward.id });
    ids = { patients: patients.map(({ id }) => id), doctors: doctors.map(({ id }) => id), ward: ward.id };
  });

  const atVisits = (root: typeof Patient | typeof Doctor, id: EntityId) => placeOf(open.store, root, ['visits'], [id]);
  const update = (place: ReturnType<typeof placeOf>, key: EntityId, changes: Changes) =>
    updateEntities(open.store, place, [key], changes);
  const moves: Record<string, () => Promise<unknown>> = {
    'moving a child of a patient to another doctor': () =>
      update(atVisits(Patient, ids.patients[0]!), visit.id, setting({ doctorId: ids.doctors[1] })),
    'moving a child of a doctor to another patient': () =>
      update(atVisits(Doctor, ids.doctors[0]!), visit.id, setting({ patientId: ids.patients[1] })),
    'moving it by its own route': () =>
      update(placeOf(open.store, Visit), visit.id, setting({ doctorId: ids.doctors[1], patientId: ids.patients[1] })),
    'creating it below a patient': () =>
      createEntities(open.store, atVisits(Patient, ids.patients[1]!), [setting({ doctorId: ids.doctors[0] })]),
    'creating it with two patients, the later first': () =>
      createEntities(open.store, placeOf(open.store, Visit), [
        setting({ doctorId: ids.doctors[0], patientId: ids.patients[1], followedId: ids.patients[0] }),
      ]),
    'deleting it': () => deleteEntities(open.store, placeOf(open.store, Visit), [visit.id]),
    'deleting it below a patient': () => deleteEntities(open.store, atVisits(Patient, ids.patients[0]!), [visit.id]),
    'an action on it': () => {
      const place = atVisits(Patient, ids.patients[0]!);
      return runAction(open.store, {
        action: place.aggregate.actions[0]!,
        place,
        key: visit.id,
        readArguments: () => ({ values: [], violations: [] }),
      });
    },
  };

  it.each(Object.keys(moves))('is that of tables, parents first, then of primary keys: %s', async (name) => {
    const locked = await rowsLocked(moves[name]!);

    expect(firstOf(locked.map(({ table }) => table))).toEqual(
      ['doctors', 'patients', 'visits'].filter((table) => locked.some((one) => one.table === table)),
    );
    expect(locked.filter(({ table }) => table !== 'visits').length).toBeGreaterThan(1);
    for (const { statement } of locked) expect(statement).toMatch(/ORDER BY `\w+`\.`id` ASC/);
  });

  it('is that of parents before children, also for nested elements of a payload', async () => {
    const { collections } = placeOf(open.store, Doctor).aggregate.root;
    const ward: Changes = { ...setting({ name: 'new' }), key: ids.ward };
    const changes: Changes = { ...setting({}), children: new Map([[collections.get('wards')!, [ward]]]) };

    const locked = await rowsLocked(() => update(placeOf(open.store, Doctor), ids.doctors[1]!, changes));

    expect(firstOf(locked.map(({ table }) => table))).toEqual(['doctors', 'a_wards']);
    for (const id of ids.doctors) expect(locked[0]!.statement).toMatch(new RegExp(`IN \\(.*\\b${id}\\b`));
    expect(firstOf((await rowsLocked(moveWard)).map(({ table }) => table))).toEqual(['doctors', 'a_wards']);
  });

  it.each([
    'moving it by its own route',
    'moving a child of a patient to another doctor',
    'creating it below a patient',
  ])('reads only keys and versions of roots that are locked because of their children: %s', async (name) => {
    const locked = await rowsLocked(moves[name]!);

    const owningRoots = locked.filter(({ table }) => table !== 'visits');
    expect(owningRoots.length).toBeGreaterThan(1);
    for (const { statement } of owningRoots) expect(statement).toMatch(/^SELECT `id`(, `version`)? FROM/);
  });

  it('needs no further query if the rows are locked in order anyway', async () => {
    const statements = await allStatementsOf(Patient, () =>
      update(placeOf(open.store, Patient), ids.patients[0]!, setting({ history: 'long' })),
    );

    expect(statements.filter((text) => text.startsWith('SELECT'))).toHaveLength(1);
  });

  it('allows moves in opposite directions without a deadlock', async () => {
    const count = 5;
    const visits = await Visit.bulkCreate(
      Array.from({ length: 2 * count }, () => ({ patientId: ids.patients[0], doctorId: ids.doctors[0] })),
    );
    const [byPatient, byDoctor] = [visits.slice(0, count), visits.slice(count)];
    const started = Date.now();

    const statements = await allStatementsOf(Patient, () =>
      Promise.all([
        ...byPatient.map(({ id }) =>
          update(atVisits(Patient, ids.patients[0]!), id, setting({ doctorId: ids.doctors[1] })),
        ),
        ...byDoctor.map(({ id }) =>
          update(atVisits(Doctor, ids.doctors[0]!), id, setting({ patientId: ids.patients[1] })),
        ),
      ]),
    );

    expect(statements.filter((text) => /^(START|BEGIN)/.test(text))).toHaveLength(2 * count);
    expect(Date.now() - started).toBeLessThan(10_000);
    expect(await Visit.count({ where: { doctorId: ids.doctors[1] } })).toBe(count);
  });

  const moveWard = () => update(placeOf(open.store, Ward), ids.ward, setting({ name: 'newer' }));
});

function firstOf(tables: readonly string[]): string[] {
  return [...new Set(tables)];
}

/** The statements that lock rows, in the order sent: on SQLite, which has no FOR UPDATE, the reads before the first write. */
async function rowsLocked(work: () => Promise<unknown>): Promise<{ table: string; statement: string }[]> {
  const statements = await allStatementsOf(Patient, work);
  const inUnit = statements.slice(statements.findIndex((text) => /^(START|BEGIN)/.test(text)));
  const end = inUnit.findIndex((text) => /^(INSERT|UPDATE|DELETE)|SELECT[^;]*doctor_wards/.test(text));
  const reads = inUnit.slice(0, end < 0 ? undefined : end).filter((text) => text.startsWith('SELECT'));
  return reads
    .filter((text) => dialect === 'sqlite' || text.includes('FOR UPDATE'))
    .map((statement) => ({ table: / FROM `(\w+)`/.exec(statement)![1]!, statement }));
}
