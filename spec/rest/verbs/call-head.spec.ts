import type { Operation } from '../../../lib/rest';
import type { RequestParts } from '../../../lib/rest/operation/request-parts';
import type { Caller } from '../../../lib/rest/verbs/call';
import { callHead } from '../../../lib/rest/verbs/call-head';

const CALLER = { access: {}, store: {} } as Caller;
const input = { missing: 'report', preferences: ['return=minimal'], query: [] };
const operation = { aggregate: {}, collections: [], input } as unknown as Operation;

function requestWith(headers: Record<string, string> = {}): RequestParts {
  return { headers } as unknown as RequestParts;
}

describe('callHead', () => {
  it('gives the roots and no preference to every request without `Prefer`, worked out once', () => {
    const headOf = callHead(operation);
    const [one, other] = [headOf(requestWith(), CALLER), headOf(requestWith(), CALLER)];

    expect(one.place).toBe(other.place);
    expect(one.place).toEqual({ aggregate: operation.aggregate, path: [], parentKeys: [] });
    expect(one.preferences).toBe(other.preferences);
    expect(one.preferences).toEqual({ isStrict: false, isMinimal: false });
  });

  it('reads the preferences that the request sends', () => {
    const head = callHead(operation)(requestWith({ prefer: 'return=minimal' }), CALLER);

    expect(head.preferences).toEqual({ isStrict: false, isMinimal: true });
    expect(head).toMatchObject(CALLER);
  });

  it.each([
    ['PUT', true],
    ['GET', false],
  ])('has the parameters of a %s that takes none rejected', (method, isWrite) => {
    const rejectParameters = jest.fn();
    const { query: _, ...others } = input;
    const request = { ...requestWith(), query: { colour: ['red'] } } as unknown as RequestParts;

    callHead({ ...operation, method, input: { ...others, search: { rejectParameters } } } as never)(request, CALLER);

    expect(rejectParameters).toHaveBeenCalledWith(request.query, isWrite);
  });
});
