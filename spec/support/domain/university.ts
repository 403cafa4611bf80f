import { BelongsTo, Column, DataType, ForeignKey, HasMany, Table } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain, type EntityId, type Ref, Searchable } from '../../../lib';

@AggregateRoot
@Table({ tableName: 'university_terms' })
export class Term extends BaseDomain {
  @Searchable
  @Column(DataType.STRING(20))
  declare name: string | null;

  @Searchable
  @Column(DataType.DATEONLY)
  declare beginsOn: string | null;

  @Column(DataType.DATEONLY)
  declare endsOn: string | null;
}

@AggregateRoot
@Table({ tableName: 'university_buildings' })
export class Building extends BaseDomain {
  @Searchable
  @Column(DataType.STRING(60))
  declare name: string | null;

  @Column(DataType.STRING(80))
  declare street: string | null;

  @Column(DataType.BOOLEAN)
  declare isOpen: boolean | null;

  @HasMany(() => Room)
  declare rooms: Room[];
}

@Table({ tableName: 'university_rooms' })
export class Room extends BaseDomain {
  @Searchable
  @Column(DataType.STRING(10))
  declare number: string | null;

  @Column(DataType.INTEGER)
  declare seats: number | null;

  @ForeignKey(() => Building)
  @Column(DataType.BIGINT)
  declare buildingId: EntityId | null;

  @HasMany(() => Booking)
  declare bookings: Booking[];
}

@Table({ tableName: 'university_bookings' })
export class Booking extends BaseDomain {
  @Searchable
  @Column(DataType.DATE(3))
  declare beginsAt: Date | null;

  @Column(DataType.DATE(3))
  declare endsAt: Date | null;

  @Column(DataType.STRING(100))
  declare purpose: string | null;

  @ForeignKey(() => Room)
  @Column(DataType.BIGINT)
  declare roomId: EntityId | null;
}

@AggregateRoot
@Table({ tableName: 'university_faculties' })
export class Faculty extends BaseDomain {
  @Searchable
  @Column(DataType.STRING(60))
  declare name: string | null;

  @Column(DataType.DECIMAL(12, 2))
  declare budget: string | null;

  @HasMany(() => Department)
  declare departments: Department[];
}

@Table({ tableName: 'university_departments' })
export class Department extends BaseDomain {
  @Searchable
  @Column(DataType.STRING(60))
  declare name: string | null;

  @Column(DataType.STRING(30))
  declare phone: string | null;

  @ForeignKey(() => Faculty)
  @Column(DataType.BIGINT)
  declare facultyId: EntityId | null;
}

@AggregateRoot
@Table({ tableName: 'university_professors' })
export class Professor extends BaseDomain {
  @Searchable
  @Column(DataType.STRING(60))
  declare name: string | null;

  @Column(DataType.STRING(80))
  declare email: string | null;

  @Searchable
  @Column(DataType.ENUM('full', 'associate'))
  declare rank: string | null;

  @Column(DataType.JSON)
  declare officeHours: object | null;

  @ForeignKey(() => Department)
  @Column(DataType.BIGINT)
  declare departmentId: EntityId | null;

  @BelongsTo(() => Department)
  declare department: Ref<Department>;
}

@AggregateRoot
@Table({ tableName: 'university_courses' })
export class Course extends BaseDomain {
  @Searchable
  @Column(DataType.STRING(80))
  declare title: string | null;

  @Searchable
  @Column(DataType.INTEGER)
  declare credits: number | null;

  @Column(DataType.STRING(2))
  declare language: string | null;

  @ForeignKey(() => Professor)
  @Column(DataType.BIGINT)
  declare professorId: EntityId | null;

  @BelongsTo(() => Professor)
  declare professor: Ref<Professor>;

  @ForeignKey(() => Term)
  @Column(DataType.BIGINT)
  declare termId: EntityId | null;

  @BelongsTo(() => Term)
  declare term: Ref<Term>;

  @HasMany(() => Lecture)
  declare lectures: Lecture[];

  @HasMany(() => Exam)
  declare exams: Exam[];
}

@Table({ tableName: 'university_lectures' })
export class Lecture extends BaseDomain {
  @Searchable
  @Column(DataType.STRING(100))
  declare topic: string | null;

  @Column(DataType.DATEONLY)
  declare heldOn: string | null;

  @Column(DataType.TIME)
  declare beginsAt: string | null;

  @ForeignKey(() => Course)
  @Column(DataType.BIGINT)
  declare courseId: EntityId | null;

  @ForeignKey(() => Room)
  @Column(DataType.BIGINT)
  declare roomId: EntityId | null;

  @BelongsTo(() => Room)
  declare room: Ref<Room>;
}

