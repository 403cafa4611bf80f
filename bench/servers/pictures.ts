import { tmpdir } from 'node:os';
import { Application, Container } from 'koaggregate';
import { Picture } from '../domain/picture';
import { POOL } from '../pool';
import { replyToParent } from './reply-to-parent';

class PicturesApplication extends Application {}

const MEGABYTE = 1024 * 1024;

/** An upload limit above the size of the measured value. */
async function startPictures(url: string): Promise<Container> {
  const logger = { ...console, info: () => undefined };
  const configDir = tmpdir();
  const application = new PicturesApplication({
    domain: [Picture],
    configDir,
    configuration: {
      name: 'pictures',
      limits: { upload: 1024 * MEGABYTE },
      db: { url, pool: POOL, providerProperties: { 'hbm2ddl.auto': 'update' } },
    },
    logger,
  });
  const server = { connectors: [{ port: 0, scheme: 'http' }] };
  const container = new Container({ applications: [application], configDir, configuration: { server }, logger });
  await container.start();
  return container;
}

void startPictures(process.argv[2]!).then((container) => {
  replyToParent(container.addresses[0]!, () => container.stop());
});
