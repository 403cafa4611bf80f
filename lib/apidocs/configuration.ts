import Joi from 'joi';
import { AggregateConfiguration as RestConfiguration } from '../rest';
import { permissionNames } from '../security';

/** The section `apidocs`: what tells of the application under `/api/<name>`. */
export interface ApiDocsSection {
  /** `documents` leaves out the pages for people: Swagger UI and the map. */
  readonly serve: 'all' | 'documents' | 'none';
  /** What a principal needs to see any of it, all of them; without any, everybody may. */
  readonly permissions: readonly string[];
  readonly info: ApiInfo;
}

/** What the documents say of the API as a whole. */
export interface ApiInfo {
  /** Made of the application's name when absent. */
  readonly title?: string;
  readonly version: string;
  readonly contact?: { readonly name?: string; readonly url?: string; readonly email?: string };
  /** With an SPDX identifier or an address, not both. */
  readonly license?: { readonly name: string; readonly identifier?: string; readonly url?: string };
}

/** The configuration of an application with a domain model and the documents of its API. */
export class AggregateConfiguration extends RestConfiguration {
  declare readonly apidocs: ApiDocsSection;

  static override keys(): Record<string, Joi.Schema> {
    return { ...super.keys(), apidocs: apiDocsSection };
  }
}

const address = Joi.string().uri({ scheme: ['http', 'https'] });

const info = Joi.object({
  title: Joi.string(),
  version: Joi.string(),
  contact: Joi.object({ name: Joi.string(), url: address, email: Joi.string().email({ tlds: false }) }),
  license: Joi.object({ name: Joi.string().required(), identifier: Joi.string(), url: address }).nand(
    'identifier',
    'url',
  ),
});

const apiDocsSection = Joi.object({
  serve: Joi.string().valid('all', 'documents', 'none'),
  permissions: permissionNames,
  info,
});
