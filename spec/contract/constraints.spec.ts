import Joi from 'joi';
import { literal } from 'sequelize';
import {
  BeforeValidate,
  BelongsToMany,
  Column,
  DataType,
  Default,
  HasMany,
  Is,
  IsEmail,
  Length,
  Min,
  Model,
  Table,
} from 'sequelize-typescript';
import { AggregateRoot, BaseDomain, Constraint, type EntityId, Hidden, WriteOnly } from '../../lib';
import { IntegerColumn, JoinTable, RequiredKeyOf, RequiredString, StringColumn } from '../support/columns';
import { type ApiResponse, useServed } from '../support/serve-shop';

/** Joi schemas and Sequelize validators, on columns and on the class. */
@AggregateRoot
@Constraint(
  Joi.object({ endsOn: Joi.date().min(Joi.ref('startsOn')), deposit: Joi.number().max(Joi.ref('price')) })
    .and('contactName', 'contactMail')
    .without('deposit', 'voucher'),
)
@Table({
  tableName: 'courses',
  validate: {
    seatsSuffice(this: Course) {
      if (this.seats === 13) throw new Error('must not be thirteen');
    },
  },
})
class Course extends BaseDomain {
  @Constraint(Joi.string().trim().min(3)) @RequiredString(40) declare title: string;
  @Constraint(Joi.string().email({ tlds: false })) @StringColumn(80) declare contactMail: string | null;
  @Length({ min: 2 }) @StringColumn(40) declare contactName: string | null;
  @IsEmail @StringColumn(80) declare officeMail: string | null;
  @Min(1) @Default(10) @IntegerColumn declare seats: number;
  @Constraint(Joi.number().positive()) @Default('100.00') @Column(DataType.DECIMAL(10, 2)) declare price: string | null;
  @Column(DataType.DECIMAL(10, 2)) declare deposit: string | null;
  @Constraint(Joi.string().required()) @StringColumn(40) declare room: string | null;
  @Column(DataType.DATEONLY) declare startsOn: string | null;
  @Column(DataType.DATEONLY) declare endsOn: string | null;
  @WriteOnly @Constraint(Joi.string().length(4)) @StringColumn(10) declare voucher: string | null;
  @Hidden @StringColumn(10) declare secret: string | null;
  @Constraint(Joi.object({ level: Joi.number().max(3) })) @Column(DataType.JSON) declare details: object | null;

  /** Refers to another field, so that it is checked on whole entities only. */
  @Is(function notTheTitle(this: Course, value: unknown) {
    if (value === this.title) throw new Error('must not repeat the title');
  })
  @StringColumn(40)
  declare subtitle: string | null;

  @HasMany(() => Lesson) declare lessons: Lesson[];
  @BelongsToMany(() => Teacher, { through: () => CourseTeacher }) declare teachers: Teacher[];
}

@Constraint(Joi.object().or('topic', 'notes'))
@Table({ tableName: 'lessons' })
class Lesson extends BaseDomain {
  @Constraint(Joi.string().uppercase()) @StringColumn(20) declare topic: string | null;
  @StringColumn(20) declare notes: string | null;
  @Min(1) @IntegerColumn declare hours: number | null;
  @RequiredKeyOf(() => Course) declare courseId: EntityId;
}

@AggregateRoot
@Constraint(
  Joi.object({ nick: Joi.string().invalid(Joi.ref('name')) }).messages({ 'any.invalid': 'must differ from name' }),
)
@Table({ tableName: 'teachers' })
class Teacher extends BaseDomain {
  @StringColumn(20) declare name: string | null;
  @StringColumn(20) declare nick: string | null;
}

/** A hook changes values before the validation, and the database computes one default. */
@AggregateRoot
@Constraint(Joi.object({ endsAt: Joi.date().min(Joi.ref('startsAt')), startsAt: Joi.date() }))
@Table({ tableName: 'bookings' })
class Booking extends BaseDomain {
  @IsEmail @StringColumn(80) declare mail: string | null;
  @Default(literal('CURRENT_TIMESTAMP')) @Column(DataType.DATE(3)) declare startsAt: Date | null;
  @Column(DataType.DATE(3)) declare endsAt: Date | null;

  @BeforeValidate
  static strip(booking: Booking): void {
    if (booking.mail) booking.mail = booking.mail.replace('mailto:', '');
  }
}

@JoinTable('course_teachers', { courseId: () => Course, teacherId: () => Teacher })
class CourseTeacher extends Model {}

const served = useServed([Course, Lesson, Teacher, CourseTeacher, Booking]);
const { request } = served;

const valid = { title: 'Sums', room: 'A' };

async function createCourse(more: object = {}): Promise<ApiResponse['body']> {
  const { status, body } = await request('POST', '/courses', { ...valid, ...more });
  expect(status).toBe(201);
  return body;
}

