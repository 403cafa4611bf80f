import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { InFlight } from '../../../lib/core/koa/in-flight';

const response = (closed: boolean) => Object.assign(new EventEmitter(), { closed }) as unknown as ServerResponse;

describe('InFlight', () => {
  it('waits until a response is closed', async () => {
    const inFlight = new InFlight();
    const open = response(false);
    inFlight.track(open);
    setTimeout(() => open.emit('close'), 20);
    const begun = performance.now();

    await inFlight.settle(5000);

    expect(performance.now() - begun).toBeLessThan(4000);
  });

  it('does not wait for a response whose client has disconnected', async () => {
    const inFlight = new InFlight();
    inFlight.track(response(true));
    const begun = performance.now();

    await inFlight.settle(5000);

    expect(performance.now() - begun).toBeLessThan(4000);
  });
});
