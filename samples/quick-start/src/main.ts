import { AggregateRoot, Application, BaseDomain, Container, type EntityId, run } from 'koaggregate';
import { AllowNull, Column, DataType, ForeignKey, HasMany, Table } from 'sequelize-typescript';

@Table
export class Task extends BaseDomain {
  @AllowNull(false) @Column declare title: string;
  @Column declare done: boolean;
  @ForeignKey(() => Project) @AllowNull(false) @Column(DataType.BIGINT) declare projectId: EntityId;
}

@AggregateRoot
@Table
export class Project extends BaseDomain {
  @AllowNull(false) @Column declare name: string;
  @HasMany(() => Task) declare tasks: Task[];
}

class ProjectsApplication extends Application {}

const db = { url: 'sqlite:projects.sqlite', providerProperties: { 'hbm2ddl.auto': 'update' } };
const application = new ProjectsApplication({ domain: [Project, Task], configuration: { name: 'projects', db } });
run(new Container({ applications: [application] }));