/** The messages of `field_errors` by field. */
async function errorsOf(method: string, path: string, payload: unknown): Promise<Record<string, string>> {
  const { status, body } = await request(method, path, payload);
  expect(status).toBe(422);
  return Object.fromEntries(
    body.field_errors.map(({ field, message }: { field: string; message: string }) => [field, message]),
  );
}

describe('A constraint violation', () => {
  it('is reported with 422, the path, the message and the value', async () => {
    const { status, body } = await request('POST', '/courses', { ...valid, contact_mail: 'ada', contact_name: 'Ada' });

    expect(status).toBe(422);
    expect(body.field_errors).toEqual([
      { field: 'contact_mail', message: 'must be a valid email', invalid_value: 'ada' },
    ]);
  });

  it('is reported with all others of the payload: of columns, rules, model validators and children', async () => {
    const errors = await errorsOf('POST', '/courses', {
      title: 'x',
      colour: 'red',
      contact_mail: 'ada',
      contact_name: 'A',
      office_mail: 'office',
      seats: 0,
      price: '-1',
      starts_on: '2026-02-02',
      ends_on: '2026-02-01',
      details: { level: 4, roomPlan: 1 },
      lessons: [{ topic: 'Sums', hours: 0 }, {}, { notes: 7 }],
    });

    expect(errors).toEqual({
      title: 'length must be at least 3 characters long',
      colour: expect.stringContaining('is unknown'),
      contact_mail: 'must be a valid email',
      contact_name: 'must have at least 2 characters',
      office_mail: 'must be an e-mail address',
      seats: 'must be at least 1',
      price: 'must be a positive number',
      room: 'is required',
      ends_on: 'must be greater than or equal to starts_on',
      'details.level': 'must be less than or equal to 3',
      'details.roomPlan': 'is not allowed',
      'lessons[0].topic': 'must only contain uppercase characters',
      'lessons[0].hours': 'must be at least 1',
      'lessons[1]': 'needs one of topic, notes',
      'lessons[2].notes': 'must be text',
    });
  });

  it('names the index of an array element', async () => {
    expect(await errorsOf('POST', '/courses', [valid, { ...valid, title: 'x', office_mail: 'o' }])).toEqual({
      '[1].title': 'length must be at least 3 characters long',
      '[1].office_mail': 'must be an e-mail address',
    });
  });

  it('does not echo the value of a field that is never returned', async () => {
    const { body } = await request('POST', '/courses', { ...valid, voucher: 'hush!' });

    expect(body.field_errors).toEqual([{ field: 'voucher', message: 'length must be 4 characters long' }]);
  });

  it('never changes a value: one that Joi would trim is rejected', async () => {
    expect(await errorsOf('POST', '/courses', { ...valid, title: ' Sums ' })).toEqual({
      title: 'must not have leading or trailing whitespace',
    });
  });

  it('is not reported for null, which means no value', async () => {
    await createCourse({ contact_mail: null, price: null, details: null });

    expect(await errorsOf('POST', '/courses', { title: 'Sums', room: null })).toEqual({ room: 'is required' });
  });

  it('is checked on update for the fields of the payload', async () => {
    const { id } = await createCourse();

    expect(await errorsOf('PUT', `/courses/${id}`, { title: 'x', room: null, office_mail: 'o' })).toEqual({
      title: 'length must be at least 3 characters long',
      room: 'is required',
      office_mail: 'must be an e-mail address',
    });
    expect((await request('PUT', `/courses/${id}`, { seats: 5 })).status).toBe(200);
  });
});

