import { Column, DataType, Table } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain, Searchable } from '../../../../lib';
import { Ward } from '../outside/ward';

/** Not exported, which a class above others need not be. */
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
