import 'reflect-metadata';

export {
  ApplicationContext,
  BadRequestException,
  type Bundle,
  ConflictException,
  Container,
  type Filter,
  type FilterChain,
  ForbiddenException,
  HttpException,
  NotFoundException,
  type Plugin,
  type Request,
  type Response,
  run,
  UnprocessableEntityException,
} from './core';
export {
  Action,
  type ActionOptions,
  AggregateRoot,
  type AggregateRootOptions,
  Collection,
  type CollectionOptions,
  type DomainClass,
  EntityKey,
  Hidden,
  MetadataError,
  ReadOnly,
  Searchable,
  type SearchableOptions,
  WriteOnly,
} from './metadata';
export {
  BaseDomain,
  CommitOutcomeUnknownError,
  type EntityId,
  InvalidEntityError,
  ManyToMany,
  ManyToOne,
  NotOneError,
  OneToMany,
  PersistenceError,
  type Ref,
  UnitOfWorkEndedError,
} from './persistence';
export { AggregateConfiguration, Application, type ApplicationOptions, type DatabaseSection } from './rest';
