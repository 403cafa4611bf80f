import { orders } from './orders';
import { serveOffice } from './serve-office';

async function main(): Promise<void> {
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