@Table({ tableName: 'university_exams' })
export class Exam extends BaseDomain {
  @Searchable
  @Column(DataType.DATEONLY)
  declare heldOn: string | null;

  @Column(DataType.INTEGER)
  declare minutes: number | null;

  @Column(DataType.BOOLEAN)
  declare isWritten: boolean | null;

  @ForeignKey(() => Course)
  @Column(DataType.BIGINT)
  declare courseId: EntityId | null;

  @ForeignKey(() => Room)
  @Column(DataType.BIGINT)
  declare roomId: EntityId | null;

  @BelongsTo(() => Room)
  declare room: Ref<Room>;
}

@AggregateRoot
@Table({ tableName: 'university_students' })
export class Student extends BaseDomain {
  @Searchable
  @Column(DataType.STRING(60))
  declare name: string | null;

  @Searchable
  @Column(DataType.STRING(80))
  declare email: string | null;

  @Column(DataType.DATEONLY)
  declare bornOn: string | null;

  @Column(DataType.UUID)
  declare number: string | null;

  @HasMany(() => Address)
  declare addresses: Address[];

  @HasMany(() => Enrolment)
  declare enrolments: Enrolment[];

  @HasMany(() => Grade)
  declare grades: Grade[];
}

@Table({ tableName: 'university_addresses' })
export class Address extends BaseDomain {
  @Column(DataType.STRING(80))
  declare street: string | null;

  @Searchable
  @Column(DataType.STRING(60))
  declare city: string | null;

  @Column(DataType.STRING(2))
  declare country: string | null;

  @ForeignKey(() => Student)
  @Column(DataType.BIGINT)
  declare studentId: EntityId | null;
}

@Table({ tableName: 'university_enrolments' })
export class Enrolment extends BaseDomain {
  @Column(DataType.DATE(3))
  declare enrolledAt: Date | null;

  @Searchable
  @Column(DataType.ENUM('active', 'done', 'dropped'))
  declare state: string | null;

  @ForeignKey(() => Student)
  @Column(DataType.BIGINT)
  declare studentId: EntityId | null;

  @ForeignKey(() => Course)
  @Column(DataType.BIGINT)
  declare courseId: EntityId | null;

  @BelongsTo(() => Course)
  declare course: Ref<Course>;
}

@Table({ tableName: 'university_grades' })
export class Grade extends BaseDomain {
  @Searchable
  @Column(DataType.DECIMAL(3, 1))
  declare points: string | null;

  @Column(DataType.TEXT)
  declare remark: string | null;

  @ForeignKey(() => Student)
  @Column(DataType.BIGINT)
  declare studentId: EntityId | null;

  @ForeignKey(() => Exam)
  @Column(DataType.BIGINT)
  declare examId: EntityId | null;

  @BelongsTo(() => Exam)
  declare exam: Ref<Exam>;
}

@AggregateRoot
@Table({ tableName: 'university_books' })
export class Book extends BaseDomain {
  @Searchable
  @Column(DataType.STRING(13))
  declare isbn: string | null;

  @Searchable
  @Column(DataType.STRING(120))
  declare title: string | null;

  @Column(DataType.INTEGER)
  declare pages: number | null;

  @Column(DataType.DOUBLE)
  declare weight: number | null;

  @HasMany(() => Copy)
  declare copies: Copy[];
}

@Table({ tableName: 'university_copies' })
export class Copy extends BaseDomain {
  @Searchable
  @Column(DataType.STRING(20))
  declare shelf: string | null;

  @Column(DataType.DATEONLY)
  declare boughtOn: string | null;

  @Column(DataType.DECIMAL(8, 2))
  declare price: string | null;

  @ForeignKey(() => Book)
  @Column(DataType.BIGINT)
  declare bookId: EntityId | null;

  @HasMany(() => Loan)
  declare loans: Loan[];
}

@Table({ tableName: 'university_loans' })
export class Loan extends BaseDomain {
  @Searchable
  @Column(DataType.DATE(3))
  declare lentAt: Date | null;

  @Column(DataType.BOOLEAN)
  declare isReturned: boolean | null;

  @ForeignKey(() => Copy)
  @Column(DataType.BIGINT)
  declare copyId: EntityId | null;

  @ForeignKey(() => Student)
  @Column(DataType.BIGINT)
  declare studentId: EntityId | null;

  @BelongsTo(() => Student)
  declare student: Ref<Student>;
}

/** A domain of the size for which the documents are measured. */
export const university = [
  Term,
  Building,
  Room,
  Booking,
  Faculty,
  Department,
  Professor,
  Course,
  Lecture,
  Exam,
  Student,
  Address,
  Enrolment,
  Grade,
  Book,
  Copy,
  Loan,
];
