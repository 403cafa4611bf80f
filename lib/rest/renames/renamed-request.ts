import type { ContentClass, Request } from '../../core';

/** A request whose query and content have the new names; all else is that of the request itself. */
export class RenamedRequest implements Request {
  constructor(
    private readonly sent: Request,
    readonly query: Request['query'],
    private readonly rename: (content: unknown) => unknown,
  ) {}

  get method(): string {
    return this.sent.method;
  }

  get path(): string {
    return this.sent.path;
  }

  get originalPath(): string {
    return this.sent.originalPath;
  }

  get headers(): Request['headers'] {
    return this.sent.headers;
  }

  get origin(): string {
    return this.sent.origin;
  }

  get secure(): boolean {
    return this.sent.secure;
  }

  get clientAddress(): string {
    return this.sent.clientAddress;
  }

  get id(): string {
    return this.sent.id;
  }

  get principal(): Request['principal'] {
    return this.sent.principal;
  }

  get route(): Request['route'] {
    return this.sent.route;
  }

  get pathParameters(): Request['pathParameters'] {
    return this.sent.pathParameters;
  }

  get rawPathParameters(): Request['rawPathParameters'] {
    return this.sent.rawPathParameters;
  }

  get attributes(): Map<string, unknown> {
    return this.sent.attributes;
  }

  get hasContent(): boolean {
    return this.sent.hasContent;
  }

  get contentType(): string | undefined {
    return this.sent.contentType;
  }

  getHeader(name: string): string | undefined {
    return this.sent.getHeader(name);
  }

  getParameter(name: string): string | undefined {
    return this.sent.getParameter(name);
  }

  getCookie(name: string): string | undefined {
    return this.sent.getCookie(name);
  }

  getContent(): unknown {
    return this.rename(this.sent.getContent());
  }

  getContentAs<T>(type: ContentClass<T>): T {
    return this.sent.getContentAs(type);
  }
}
