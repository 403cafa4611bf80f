import {
  NotFoundException,
  type Plugin,
  type Request,
  type Response,
  type RouteDefinition,
  type RouteHandler,
} from '../core';
import { type FindPackage, findPackage, type OptionalPackage } from '../foundation';
import type { Application } from '../rest';
import { Authorizer } from '../security';
import type { AggregateConfiguration } from './configuration';
import { verifyDocumentation } from './description/route-documentation';
import { type DocumentKind, OPENAPI_KINDS, SWAGGER_LISTING } from './document-kind';
import { Documents } from './documents';
import type { OptionalPage } from './optional-page';
import { documentSource } from './source';
import { assetsHandler } from './swagger-ui/assets';
import { swaggerUiKinds } from './swagger-ui/page';

const API_REFERENCE = { packageName: 'swagger-ui-dist', path: 'docs' };

/** Adds the routes of the documents and pages to an application: `/api/<name>/openapi.json` and its siblings. */
export class DocumentsPlugin implements Plugin {
  #ownRoutes: ReadonlySet<RouteDefinition> = new Set();
  #documents?: Documents;

  /**
   * @param pages  served beside the API reference
   * @param find   looks for the optional packages of the pages
   */
  constructor(
    private readonly application: Application<AggregateConfiguration>,
    private readonly pages: readonly OptionalPage[] = [],
    private readonly find: FindPackage = findPackage,
  ) {}

  init(): void {
    this.#addRoutes();
    for (const { packageName, path } of this.#missingPages())
      this.application.logger.info(`${this.#pathOf(path)} is not served: npm install ${packageName} adds it.`);
  }

  inspect(): void {
    this.#addRoutes();
  }

  destroy(): void {
    this.#documents = undefined;
  }

  #addRoutes(): void {
    const { serve } = this.application.configuration.apidocs;
    const routes = serve === 'none' ? [] : this.#documentRoutes();
    if (serve === 'all') routes.push(...this.#pageRoutes());
    for (const route of routes) this.application.addRoute(route);
    this.#ownRoutes = new Set(routes);
    this.application.addGuard({ verifyRoutes: verifyDocumentation });
  }

  /** The pages that are configured, and whose packages are not installed. */
  #missingPages(): readonly Pick<OptionalPage, 'packageName' | 'path'>[] {
    if (this.application.configuration.apidocs.serve !== 'all') return [];
    return [API_REFERENCE, ...this.pages].filter(({ packageName }) => !this.#installed(packageName));
  }

  #documentRoutes(): RouteDefinition[] {
    const kinds = [...OPENAPI_KINDS, SWAGGER_LISTING].map((kind) => this.#routeOf(kind));
    const sendDeclaration: RouteHandler = (request, response) => this.#sendDeclaration(request, response);
    return [...kinds, this.#route('api-docs/{resource}', 'readApiDocs', sendDeclaration)];
  }

  #sendDeclaration(request: Request, response: Response): void {
    const { resource = '' } = request.pathParameters;
    const documents = this.#documentsFor(request);
    const declaration = documents.declaration(resource, request.origin);
    if (declaration) return declaration.send(request, response);
    const knownResources = documents.swagger.resources.join(', ');
    throw new NotFoundException(
      `No resource ${JSON.stringify(resource)} was found. Known resources: ${knownResources}.`,
    );
  }

  #pageRoutes(): RouteDefinition[] {
    const swaggerUi = this.#installed(API_REFERENCE.packageName);
    const reference = swaggerUi ? this.#apiReference(swaggerUi) : [];
    const otherKinds = this.pages.flatMap((page) => {
      const installed = this.#installed(page.packageName);
      return installed ? page.kinds(installed, swaggerUi !== undefined) : [];
    });
    return [...reference, ...otherKinds.map((kind) => this.#routeOf(kind))];
  }

  #apiReference(swaggerUi: OptionalPackage): RouteDefinition[] {
    return [
      ...swaggerUiKinds(swaggerUi.version).map((kind) => this.#routeOf(kind)),
      this.#route('docs/{version}/{file}', 'readApiReferenceFile', assetsHandler(swaggerUi)),
    ];
  }

  #installed(packageName: string): OptionalPackage | undefined {
    return this.find(packageName, this.application.project.projectRoot);
  }

  #routeOf(kind: DocumentKind): RouteDefinition {
    return this.#route(kind.path, kind.name, (request, response) => this.#send(kind, request, response));
  }

  #route(path: string, name: string, handle: RouteHandler): RouteDefinition {
    const { permissions } = this.application.configuration.apidocs;
    const attributes = permissions.length > 0 ? { [Authorizer.PERMISSIONS]: permissions } : {};
    return { method: 'GET', path: this.#pathOf(path), name, resource: DocumentsPlugin.name, attributes, handle };
  }

  #pathOf(path: string): string {
    return `/api/${this.application.name}/${path}`;
  }

  /** Redirects a path with a trailing slash, because the links of the pages are relative to the path without one. */
  #send(kind: DocumentKind, request: Request, response: Response): void {
    if (request.path.endsWith('/')) response.setStatus(308).setHeader('Location', `../${kind.path.split('/').at(-1)}`);
    else this.#documentsFor(request).text(kind).send(request, response);
  }

  /** Cached per mount path, which is known from requests only: a Koa application of the author's may mount the host. */
  #documentsFor({ path, originalPath }: Request): Documents {
    const mountPath = originalPath.slice(0, -path.length);
    if (this.#documents?.source.mountPath !== mountPath) this.#documents = this.#documentsAt(mountPath);
    return this.#documents;
  }

  #documentsAt(mountPath: string): Documents {
    const documentedRoutes = this.application.routes.filter((route) => !this.#ownRoutes.has(route));
    return new Documents(documentSource(this.application, documentedRoutes, mountPath));
  }
}
