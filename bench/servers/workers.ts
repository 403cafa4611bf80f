import cluster from 'node:cluster';
import { run } from 'koaggregate';
import { replyToParent } from './reply-to-parent';
import { createShop } from './shop';

const [, , databaseUrl, port] = process.argv;
const connectors = [{ port: Number(port) }];

/** Run by two workers at a port that the caller has chosen. The first process ends with its parent. */
void run(createShop(databaseUrl!, { server: { workers: 2, connectors } })).then(() => {
  if (cluster.isPrimary)
    replyToParent(`http://127.0.0.1:${port}`, async () => void process.kill(process.pid, 'SIGTERM'));
});
