import { tmpdir } from 'node:os';
import { AggregateRoot, Application, BaseDomain, Container, type DomainClass } from 'koaggregate';
import { Column, DataType, Table } from 'sequelize-typescript';
import { POOL } from '../pool';
import { replyToParent } from './reply-to-parent';

/** An application with the given number of roots, `Resource0` and so on, each with a table of ten columns. */
class GeneratedApplication extends Application {}

const COLUMNS = ['title', 'summary', 'author', 'city', 'country', 'note'];

function generatedRoot(number: number): DomainClass {
  const name = `Resource${number}`;
  const { [name]: Root } = { [name]: class extends BaseDomain {} };
  for (const column of COLUMNS) Column(DataType.STRING(60))(Root!.prototype, column);
  Table({ tableName: `resources_${number}` })(Root!);
  AggregateRoot(Root!);
  return Root!;
}

async function serve(url: string, size: number): Promise<void> {
  const logger = { ...console, info: () => undefined };
  const configDir = tmpdir();
  const application = new GeneratedApplication({
    domain: Array.from({ length: size }, (_, number) => generatedRoot(number)),
    configDir,
    configuration: { name: 'generated', db: { url, pool: POOL, providerProperties: { 'hbm2ddl.auto': 'update' } } },
    logger,
  });
  const container = new Container({
    applications: [application],
    configDir,
    configuration: { server: { connectors: [{ port: 0, scheme: 'http' }] } },
    logger,
  });
  await container.start();
  replyToParent(container.addresses[0]!, () => container.stop());
}

void serve(process.argv[2]!, Number(process.argv[3]));
