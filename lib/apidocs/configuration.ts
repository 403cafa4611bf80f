import Joi from 'joi';
import { AggregateConfiguration as RestConfiguration } from '../rest';
import { permissionNames } from '../security';

/** The section `apidocs`: the documents and pages under `/api/<name>`. */
export interface ApiDocsSection {
  /** `documents` leaves out the HTML pages: Swagger UI and the map. */
  readonly serve: 'all' | 'documents' | 'none';
  /** All of them are required to read any document or page. Empty: no permission is required. */
  readonly permissions: readonly string[];
  /** Whether the documents describe previews, which are alternatives of the 200 of a write. */
  readonly previews: boolean;
  readonly info: ApiInfo;
}

/** The `info` of the documents. */
export interface ApiInfo {
  /** The application's name when absent. */
  readonly title?: string;
  readonly version: string;
  readonly contact?: { readonly name?: string; readonly url?: string; readonly email?: string };
  /** Has either an SPDX identifier or a URL. */
  readonly license?: { readonly name: string; readonly identifier?: string; readonly url?: string };
}

/** The configuration of an application with a domain model and the documents of its API. */
export class AggregateConfiguration extends RestConfiguration {
  declare readonly apidocs: ApiDocsSection;

  static override keys(): Record<string, Joi.Schema> {
    return { ...super.keys(), apidocs: apiDocsSection };
  }
}

const url = Joi.string().uri({ scheme: ['http', 'https'] });

const info = Joi.object({
  title: Joi.string(),
  version: Joi.string(),
  contact: Joi.object({ name: Joi.string(), url, email: Joi.string().email({ tlds: false }) }),
  license: Joi.object({ name: Joi.string().required(), identifier: Joi.string(), url }).nand('identifier', 'url'),
});

const apiDocsSection = Joi.object({
  serve: Joi.string().valid('all', 'documents', 'none'),
  permissions: permissionNames,
  previews: Joi.boolean(),
  info,
});
