import { BelongsTo, Column, DataType, HasMany, Table } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain, type EntityId, type Ref, Searchable } from '../../../lib';
import { IntegerColumn, KeyOf, StringColumn } from '../columns';

@AggregateRoot
@Table({ tableName: 'university_terms' })
export class Term extends BaseDomain {
  @Searchable @StringColumn(20) declare name: string | null;
  @Searchable @Column(DataType.DATEONLY) declare beginsOn: string | null;
  @Column(DataType.DATEONLY) declare endsOn: string | null;
}

@AggregateRoot
@Table({ tableName: 'university_buildings' })
export class Building extends BaseDomain {
  @Searchable @StringColumn(60) declare name: string | null;
  @StringColumn(80) declare street: string | null;
  @Column(DataType.BOOLEAN) declare isOpen: boolean | null;
  @HasMany(() => Room) declare rooms: Room[];
}

@Table({ tableName: 'university_rooms' })
export class Room extends BaseDomain {
  @Searchable @StringColumn(10) declare number: string | null;
  @IntegerColumn declare seats: number | null;
  @KeyOf(() => Building) declare buildingId: EntityId | null;
  @HasMany(() => Booking) declare bookings: Booking[];
}

@Table({ tableName: 'university_bookings' })
export class Booking extends BaseDomain {
  @Searchable @Column(DataType.DATE(3)) declare beginsAt: Date | null;
  @Column(DataType.DATE(3)) declare endsAt: Date | null;
  @StringColumn(100) declare purpose: string | null;
  @KeyOf(() => Room) declare roomId: EntityId | null;
}

@AggregateRoot
@Table({ tableName: 'university_faculties' })
export class Faculty extends BaseDomain {
  @Searchable @StringColumn(60) declare name: string | null;
  @Column(DataType.DECIMAL(12, 2)) declare budget: string | null;
  @HasMany(() => Department) declare departments: Department[];
}

@Table({ tableName: 'university_departments' })
export class Department extends BaseDomain {
  @Searchable @StringColumn(60) declare name: string | null;
  @StringColumn(30) declare phone: string | null;
  @KeyOf(() => Faculty) declare facultyId: EntityId | null;
}

@AggregateRoot
@Table({ tableName: 'university_professors' })
export class Professor extends BaseDomain {
  @Searchable @StringColumn(60) declare name: string | null;
  @StringColumn(80) declare email: string | null;
  @Searchable @Column(DataType.ENUM('full', 'associate')) declare rank: string | null;
  @Column(DataType.JSON) declare officeHours: object | null;
  @KeyOf(() => Department) declare departmentId: EntityId | null;
  @BelongsTo(() => Department) declare department: Ref<Department>;
}

@AggregateRoot
@Table({ tableName: 'university_courses' })
export class Course extends BaseDomain {
  @Searchable @StringColumn(80) declare title: string | null;
  @Searchable @IntegerColumn declare credits: number | null;
  @StringColumn(2) declare language: string | null;
  @KeyOf(() => Professor) declare professorId: EntityId | null;
  @BelongsTo(() => Professor) declare professor: Ref<Professor>;
  @KeyOf(() => Term) declare termId: EntityId | null;
  @BelongsTo(() => Term) declare term: Ref<Term>;
  @HasMany(() => Lecture) declare lectures: Lecture[];
  @HasMany(() => Exam) declare exams: Exam[];
}

@Table({ tableName: 'university_lectures' })
export class Lecture extends BaseDomain {
  @Searchable @StringColumn(100) declare topic: string | null;
  @Column(DataType.DATEONLY) declare heldOn: string | null;
  @Column(DataType.TIME) declare beginsAt: string | null;
  @KeyOf(() => Course) declare courseId: EntityId | null;
  @KeyOf(() => Room) declare roomId: EntityId | null;
  @BelongsTo(() => Room) declare room: Ref<Room>;
}

@Table({ tableName: 'university_exams' })
export class Exam extends BaseDomain {
  @Searchable @Column(DataType.DATEONLY) declare heldOn: string | null;
  @IntegerColumn declare minutes: number | null;
  @Column(DataType.BOOLEAN) declare isWritten: boolean | null;
  @KeyOf(() => Course) declare courseId: EntityId | null;
  @KeyOf(() => Room) declare roomId: EntityId | null;
  @BelongsTo(() => Room) declare room: Ref<Room>;
}

@AggregateRoot
@Table({ tableName: 'university_students' })
export class Student extends BaseDomain {
  @Searchable @StringColumn(60) declare name: string | null;
  @Searchable @StringColumn(80) declare email: string | null;
  @Column(DataType.DATEONLY) declare bornOn: string | null;
  @Column(DataType.UUID) declare number: string | null;
  @HasMany(() => Address) declare addresses: Address[];
  @HasMany(() => Enrolment) declare enrolments: Enrolment[];
  @HasMany(() => Grade) declare grades: Grade[];
}

@Table({ tableName: 'university_addresses' })
export class Address extends BaseDomain {
  @StringColumn(80) declare street: string | null;
  @Searchable @StringColumn(60) declare city: string | null;
  @StringColumn(2) declare country: string | null;
  @KeyOf(() => Student) declare studentId: EntityId | null;
}

@Table({ tableName: 'university_enrolments' })
export class Enrolment extends BaseDomain {
  @Column(DataType.DATE(3)) declare enrolledAt: Date | null;
  @Searchable @Column(DataType.ENUM('active', 'done', 'dropped')) declare state: string | null;
  @KeyOf(() => Student) declare studentId: EntityId | null;
  @KeyOf(() => Course) declare courseId: EntityId | null;
  @BelongsTo(() => Course) declare course: Ref<Course>;
}

@Table({ tableName: 'university_grades' })
export class Grade extends BaseDomain {
  @Searchable @Column(DataType.DECIMAL(3, 1)) declare points: string | null;
  @Column(DataType.TEXT) declare remark: string | null;
  @KeyOf(() => Student) declare studentId: EntityId | null;
  @KeyOf(() => Exam) declare examId: EntityId | null;
  @BelongsTo(() => Exam) declare exam: Ref<Exam>;
}

@AggregateRoot
@Table({ tableName: 'university_books' })
export class Book extends BaseDomain {
  @Searchable @StringColumn(13) declare isbn: string | null;
  @Searchable @StringColumn(120) declare title: string | null;
  @IntegerColumn declare pages: number | null;
  @Column(DataType.DOUBLE) declare weight: number | null;
  @HasMany(() => Copy) declare copies: Copy[];
}

@Table({ tableName: 'university_copies' })
export class Copy extends BaseDomain {
  @Searchable @StringColumn(20) declare shelf: string | null;
  @Column(DataType.DATEONLY) declare boughtOn: string | null;
  @Column(DataType.DECIMAL(8, 2)) declare price: string | null;
  @KeyOf(() => Book) declare bookId: EntityId | null;
  @HasMany(() => Loan) declare loans: Loan[];
}

@Table({ tableName: 'university_loans' })
export class Loan extends BaseDomain {
  @Searchable @Column(DataType.DATE(3)) declare lentAt: Date | null;
  @Column(DataType.BOOLEAN) declare isReturned: boolean | null;
  @KeyOf(() => Copy) declare copyId: EntityId | null;
  @KeyOf(() => Student) declare studentId: EntityId | null;
  @BelongsTo(() => Student) declare student: Ref<Student>;
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
