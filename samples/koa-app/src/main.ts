import { join } from 'node:path';
import { OrdersApplication } from '../../orders/src/orders-application';
import { serveOffice } from './serve-office';
import { userOfTheOffice } from './user-of-the-office';

async function main(): Promise<void> {
  const orders = new OrdersApplication({
    projectRoot: join(__dirname, '../../..'),
    moduleRoot: join(__dirname, '../../orders/src'),
    authenticators: [userOfTheOffice],
  });
  const { address, stop } = await serveOffice(orders, Number(process.env.PORT ?? 8080));
  console.log(`The office listens at ${address}`);
  let isStopping = false;
  const onSignal = () => {
    if (!isStopping) void stop();
    isStopping = true;
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal);
}

void main();
