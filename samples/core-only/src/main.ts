import { join } from 'node:path';
import { Container, run } from 'koaggregate/core';

// config/services lists the applications and bundles.
void run(new Container({ projectRoot: join(__dirname, '..'), moduleRoot: __dirname }));
