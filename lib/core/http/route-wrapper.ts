import type { Header } from './default-headers';
import type { HttpException } from './http-exception';
import type { Request } from './request';

/** The serialized response of a resource method. */
export interface WrittenResponse {
  readonly status: number;
  /** The headers of the body, and those that the resource method has set, without cookies. */
  readonly headers: readonly Header[];
  /** Absent for an empty body and for a stream, which can be read only once. */
  readonly body?: Buffer;
  /** Whether the body is a stream. */
  readonly isStreamed: boolean;
}

/** The call of a resource method for one request. */
export interface RouteCall {
  readonly request: Request;
  /** The inflated body of the request; empty without one. */
  readonly bytes: Uint8Array;
  /** Runs the resource method and serializes its response. Each run starts from the same state of the response. */
  run(): Promise<WrittenResponse>;
  /** Sends an earlier response instead of running the method. */
  repeat(written: WrittenResponse): void;
  /** Sends 200 with the content, whose names are kept, instead of running the method. */
  respond(content: object, headers: Readonly<Record<string, string>>): void;
  /** The exception that an error of a run is mapped to; undefined where a handler of the application writes the response. */
  exceptionOf(error: unknown): Promise<HttpException | undefined>;
}

/** Wraps the resource method of a route: may run it in a transaction, repeatedly, or not at all. */
export interface RouteWrapper {
  /** The header that requests must have to be wrapped; undefined if it does not depend on one. */
  readonly header?: string;
  /** Whether it needs the bytes of the request body. */
  readonly needsBytes: boolean;
  /**
   * Whether to wrap a request; called after the guards, before the body is read.
   *
   * @throws HttpException to reject the request
   */
  appliesTo(request: Request): boolean;
  /** Runs the call, or sends another response. */
  wrap(call: RouteCall): Promise<void>;
}
