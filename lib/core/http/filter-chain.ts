import type { Filter } from './filter';
import type { Request } from './request';
import type { Response } from './response';

type Step = (request: Request, response: Response) => Promise<void>;

/**
 * Runs the filters in the order added, then the endpoint.
 *
 * Every step handles its own errors with `recover`, so that the outer filters see a response and never a rejection. If a
 * filter returns before the rest of the chain has finished, the rest is awaited.
 *
 * @param recover  writes the response to an error; must not reject
 */
export function runFilters(
  filters: readonly Filter[],
  request: Request,
  response: Response,
  endpoint: Step,
  recover: (error: unknown) => Promise<void>,
): Promise<void> {
  const stepAt =
    (index: number): Step =>
    async (request, response) => {
      const filter = filters[index];
      try {
        await (filter ? runFilter(filter, request, response, stepAt(index + 1)) : endpoint(request, response));
      } catch (error) {
        await recover(error);
      }
    };
  return stepAt(0)(request, response);
}

async function runFilter(filter: Filter, request: Request, response: Response, next: Step): Promise<void> {
  let rest: Promise<void> | undefined;
  const chain = {
    doFilter(nextRequest: Request, nextResponse: Response): Promise<void> {
      if (rest) throw new Error(`${filter.constructor.name} called its chain twice.`);
      rest = next(nextRequest ?? request, nextResponse ?? response);
      return rest;
    },
  };
  try {
    await filter.doFilter(request, response, chain);
  } finally {
    await rest;
  }
}
