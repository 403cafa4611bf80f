import type { IncomingMessage, ServerResponse } from 'node:http';

/** The requests whose clients send the body when they get 100 Continue. */
const awaiting = new WeakSet<IncomingMessage>();

/** Notes that the client of a request waits for 100 Continue. */
export function awaitContinue(request: IncomingMessage): void {
  awaiting.add(request);
}

/**
 * Sends 100 Continue if the client waits for it: called when the body is wanted. Without it, Node.js closes the connection
 * after the response.
 *
 * @see RFC 9110, "Expect"
 */
export function sendContinue(request: IncomingMessage, response: ServerResponse): void {
  if (awaiting.delete(request)) response.writeContinue();
}
