import {
  BadRequestException,
  type HttpException,
  type Request,
  type RouteCall,
  type RouteWrapper,
  type WrittenResponse,
} from '../../core';
import type { DataSource, Journal } from '../../persistence';
import type { Domain } from '../chain/domain';
import { prefersPreview } from '../chain/preferences';
import type { Operation } from '../operation/operation';
import { type Change, changesBetween } from './changes-between';
import { VisibleAggregate, type VisibleRows } from './visible-aggregate';

/** The body of a preview. */
interface Preview {
  /** The status code of the write itself. */
  readonly status: number;
  /** The detail of the error, if the write would be rejected. */
  readonly detail?: string;
  /** The index of the failed step of a batch. */
  readonly step?: number;
  readonly changes: readonly Change[];
  /** The field errors, if the write would be rejected. */
  readonly violations: readonly unknown[];
}

const APPLIED = 'Preference-Applied';
const MISSING = 'Missing-Ids';

/** Errors of malformed or unauthorized requests, which get the same response as without a preview. */
const UNPREVIEWED = new Set([400, 401, 403, 405, 406, 408, 413, 414, 415, 429, 431]);

/** Runs writes with `Prefer: preview` in a transaction that is rolled back, and responds with their changes. */
export class PreviewCalls {
  /** @param isAllowed if false, a preview is rejected; the write must not be carried out instead */
  constructor(
    private readonly domain: Domain,
    private readonly dataSource: DataSource,
    private readonly isAllowed: boolean,
  ) {}

  /**
   * Wraps the route of a write; reads keep their wrapper.
   *
   * @param otherwise the wrapper for requests without the preference
   */
  wrapperFor(operation: Operation, otherwise?: RouteWrapper): RouteWrapper | undefined {
    if (operation.method === 'GET') return otherwise;
    return {
      ...(!otherwise && { header: 'prefer' }),
      needsBytes: otherwise?.needsBytes ?? false,
      appliesTo: (request) => this.#isPreview(request) || otherwise?.appliesTo(request) === true,
      wrap: (call) => (prefersPreview(call.request) ? this.#wrap(operation, call) : otherwise!.wrap(call)),
    };
  }

  #isPreview(request: Request): boolean {
    if (!prefersPreview(request)) return false;
    if (!this.isAllowed) throw previewsDisabled();
    return true;
  }

  async #wrap(operation: Operation, call: RouteCall): Promise<void> {
    const isOverridden = call.request.route?.resource !== undefined;
    const aggregate = new VisibleAggregate(operation, this.domain, call.request);
    const { preview, headers } = await this.dataSource.trial({
      work: (journal, complete) => runTrial(call, aggregate, journal, complete),
      compare: (trial, journal) => withChanges(trial, aggregate, journal),
      usesSavepoints: isOverridden,
    });
    call.respond(preview, headers);
  }
}

interface PreviewResponse {
  readonly preview: Preview;
  readonly headers: Readonly<Record<string, string>>;
}

interface Trial extends PreviewResponse {
  /** The rows after the write; undefined if the write was rejected. */
  readonly after?: VisibleRows;
}

/** Runs the write. @throws errors that get the same response as without a preview */
async function runTrial(
  call: RouteCall,
  aggregate: VisibleAggregate,
  journal: Journal,
  complete: () => Promise<void>,
): Promise<Trial> {
  try {
    const { status, headers } = await call.run();
    await complete();
    const after = await aggregate.rows(journal);
    return { preview: { status, changes: [], violations: [] }, headers: previewHeaders(headers), after };
  } catch (error) {
    const exception = await call.exceptionOf(error);
    if (!exception || exception.status >= 500 || UNPREVIEWED.has(exception.status)) throw error;
    return { preview: rejectedPreview(exception), headers: { [APPLIED]: 'preview' } };
  }
}

function previewHeaders(headers: WrittenResponse['headers']): Readonly<Record<string, string>> {
  const headerOf = (wanted: string) => headers.find(({ name }) => name === wanted)?.value;
  const applied = headerOf(APPLIED);
  const missing = headerOf(MISSING);
  return {
    ...(missing !== undefined && { [MISSING]: String(missing) }),
    [APPLIED]: applied ? `preview, ${applied}` : 'preview',
  };
}

/** Compares the rows with those before the write, once it was rolled back. */
async function withChanges(
  { after, ...response }: Trial,
  aggregate: VisibleAggregate,
  journal: Journal,
): Promise<PreviewResponse> {
  if (!after) return response;
  const before = await aggregate.rows(journal, after);
  return { ...response, preview: { ...response.preview, changes: changesBetween(before, after) } };
}

interface RejectedExtensions {
  readonly field_errors?: readonly unknown[];
  readonly step?: number;
}

function rejectedPreview({ status, message, extensions }: HttpException): Preview {
  const { field_errors: violations = [], step } = extensions as RejectedExtensions;
  return { status, ...(message && { detail: message }), ...(step !== undefined && { step }), changes: [], violations };
}

function previewsDisabled(): BadRequestException {
  return new BadRequestException(
    'Previews are disabled (previews.allowed), and nothing was written: leave out the preference to write.',
  );
}
