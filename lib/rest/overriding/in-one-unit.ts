import { HttpException, handlePromises, type Response, type RouteHandler } from '../../core';
import type { DataSource } from '../../persistence';

/**
 * Makes a handler run in one unit of work with what it calls, which begins at its first statement.
 *
 * An error rolls everything back, and so does a response with an error status; a redirect does not. The handler is not
 * repeated after a conflict with another request, since it may have changed the request, or have had other effects.
 */
export function inOneUnit(dataSource: DataSource, handle: RouteHandler): RouteHandler {
  return async (request, response) => {
    try {
      const { returned, redirect } = await dataSource.lateUnit(async () => {
        const outcome = await outcomeOf(() => handle(request, response));
        // The transaction ends before the result becomes content.
        handlePromises(outcome.returned);
        // A promise as content may still send statements.
        await response.settleContent?.();
        if (isError(response)) throw new ErrorResponse(outcome);
        return outcome;
      });
      if (redirect) throw redirect;
      return returned;
    } catch (error) {
      if (error instanceof ErrorResponse) return error.outcome.returned;
      throw error;
    }
  };
}

interface Outcome {
  readonly returned?: unknown;
  /** Thrown after the changes are committed. */
  readonly redirect?: HttpException;
}

/** Rolls back the unit of work of a response with an error status. */
class ErrorResponse extends Error {
  constructor(readonly outcome: Outcome) {
    super('The response has an error status.');
  }
}

async function outcomeOf(handle: () => unknown): Promise<Outcome> {
  try {
    return { returned: await handle() };
  } catch (error) {
    if (error instanceof HttpException && error.status < 400) return { redirect: error };
    throw error;
  }
}

function isError({ status }: Response): boolean {
  return status >= 400;
}
