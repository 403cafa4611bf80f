import { Column, DataType, Table } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain, Searchable } from '../../../../lib';
import { Ward } from '../outside/ward';

/** An abstract superclass need not be exported. */
abstract class Named extends BaseDomain {
  @Searchable
  @Column(DataType.STRING)
  declare name: string;
}

@AggregateRoot
@Table
export class Clinic extends Named {}

@AggregateRoot
@Table
class Doctor extends Named {}

@AggregateRoot
export class Timetable {}

export const names = [Doctor, Ward].map(({ name }) => name);
