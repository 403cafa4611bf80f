import Joi from 'joi';
import { AggregateConfiguration as RestConfiguration } from '../rest';
import { permissionNames } from '../security';

/** The section `apidocs`: what tells of the application under `/api/<name>`. */
export interface ApiDocsSection {
  /** `documents` leaves out the pages for people: Swagger UI and the map. */
  readonly serve: 'all' | 'documents' | 'none';
  /** What a principal needs to see any of it, all of them; without any, everybody may. */
  readonly permissions: readonly string[];
}

/** The configuration of an application with a domain model and the documents of its API. */
export class AggregateConfiguration extends RestConfiguration {
  declare readonly apidocs: ApiDocsSection;

  static override keys(): Record<string, Joi.Schema> {
    return { ...super.keys(), apidocs: apiDocsSection };
  }
}

const apiDocsSection = Joi.object({
  serve: Joi.string().valid('all', 'documents', 'none'),
  permissions: permissionNames,
});
