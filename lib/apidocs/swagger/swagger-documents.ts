import type { AggregateConfiguration } from '../../rest';
import type { ApiDescription, OperationDescription } from '../description/api-description';
import { describeApi } from '../description/describe-api';
import type { DocumentSource } from '../source';
import { inlineScalarModels } from './inline-scalar-models';
import { reachableModels, typeNames } from './model-object';
import { type OperationObject, operationObject } from './operation-object';

/**
 * The documents of Swagger 1.2: a listing of the resources, and a declaration for each.
 *
 * @see Specification, "Documentation route"
 */
export class SwaggerDocuments {
  readonly #api: ApiDescription;
  readonly #byResource: ReadonlyMap<string, readonly OperationDescription[]>;

  constructor(private readonly source: DocumentSource) {
    this.#api = inlineScalarModels(describeApi(source));
    this.#byResource = groupedByResource(this.#api.operations);
  }

  get resources(): readonly string[] {
    return [...this.#byResource.keys()];
  }

  listing(): object {
    const authorizations = authorizationsOf(this.source.configuration);
    return {
      ...this.#versions,
      info: infoOf(this.source),
      apis: this.resources.map((resource) => ({ path: `/${resource}`, description: this.#descriptionOf(resource) })),
      ...(Object.keys(authorizations).length > 0 && { authorizations }),
    };
  }

  /**
   * @param origin   of the request, the begin of `basePath`: `https://api.example.com`
   * @returns undefined when there is no such resource
   */
  declaration(resource: string, origin: string): object | undefined {
    const operations = this.#byResource.get(resource);
    if (!operations) return undefined;
    const schemes = Object.keys(authorizationsOf(this.source.configuration));
    const apis = new Map<string, OperationObject[]>();
    for (const operation of operations) {
      apis.set(operation.path, [...(apis.get(operation.path) ?? []), operationObject(operation, schemes)]);
    }
    const all = [...apis.values()].flat();
    return {
      ...this.#versions,
      basePath: origin + this.source.mountPath,
      resourcePath: `/${resource}`,
      apis: [...apis].map(([path, own]) => ({ path, operations: own })),
      models: reachableModels(all.flatMap(modelNames), this.#api.models),
    };
  }

  get #versions(): object {
    return { swaggerVersion: '1.2', apiVersion: this.source.info.version };
  }

  #descriptionOf(resource: string): string {
    const tag = this.#byResource.get(resource)?.[0]?.tag;
    return this.#api.tags.find(({ name }) => name === tag)?.description ?? resource;
  }
}

function modelNames({ parameters, responseMessages, ...type }: OperationObject): readonly string[] {
  const returned = responseMessages.flatMap((message) => (message as { responseModel?: string }).responseModel ?? []);
  return [...typeNames(type), ...parameters.flatMap(typeNames), ...returned];
}

function infoOf({ name, info }: DocumentSource): object {
  const { title = name, contact, license } = info;
  return {
    title,
    description: 'The resources of the application, each with its declaration.',
    ...(contact?.email && { contact: contact.email }),
    ...(license && { license: license.name }),
    ...(license?.url && { licenseUrl: license.url }),
  };
}

/** Groups operations by the first segment of their path. */
function groupedByResource(
  operations: readonly OperationDescription[],
): ReadonlyMap<string, readonly OperationDescription[]> {
  const groups = new Map<string, OperationDescription[]>();
  for (const operation of operations) {
    const [, resource = ''] = operation.path.split('/');
    groups.set(resource, [...(groups.get(resource) ?? []), operation]);
  }
  return new Map([...groups].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Swagger 1.2 has no cookies, and bearer tokens only as an API key in a header. */
function authorizationsOf({ security: { basic, jwt } }: AggregateConfiguration): Readonly<Record<string, object>> {
  return {
    ...(basic && { basic: { type: 'basicAuth' } }),
    ...(jwt && { jwt: { type: 'apiKey', passAs: 'header', keyname: 'Authorization' } }),
  };
}
