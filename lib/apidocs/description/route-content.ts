import type { BodyDescription, ParameterDescription, ResponseDescription } from './api-description';
import type { ProblemStatus } from './problems';

/** What one route takes and gives, before it stands among the others. */
export interface RouteContent {
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly isDeprecated?: boolean;
  readonly parameters: readonly ParameterDescription[];
  readonly body?: BodyDescription;
  /** Those that are no problems. */
  readonly responses: readonly ResponseDescription[];
  /** Beside those of security, which any route may have. */
  readonly problems: readonly ProblemStatus[];
}
