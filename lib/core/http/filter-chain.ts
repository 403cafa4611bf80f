import type { Filter } from './filter';
import type { Request } from './request';
import type { Response } from './response';

type Step = (request: Request, response: Response) => Promise<void>;

/**
 * Runs the filters in the order added, and the endpoint when all of them let the request go on.
 *
 * Every step handles its own errors by `recover`, so that the filters outside it see a response, never a
 * rejection. A filter that returns before the rest has finished is waited for.
 *
 * @param recover  responds to an error; must not reject
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
