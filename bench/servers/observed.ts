import { replyToParent } from './reply-to-parent';
import { PATIENT, startShop } from './shop';

/** Writes a line for each request with pino, counts all metrics, and asks the API of OpenTelemetry, without an SDK, for spans. */
void startShop(process.argv[2]!, {
  settings: { ...PATIENT, traces: { spans: 'statements' } },
  server: { admin: { port: 0 } },
  logs: { requests: 'info', writer: 'pino' },
}).then((container) => {
  replyToParent(container.addresses[0]!, () => container.stop());
});
