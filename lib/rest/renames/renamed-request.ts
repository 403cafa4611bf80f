import type { ContentClass, Request } from '../../core';

/** A request whose query and content have the current names; all else is delegated to the original request. */
export class RenamedRequest implements Request {
  constructor(
    private readonly original: Request,
    readonly query: Request['query'],
    private readonly rename: (content: unknown) => unknown,
  ) {}

  get method(): string {
    return this.original.method;
  }

  get path(): string {
    return this.original.path;
  }

  get originalPath(): string {
    return this.original.originalPath;
  }

  get headers(): Request['headers'] {
    return this.original.headers;
  }

  get origin(): string {
    return this.original.origin;
  }

  get secure(): boolean {
    return this.original.secure;
  }

  get clientAddress(): string {
    return this.original.clientAddress;
  }

  get id(): string {
    return this.original.id;
  }

  get principal(): Request['principal'] {
    return this.original.principal;
  }

  get route(): Request['route'] {
    return this.original.route;
  }

  get pathParameters(): Request['pathParameters'] {
    return this.original.pathParameters;
  }

  get rawPathParameters(): Request['rawPathParameters'] {
    return this.original.rawPathParameters;
  }

  get attributes(): Map<string, unknown> {
    return this.original.attributes;
  }

  get hasContent(): boolean {
    return this.original.hasContent;
  }

  get contentType(): string | undefined {
    return this.original.contentType;
  }

  getHeader(name: string): string | undefined {
    return this.original.getHeader(name);
  }

  getParameter(name: string): string | undefined {
    return this.original.getParameter(name);
  }

  getCookie(name: string): string | undefined {
    return this.original.getCookie(name);
  }

  getContent(): unknown {
    return this.rename(this.original.getContent());
  }

  getContentAs<T>(type: ContentClass<T>): T {
    return this.original.getContentAs(type);
  }
}
