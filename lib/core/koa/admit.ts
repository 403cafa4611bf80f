import type { Socket } from 'node:net';
import type { RefusalReason } from '../http/admission-queue';
import { ServiceUnavailableException } from '../http/exceptions';
import type { Slot } from '../http/limiter';
import { PROBLEM_MEDIA_TYPE, problemOf } from '../http/problem';
import type { Exchange } from './exchange';
import { respond } from './respond';

/** Shared by all refusals, since a stack trace for each would be expensive. */
const REFUSED = new ServiceUnavailableException('The service has more requests than it can serve: try again later.');
const OUTAGE = 'overload';

/**
 * Serves a request that finds no room: it waits, unless it needs no admission, or is refused before its body is read.
 *
 * @param run  serves the request
 */
export function admit(exchange: Exchange, run: () => Promise<void>): Promise<void> {
  const { application, plan, request } = exchange;
  if (passesBy(exchange)) return run();
  const { res } = request.ctx;
  const outcome = application.limiter!.wait(plan.pace!, () => res.destroyed || res.closed);
  return typeof outcome === 'string' ? refuse(exchange) : serveLater(exchange, outcome, run);
}

/** Whether no guard looks anything up: it rejects the request, or only the guards could need the database. */
function passesBy({ plan: { guards }, found, request }: Exchange): boolean {
  const needsDatabase =
    found!.match!.route.needsDatabase || guards.some((guard) => guard.needsDatabase?.(request) === true);
  return !needsDatabase || guards.some((guard) => guard.rejectsAtOnce?.(request) === true);
}

async function serveLater(
  exchange: Exchange,
  waiting: Promise<Slot | RefusalReason>,
  run: () => Promise<void>,
): Promise<void> {
  const beganMs = performance.now();
  const outcome = await waiting;
  exchange.request.waitedMs = performance.now() - beganMs;
  if (outcome === 'clientGone') return;
  if (typeof outcome === 'string') return refuse(exchange);
  exchange.slot = outcome;
  return run();
}

/** Responds with 503. Of the filters only those that complete refusals take part. */
async function refuse(exchange: Exchange): Promise<void> {
  const { application, request, response } = exchange;
  application.outages.note(OUTAGE, `[${request.id}] ${request.method} ${request.originalPath}: 503`, REFUSED.message);
  response
    .setStatus(REFUSED.status)
    .setHeader('Retry-After', String(application.limiter!.retryAfterS))
    .setHeader('Content-Type', PROBLEM_MEDIA_TYPE)
    .setContent(JSON.stringify(problemOf(REFUSED, request)));
  for (const filter of application.refusalFilters) filter.finishRefused!(request, response);
  await respond(exchange);
  const { pauseMs } = application.limiter!;
  if (pauseMs > 0) pauseReading(request.ctx.req.socket, pauseMs);
}

/** What the client sends next waits in the buffers of the operating system. */
function pauseReading(socket: Socket, forMs: number): void {
  socket.pause();
  setTimeout(() => socket.resume(), forMs).unref();
}
