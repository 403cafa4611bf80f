import Joi from 'joi';
import type { Filter, FilterChain, Request, Response } from '../../core';
import { SecurityError } from '../errors';

/** The section `security.cors`; its presence turns CORS on. */
export interface CorsSection {
  /** Scheme, host and port as a browser sends them, or `*` for all. */
  readonly origins: readonly string[];
  /** Whether browsers may send cookies and other credentials. */
  readonly credentials?: boolean;
  /** Request headers, in addition to the default ones. */
  readonly allowedHeaders?: readonly string[];
  /** Response headers that scripts may read, in addition to the default ones. */
  readonly exposedHeaders?: readonly string[];
  /** How long a browser may cache a preflight response, in seconds. */
  readonly maxAgeS?: number;
}

const names = Joi.array().items(Joi.string());

export const corsSection = Joi.object({
  origins: Joi.array()
    .items(Joi.string().pattern(/^(\*|https?:\/\/[^/\s]+)$/, 'scheme, host and port without a slash at the end, or *'))
    .min(1)
    .required(),
  credentials: Joi.boolean(),
  allowedHeaders: names,
  exposedHeaders: names,
  maxAgeS: Joi.number().integer().min(0),
});

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const ALLOWED = [
  'Content-Type',
  'Accept',
  'Authorization',
  'Prefer',
  'If-Match',
  'If-None-Match',
  'If-Range',
  'Idempotency-Key',
  'Range',
  'X-Request-Id',
];
const EXPOSED = [
  'Location',
  'Link',
  'ETag',
  'Missing-Ids',
  'Preference-Applied',
  'Idempotency-Replayed',
  'Retry-After',
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Range',
  'Deprecation',
  'RateLimit',
  'RateLimit-Policy',
  'Sunset',
  'X-Request-Id',
];
const MAX_AGE_S = 600;

/**
 * Lets scripts of the listed origins use the API; origins are compared letter by letter. Preflights are handled before
 * authentication, because browsers send them without credentials.
 *
 * @see Fetch Standard, "CORS protocol"
 */
export class Cors implements Filter {
  readonly needsContext = false;
  readonly #origins: ReadonlySet<string>;

  /** @throws SecurityError CORS_WILDCARD */
  constructor(private readonly section: CorsSection) {
    this.#origins = new Set(section.origins);
    if (section.credentials && this.#origins.has('*')) throw new SecurityError('CORS_WILDCARD');
  }

  async doFilter(request: Request, response: Response, chain: FilterChain): Promise<void> {
    const { origin } = request.headers;
    const isAllowed = origin !== undefined && this.allows(origin);
    const isPreflight = request.method === 'OPTIONS' && 'access-control-request-method' in request.headers;
    if (isAllowed && isPreflight) this.#respondToPreflight(response.setStatus(204));
    else await chain.doFilter(request, response);
    this.finishRefused(request, response);
  }

  finishRefused({ headers: { origin } }: Request, response: Response): void {
    if (origin !== undefined && this.allows(origin)) this.#allow(origin, response);
    response.setHeader('Vary', withOrigin(response.getHeader('Vary')));
  }

  /** Whether an origin is listed; never `null`, the origin of any sandboxed page. */
  allows(origin: string): boolean {
    return this.#origins.has(origin) || (this.#origins.has('*') && origin !== 'null');
  }

  #respondToPreflight(response: Response): void {
    const { allowedHeaders = [], maxAgeS = MAX_AGE_S } = this.section;
    response.setHeader('Access-Control-Allow-Methods', METHODS);
    response.setHeader('Access-Control-Allow-Headers', [...ALLOWED, ...allowedHeaders].join(', '));
    response.setHeader('Access-Control-Max-Age', String(maxAgeS));
  }

  #allow(origin: string, response: Response): void {
    const { credentials = false, exposedHeaders = [] } = this.section;
    response.setHeader('Access-Control-Allow-Origin', this.#origins.has('*') ? '*' : origin);
    response.setHeader('Access-Control-Expose-Headers', [...EXPOSED, ...exposedHeaders].join(', '));
    if (credentials) response.setHeader('Access-Control-Allow-Credentials', 'true');
  }
}

function withOrigin(vary: string | undefined): string {
  return vary ? `${vary}, Origin` : 'Origin';
}
