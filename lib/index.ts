import 'reflect-metadata';

export {
  AggregateConfiguration,
  type ApiDocsSection,
  DOCUMENTATION,
  type JsonSchema,
  type RouteDocumentation,
} from './apidocs';
export { Application } from './application';
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
export { SeveralMistakes } from './foundation';
export {
  Action,
  type ActionOptions,
  AggregateRoot,
  type AggregateRootOptions,
  Argument,
  type ArgumentOptions,
  Collection,
  type CollectionOptions,
  Constraint,
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
  ManyToMany,
  ManyToOne,
  NotOneError,
  OneToMany,
  PersistenceError,
  type Ref,
  UnitOfWorkEndedError,
} from './persistence';
export {
  type ApplicationOptions,
  type DatabaseSection,
  Generated,
  type GeneratedMethods,
  Resource,
  type ResourceClass,
  ResourceError,
  type ResourceOptions,
} from './rest';
export { InvalidEntityError } from './values';
