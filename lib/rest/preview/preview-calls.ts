import { BadRequestException, type HttpException, type Request, type RouteCall, type RouteWrapper } from '../../core';
import type { DataSource, Journal } from '../../persistence';
import type { Domain } from '../chain/domain';
import { prefersPreview } from '../chain/preferences';
import type { Operation } from '../operation/operation';
import { appliedIn, type Outcome } from '../verbs/outcome';
import { callerOf, type NotingRun } from '../verbs/run-of';
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
  /** The creates whose hooks or code have written other rows as well. */
  readonly #changing = new Set<Operation>();

  /** @param isAllowed if false, a preview is rejected; the write must not be carried out instead */
  constructor(
    private readonly domain: Domain,
    private readonly dataSource: DataSource,
    private readonly isAllowed: boolean,
  ) {}

  /**
   * Wraps the route of a write; reads keep their wrapper.
   *
   * @param run       runs the operation, unless it is overridden
   * @param otherwise the wrapper for requests without the preference
   */
  wrapperFor(operation: Operation, run: NotingRun, otherwise?: RouteWrapper): RouteWrapper | undefined {
    if (operation.method === 'GET') return otherwise;
    return {
      ...(!otherwise && { header: 'prefer' }),
      needsBytes: otherwise?.needsBytes ?? false,
      appliesTo: (request) => this.#isPreview(request) || otherwise?.appliesTo(request) === true,
      wrap: (call) => (prefersPreview(call.request) ? this.#wrap(operation, run, call) : otherwise!.wrap(call)),
    };
  }

  #isPreview(request: Request): boolean {
    if (!prefersPreview(request)) return false;
    if (!this.isAllowed) throw previewsDisabled();
    return true;
  }

  async #wrap(operation: Operation, run: NotingRun, call: RouteCall): Promise<void> {
    const { request } = call;
    const isOverridden = request.route?.resource !== undefined;
    const caller = callerOf(this.domain, request);
    // The steps of a batch may be overridden.
    const isGenerated = !isOverridden && operation.steps === undefined;
    const write = isGenerated ? () => run(request, caller, request) : () => written(call);
    const aggregate = new VisibleAggregate(operation, caller, request);
    const { preview, headers } = await this.dataSource.trial({
      work: (journal, complete) => runTrial(call, write, aggregate, journal, complete),
      compare: (trial, journal) => withChanges(trial, aggregate, journal),
      conclude: isRootCreate(operation) && !this.#changing.has(operation) ? this.#conclude(operation) : undefined,
      usesSavepoints: isOverridden,
    });
    call.respond(preview, headers);
  }

  #conclude(operation: Operation) {
    const names = newRowsOf(operation);
    return ({ after, ...response }: Trial, journal: Journal): PreviewResponse | undefined => {
      if (!after) return response;
      if (journal.hasOnlyNew(names)) return withChangesSince(NO_ROWS, after, response);
      this.#changing.add(operation);
      return undefined;
    };
  }
}

/** A root that is created has no earlier state. */
function isRootCreate({ verb, collections }: Operation): boolean {
  return verb === 'create' && collections.length === 0;
}

/** The classes whose rows cannot have existed before their root; those of many-to-many collections can. */
function newRowsOf({ aggregate: { root, paths } }: Operation): ReadonlySet<string> {
  const owned = paths.filter((path) => path.every(({ kind }) => kind !== 'manyToMany'));
  return new Set([root.type.name, ...owned.map((path) => path.at(-1)!.target.type.name)]);
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
  write: () => Promise<WriteOutcome>,
  aggregate: VisibleAggregate,
  journal: Journal,
  complete: () => Promise<void>,
): Promise<Trial> {
  try {
    const outcome = await write();
    await complete();
    const after = await aggregate.rows(journal);
    const preview = { status: outcome.status, changes: [], violations: [] };
    return { preview, headers: previewHeaders(outcome), after };
  } catch (error) {
    const exception = await call.exceptionOf(error);
    if (!exception || exception.status >= 500 || UNPREVIEWED.has(exception.status)) throw error;
    return { preview: rejectedPreview(exception), headers: { [APPLIED]: 'preview' } };
  }
}

/** What a preview shows of the write itself. */
type WriteOutcome = Pick<Outcome, 'status' | 'missing' | 'preferences'> & {
  /** The header `Preference-Applied` of an override. */
  readonly applied?: string;
};

/** Runs an override, which writes an HTTP response. */
async function written(call: RouteCall): Promise<WriteOutcome> {
  const { status, headers } = await call.run();
  const headerOf = (wanted: string) => headers.find(({ name }) => name === wanted)?.value?.toString();
  return { status, missing: headerOf(MISSING), applied: headerOf(APPLIED) };
}

function previewHeaders({ missing, preferences, ...outcome }: WriteOutcome): Readonly<Record<string, string>> {
  const applied = outcome.applied ?? (preferences && appliedIn(preferences));
  return {
    ...(missing !== undefined && { [MISSING]: missing }),
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
  return withChangesSince(await aggregate.rows(journal, after), after, response);
}

const NO_ROWS: VisibleRows = new Map();

function withChangesSince(before: VisibleRows, after: VisibleRows, { preview, headers }: PreviewResponse) {
  return { headers, preview: { ...preview, changes: changesBetween(before, after) } };
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