describe('A constraint on several fields', () => {
  it('sees the default values on create', async () => {
    expect(await errorsOf('POST', '/courses', { ...valid, deposit: '100.01' })).toEqual({
      deposit: 'must be less than or equal to price',
    });
    await createCourse({ deposit: '99.99' });
  });

  it('is reported for the field that is missing or must be absent', async () => {
    expect(
      await errorsOf('POST', '/courses', { ...valid, contact_name: 'Ada', deposit: '1', voucher: 'abcd' }),
    ).toEqual({
      contact_mail: 'is required together with contact_name',
      voucher: 'must not be given with deposit',
    });
  });

  it('is not reported by comparison with a field that is invalid itself', async () => {
    expect(await errorsOf('POST', '/courses', { ...valid, starts_on: 'soon', ends_on: '2026-02-01' })).toEqual({
      starts_on: 'must be a date such as 2026-01-31',
    });
  });

  it('sees the stored entity merged with the changes on update; nothing changes when it fails', async () => {
    const { id } = await createCourse({ starts_on: '2026-02-02', ends_on: '2026-02-03' });
    const other = await createCourse({ ends_on: '2026-03-01' });

    const { body } = await request('PUT', `/courses/${id}`, { starts_on: '2026-02-10' });
    const bulk = await errorsOf('PUT', `/courses/${other.id},${id}`, { starts_on: '2026-02-20' });

    expect(body.field_errors).toEqual([
      { field: 'ends_on', message: 'must be greater than or equal to starts_on', invalid_value: '2026-02-03' },
    ]);
    expect(bulk).toEqual({ ends_on: 'must be greater than or equal to starts_on' });
    expect((await request('GET', `/courses/${other.id}`)).body.starts_on).toBeNull();
    const both = { starts_on: '2026-02-10', ends_on: '2026-02-11' };
    expect(await request('PUT', `/courses/${id}`, both)).toMatchObject({ status: 200, body: both });
  });

  it('is reported on update together with the other errors of the payload, nested children included', async () => {
    const { id, lessons } = await createCourse({
      starts_on: '2026-02-02',
      ends_on: '2026-02-03',
      lessons: [{ topic: 'SUMS' }],
    });
    const payload = {
      starts_on: '2026-02-10',
      office_mail: 'office',
      colour: 'red',
      created_at: '2020-01-31T10:00:00Z',
      lessons: [{ id: lessons[0].id, topic: null, hours: 0 }, { notes: 7 }],
    };

    const rejected = {
      office_mail: 'must be an e-mail address',
      colour: expect.stringContaining('is unknown'),
      'lessons[0].hours': 'must be at least 1',
      'lessons[1].notes': 'must be text',
    };
    expect(await errorsOf('PUT', `/courses/${id}`, payload)).toEqual({
      ...rejected,
      ends_on: 'must be greater than or equal to starts_on',
      created_at: 'cannot be changed',
      'lessons[0]': 'needs one of topic, notes',
    });
    expect(await errorsOf('PUT', '/courses/999999', payload)).toEqual(rejected);
    expect(await errorsOf('PUT', `/courses/${id}`, { starts_on: '2026-02-10', ends_on: 'soon' })).toEqual({
      ends_on: 'must be a date such as 2026-01-31',
    });
  });

  it('is reported once on a bulk update, however many entities violate it', async () => {
    const dates = { starts_on: '2026-02-02', ends_on: '2026-02-03' };
    const [one, other] = [await createCourse(dates), await createCourse(dates)];

    for (const more of [{}, { colour: 'red' }]) {
      const { body } = await request('PUT', `/courses/${one.id},${other.id}`, { starts_on: '2026-02-10', ...more });

      const fields = body.field_errors.map(({ field }: { field: string }) => field);
      expect(fields).toEqual([...Object.keys(more), 'ends_on']);
    }
  });

  it('can have its own message', async () => {
    expect(await errorsOf('POST', '/teachers', { name: 'Ada', nick: 'Ada' })).toEqual({
      nick: 'must differ from name',
    });
  });

  it('sees an entity that a many-to-many collection links and changes', async () => {
    const { body: teacher } = await request('POST', '/teachers', { name: 'Ada', nick: 'A' });
    const course = { ...valid, teachers: [{ id: teacher.id, nick: 'Ada' }] };

    expect(await errorsOf('POST', '/courses', course)).toEqual({ 'teachers[0].nick': 'must differ from name' });
    await createCourse({
      teachers: [
        { id: teacher.id, nick: 'B' },
        { name: 'Bo', nick: 'Bo2' },
      ],
    });
  });
});

describe('A model that changes values before validation', () => {
  it('is validated when it is saved, not before', async () => {
    const taken = await request('POST', '/bookings', { mail: 'mailto:ada@example.com', starts_at: null });

    expect(taken).toMatchObject({ status: 201, body: { mail: 'ada@example.com' } });
    expect(await errorsOf('POST', '/bookings', { mail: 'mailto:ada' })).toEqual({ mail: 'must be an e-mail address' });
  });

  it('is checked without defaults that the database computes', async () => {
    const payload = { ends_at: '2026-01-31T10:00:00Z' };

    const { status } = await request('POST', '/bookings', payload, { Prefer: 'return=minimal' });

    expect(status).toBe(201);
  });
});

describe('A model validator of the whole entity', () => {
  it('runs together with all other validations', async () => {
    expect(await errorsOf('POST', '/courses', { ...valid, subtitle: 'Sums', seats: 13 })).toEqual({
      subtitle: 'must not repeat the title',
      seats_suffice: 'must not be thirteen',
    });
  });

  it('validates the stored entity on update, not the payload', async () => {
    const { id } = await createCourse();

    expect(await errorsOf('PUT', `/courses/${id}`, { subtitle: 'Sums' })).toEqual({
      subtitle: 'must not repeat the title',
    });
    expect((await request('PUT', `/courses/${id}`, { subtitle: 'Differences' })).status).toBe(200);
  });
});
