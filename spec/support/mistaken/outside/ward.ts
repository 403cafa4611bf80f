import { Table } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain } from '../../../../lib';

@AggregateRoot
@Table
export class Ward extends BaseDomain {}
