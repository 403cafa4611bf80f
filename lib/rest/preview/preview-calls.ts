import { BadRequestException, type HttpException, type Request, type RouteCall, type Surrounding } from '../../core';
import type { DataSource, WrittenRows } from '../../persistence';
import type { Domain } from '../chain/domain';
import { prefersPreview } from '../chain/preferences';
import type { Operation } from '../operation/operation';
import { type Change, changesBetween } from './changes-between';
import { VisibleAggregate, type VisibleRows } from './visible-aggregate';

/** The effects of a write. */
interface Preview {
  /** Of the response that the write would have got. */
  readonly status: number;
  /** Why it would have been refused. */
  readonly detail?: string;
  readonly changes: readonly Change[];
  /** The field errors of that response. */
  readonly violations: readonly unknown[];
}

const APPLIED = 'Preference-Applied';
const MISSING = 'Missing-Ids';

/** Malformed requests, and those without the permissions: the response is the one without a preview. */
const NOT_TOLD = new Set([400, 401, 403, 405, 406, 408, 413, 414, 415, 429, 431]);

/** Writes with `Prefer: preview` are carried out in a transaction that is rolled back, and told of. */
export class PreviewCalls {
  /** @param isAllowed where they are not, such a write is refused: it must not be done in earnest */
  constructor(
    private readonly domain: Domain,
    private readonly dataSource: DataSource,
    private readonly isAllowed: boolean,
  ) {}

  /**
   * The surrounding of the route of an operation; undefined for one that only reads.
   *
   * @param otherwise surrounds requests without the preference
   */
  surrounding(operation: Operation, otherwise?: Surrounding): Surrounding | undefined {
    if (operation.method === 'GET') return otherwise;
    return {
      ...(!otherwise && { header: 'prefer' }),
      needsBytes: otherwise?.needsBytes ?? false,
      concerns: (request) => this.#isPreview(request) || otherwise?.concerns(request) === true,
      surround: (call) => (prefersPreview(call.request) ? this.#surround(operation, call) : otherwise!.surround(call)),
    };
  }

  #isPreview(request: Request): boolean {
    if (!prefersPreview(request)) return false;
    if (!this.isAllowed) throw switchedOff();
    return true;
  }

  async #surround(operation: Operation, call: RouteCall): Promise<void> {
    const isOverridden = call.request.route?.resource !== undefined;
    const seen = new VisibleAggregate(operation, this.domain, call.request);
    const { preview, headers } = await this.dataSource.trial(
      (written, complete) => tried(call, seen, written, complete),
      ({ after, ...told }, written) => compared(told, seen, written, after),
      isOverridden,
    );
    call.respond(preview, headers);
  }
}

interface Told {
  readonly preview: Preview;
  readonly headers: Readonly<Record<string, string>>;
}

interface Tried extends Told {
  /** The aggregate as the requester would see it afterwards; undefined where the write is rejected. */
  readonly after?: VisibleRows;
}

/** @throws what a preview does not tell of */
async function tried(
  call: RouteCall,
  seen: VisibleAggregate,
  written: WrittenRows,
  complete: () => Promise<void>,
): Promise<Tried> {
  try {
    const { status, headers } = await call.run();
    await complete();
    const after = await seen.rows(written);
    const told = headers.filter(({ name }) => name === APPLIED || name === MISSING);
    const { [APPLIED]: applied, ...others } = Object.fromEntries(told.map(({ name, value }) => [name, String(value)]));
    const preview = { status, changes: [], violations: [] };
    return { preview, headers: { ...others, [APPLIED]: applied ? `preview, ${applied}` : 'preview' }, after };
  } catch (error) {
    const refusal = await call.exceptionOf(error);
    if (!refusal || refusal.status >= 500 || NOT_TOLD.has(refusal.status)) throw error;
    return { preview: refused(refusal), headers: { [APPLIED]: 'preview' } };
  }
}

/** The rows are as they were before, by now. */
async function compared(
  told: Told,
  seen: VisibleAggregate,
  written: WrittenRows,
  after: VisibleRows | undefined,
): Promise<Told> {
  if (!after) return told;
  const before = await seen.rows(written, after);
  return { ...told, preview: { ...told.preview, changes: changesBetween(before, after) } };
}

function refused({ status, message, extensions }: HttpException): Preview {
  const { field_errors: violations = [] } = extensions as { readonly field_errors?: readonly unknown[] };
  return { status, ...(message && { detail: message }), changes: [], violations };
}

function switchedOff(): BadRequestException {
  return new BadRequestException(
    'Previews are switched off here (previews.allowed), and nothing was written: leave the preference out to write.',
  );
}
