import type { ContentAdapter } from '../http/content-adapter';
import type { ContentSettings } from '../http/content-settings';
import type { ExceptionMapping } from '../http/exception-mapping';
import type { Filter } from '../http/filter';
import type { Guard } from '../http/guard';
import type { Logger } from '../http/logger';
import type { Request } from '../http/request';
import type { RouteDescription } from '../http/route-description';
import type { InFlight } from './in-flight';
import type { RouteTable } from './route-table';

/** What serving needs to know of an application that has started. */
export interface ServedApplication {
  readonly table: RouteTable;
  readonly filters: readonly Filter[];
  readonly guards: readonly Guard[];
  readonly adapters: readonly ContentAdapter[];
  readonly exceptions: ExceptionMapping;
  readonly logger: Logger;
  readonly inFlight: InFlight;
  /** After inheritance; without a route, what the application says. */
  settingsOf(route: RouteDescription | undefined): ContentSettings;
  /** Runs the work with the request as the current one. */
  within<T>(request: Request, work: () => T): T;
}
