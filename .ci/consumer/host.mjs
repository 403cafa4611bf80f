// A host in plain JavaScript and ESM: a Koa app that mounts an application with hand-written routes.
import { once } from 'node:events';
import Koa from 'koa';
import { Application } from 'koaggregate/core';

class Greetings {
  read(request) {
    return { hello: request.getHeader('id') };
  }
}

class GreetingsApplication extends Application {
  defineRoutes() {
    this.resource(Greetings).builder('/greetings/{id}').action('GET', 'read');
  }
}

const greetings = new GreetingsApplication({ configuration: { name: 'greetings' } });
await greetings.start();
const server = new Koa().use(greetings.middleware({ prefix: '/api' })).listen(0, '127.0.0.1');
await once(server, 'listening');
const response = await fetch(`http://127.0.0.1:${server.address().port}/api/greetings/ada`);
const text = await response.text();
server.close();
await greetings.stop();
if (response.status !== 200 || text !== '{"hello":"ada"}') throw new Error(`${response.status} ${text}`);
console.log(`Plain JavaScript: GET /api/greetings/ada returned 200 ${text}`);
