import { Action, AggregateRoot, BaseDomain, Collection, Invariant, type Ref } from 'koaggregate';
import { AllowNull, BelongsToMany, Column, DataType, Default, HasMany, HasOne, Table } from 'sequelize-typescript';
import { Booking } from './booking';
import { Member } from './member';
import { Membership } from './membership';
import { Reserve } from './reserve';
import { Task } from './task';

/** An aggregate with invariants over each kind of association, which every kind of write can break. */
@AggregateRoot
@Table({ tableName: 'projects', paranoid: true })
export class Project extends BaseDomain {
  @AllowNull(false)
  @Column(DataType.STRING(40))
  declare name: string;

  /** In hours. */
  @AllowNull(false)
  @Column(DataType.INTEGER)
  declare budget: number;

  @Default(3)
  @AllowNull(false)
  @Column(DataType.INTEGER)
  declare seats: number;

  @Default(false)
  @AllowNull(false)
  @Column(DataType.BOOLEAN)
  declare isStarted: boolean;

  @Collection({ replace: true })
  @HasMany(() => Task)
  declare tasks: Task[];

  @HasOne(() => Reserve)
  declare reserve: Ref<Reserve> | null;

  @Collection({ replace: true })
  @BelongsToMany(
    () => Member,
    () => Membership,
  )
  declare members: Member[];

  @Invariant('within-budget', 'More hours are booked than the budget has.', { load: ['tasks.bookings', 'reserve'] })
  isWithinBudget(): boolean {
    const booked = this.tasks.flatMap(({ bookings }) => bookings.map(({ hours }) => hours));
    return booked.reduce((sum, hours) => sum + hours, this.reserve?.hours ?? 0) <= this.budget;
  }

  @Invariant('has-seats', 'There are more members than seats.', { load: ['members'] })
  hasSeats(): boolean {
    return this.members.length <= this.seats;
  }

  @Invariant('under-way', 'A project that is started has members, and tasks with bookings.', {
    load: ['tasks.bookings', 'members'],
  })
  isUnderWay(): boolean {
    if (!this.isStarted) return true;
    const isBooked = this.tasks.every(({ bookings }) => bookings.length > 0);
    return this.members.length > 0 && this.tasks.length > 0 && isBooked;
  }

  @Action({ value: 'cut' })
  cut(by: number): void {
    this.budget -= by;
  }

  /** Writes a link by a statement of the domain code. */
  @Action({ value: 'staff' })
  async staff(member: Member): Promise<void> {
    await this.$add('members', member);
  }

  @Action({ value: 'book', path: 'tasks' })
  async book(task: Task, hours: number): Promise<void> {
    await Booking.create({ hours, taskId: task.id });
  }

  @Action({ value: 'prolong', path: 'tasks.bookings' })
  prolong(booking: Booking, by: number): void {
    booking.hours += by;
  }
}
