import type { BodyDescription, ParameterDescription, ResponseDescription } from './api-description';
import type { ProblemStatus } from './problems';

/** The description of one route by itself, without its operation id, permissions and links. */
export interface RouteContent {
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly isDeprecated?: boolean;
  readonly parameters: readonly ParameterDescription[];
  readonly body?: BodyDescription;
  readonly responses: readonly ResponseDescription[];
  /** Status codes of further problems. Those of security and rate limits are added for every route. */
  readonly problems: readonly ProblemStatus[];
}
