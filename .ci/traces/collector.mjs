import { createServer } from 'node:http';

/** A collector of OpenTelemetry, which keeps what it receives as JSON. */
export class Collector {
  /** The bodies by the last part of their path: traces, metrics, logs. */
  received = { traces: [], metrics: [], logs: [] };
  #server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    this.received[request.url.split('/').at(-1)].push(JSON.parse(Buffer.concat(chunks).toString()));
    response.setHeader('Content-Type', 'application/json').end('{}');
  });

  async start() {
    await new Promise((listening) => this.#server.listen(0, '127.0.0.1', listening));
    return `http://127.0.0.1:${this.#server.address().port}`;
  }

  stop() {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** The spans, with their attributes by name and the name of their parent. */
  get spans() {
    const all = this.received.traces.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) =>
        scopeSpans.flatMap(({ scope, spans }) => spans.map((span) => ({ ...span, scope: scope.name }))),
      ),
    );
    const names = new Map(all.map(({ spanId, name }) => [spanId, name]));
    return all.map(({ attributes, parentSpanId, ...span }) => ({
      ...span,
      parent: names.get(parentSpanId),
      attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
    }));
  }
}
