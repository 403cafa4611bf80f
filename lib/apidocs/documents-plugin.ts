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
import { type DocumentKind, OPENAPI_KINDS, SWAGGER_LISTING } from './document-kind';
import { Documents } from './documents';
import type { OptionalPage } from './optional-page';
import { assetsHandler } from './swagger-ui/assets';
import { swaggerUiKinds } from './swagger-ui/page';

/** Enters an application with the routes of its documents: `/api/<name>/openapi.json` and those beside it. */
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
    const { serve } = this.application.configuration.apidocs;
    const routes = serve === 'none' ? [] : this.#documentRoutes();
    if (serve === 'all') routes.push(...this.#pages());
    for (const route of routes) this.application.addRoute(route);
    this.#ownRoutes = new Set(routes);
  }

  inspect(): void {
    this.init();
  }

  destroy(): void {
    this.#documents = undefined;
  }

  #documentRoutes(): RouteDefinition[] {
    const kinds = [...OPENAPI_KINDS, SWAGGER_LISTING].map((kind) => this.#routeOf(kind));
    const declaration: RouteHandler = (request, response) => this.#sendDeclaration(request, response);
    return [...kinds, this.#route('api-docs/{resource}', 'readApiDocs', declaration)];
  }

  #sendDeclaration(request: Request, response: Response): void {
    const { resource = '' } = request.pathParameters;
    const documents = this.#documentsFor(request);
    const declaration = documents.declaration(resource, request.origin);
    if (declaration) return declaration.send(request, response);
    const known = documents.swagger.resources.join(', ');
    throw new NotFoundException(`No resource ${JSON.stringify(resource)} was found. Known resources: ${known}.`);
  }

  #pages(): RouteDefinition[] {
    const swaggerUi = this.#installed('swagger-ui-dist', 'docs');
    const reference = swaggerUi ? this.#apiReference(swaggerUi) : [];
    const others = this.pages.flatMap((page) => {
      const installed = this.#installed(page.packageName, page.path);
      return installed ? page.kinds(installed, swaggerUi !== undefined) : [];
    });
    return [...reference, ...others.map((kind) => this.#routeOf(kind))];
  }

  #apiReference(swaggerUi: OptionalPackage): RouteDefinition[] {
    return [
      ...swaggerUiKinds(swaggerUi.version).map((kind) => this.#routeOf(kind)),
      this.#route('docs/{version}/{file}', 'readApiReferenceFile', assetsHandler(swaggerUi)),
    ];
  }

  #installed(name: string, page: string) {
    const found = this.find(name, this.application.project.projectRoot);
    if (!found) this.application.logger.info(`${this.#pathOf(page)} is not served: npm install ${name} adds it.`);
    return found;
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

  /** What a page refers to is relative to its path without a slash at the end. */
  #send(kind: DocumentKind, request: Request, response: Response): void {
    if (request.path.endsWith('/')) response.setStatus(308).setHeader('Location', `../${kind.path.split('/').at(-1)}`);
    else this.#documentsFor(request).text(kind).send(request, response);
  }

  /** Made once: an application stands at one place, which a host of its own tells by the request alone. */
  #documentsFor({ path, originalPath }: Request): Documents {
    const mountPath = originalPath.slice(0, -path.length);
    if (this.#documents?.source.mountPath !== mountPath) this.#documents = this.#documentsAt(mountPath);
    return this.#documents;
  }

  #documentsAt(mountPath: string): Documents {
    const { name, routes, registry, configuration } = this.application;
    const described = routes.filter((route) => !this.#ownRoutes.has(route));
    const { info } = configuration.apidocs;
    return new Documents({ name, mountPath, routes: described, registry: registry!, configuration, info });
  }
}
