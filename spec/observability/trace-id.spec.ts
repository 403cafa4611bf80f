import { traceIdOf } from '../../lib/observability/trace-id';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('traceIdOf()', () => {
  it.each([
    ['of version 0', `00-${TRACE}-${SPAN}-01`],
    ['of a later version, with more parts', `cc-${TRACE}-${SPAN}-01-what`],
  ])('is the id of a header %s', (_, header) => {
    expect(traceIdOf(header)).toBe(TRACE);
  });

  it.each([
    ['none', undefined],
    ['without a trace', `00-${'0'.repeat(32)}-${SPAN}-01`],
    ['without a span', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['of the version that does not exist', `ff-${TRACE}-${SPAN}-01`],
    ['in upper case', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
    ['with another end', `00-${TRACE}-${SPAN}-01x`],
    ['of anything', "{ 'x': 1 }"],
  ])('is undefined for a header %s', (_, header) => {
    expect(traceIdOf(header)).toBeUndefined();
  });
});
