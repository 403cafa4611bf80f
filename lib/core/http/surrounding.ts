import type { Header } from './default-headers';
import type { HttpException } from './http-exception';
import type { Request } from './request';

/** The response of a resource method, as it is sent to the client. */
export interface WrittenResponse {
  readonly status: number;
  /** Those that speak of the body, and those that the resource method has set; no cookies. */
  readonly headers: readonly Header[];
  /** Absent where there is none, and where it is a stream, which can be read once. */
  readonly body?: Buffer;
  /** Whether there is a body that could not be kept: a stream. */
  readonly isStreamed: boolean;
}

/** The call of a resource method for one request. */
export interface RouteCall {
  readonly request: Request;
  /** The body of the request after inflating, empty where there is none. */
  readonly bytes: Uint8Array;
  /** Runs the resource method and writes its response. Each run begins with the response as it was before the first. */
  run(): Promise<WrittenResponse>;
  /** Answers with what was written before, in place of a run. */
  repeat(written: WrittenResponse): void;
  /** Answers 200 with that content, in place of a run; its names stay as they are. */
  respond(content: object, headers: Readonly<Record<string, string>>): void;
  /** The exception that an error of a run is mapped to; undefined where a handler of the application writes the response. */
  refusalOf(error: unknown): Promise<HttpException | undefined>;
}

/** Wraps the resource method of a route: it may run it inside something, again, or not at all. */
export interface Surrounding {
  /** A header without which no request is concerned, so that none need be asked about; undefined where there is none. */
  readonly header?: string;
  /** Whether the bytes of a body are kept for it. */
  readonly needsBytes: boolean;
  /**
   * Whether a request is to be surrounded: asked after the guards, and before the body is read.
   *
   * @throws HttpException to refuse the request
   */
  concerns(request: Request): boolean;
  /** Runs the call, or repeats a response. */
  surround(call: RouteCall): Promise<void>;
}
