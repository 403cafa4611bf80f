import { join } from 'node:path';
import { Container, run } from 'koaggregate/core';

// Applications and bundles are found through config/services.
void run(new Container({ projectRoot: join(__dirname, '..'), moduleRoot: __dirname }));
