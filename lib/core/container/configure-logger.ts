import { loadPackage, PackageError } from '../../foundation';
import type { LogsSection } from '../config/logs-section';
import type { LineLogger } from '../http/line-logger';
import type { Logger } from '../http/logger';

/** @throws PackageError PACKAGE_MISSING, PACKAGE_TOO_OLD */
export function configureLogger(logger: LineLogger, { level, writer }: LogsSection, projectRoot: string): void {
  logger.configure(level, writer === 'pino' ? () => pinoLogger(projectRoot) : undefined);
}

function pinoLogger(projectRoot: string): Logger {
  const missing = () => new PackageError('PACKAGE_MISSING', 'logs.writer: pino', 'pino', 'set logs.writer: console');
  const pino = loadPackage('pino', projectRoot, missing) as () => Logger;
  return pino();
}
