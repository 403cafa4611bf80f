import { CsvSerializer, JsonSerializer, type Serializer } from '../../../lib/core';
import { ContentOffers } from '../../../lib/core/http/content-offers';

const readOnly: Serializer = { read: () => undefined };

const settings = {
  defaultMediaType: 'application/json',
  serializers: new Map<string, Serializer>([
    ['text/csv', new CsvSerializer()],
    ['application/json', new JsonSerializer()],
    ['application/x-read', readOnly],
  ]),
  maxBodyBytes: 1000,
};

describe('The media types of a response', () => {
  const offers = new ContentOffers(settings);
  const chosen = (accept?: string, preferred?: string) => offers.choose(accept, preferred)?.contentType;

  it('begin with that of the request if it can be written, then the default', () => {
    expect(offers.mediaTypes()).toEqual(['application/json', 'text/csv']);
    expect(offers.mediaTypes('text/csv')).toEqual(['text/csv', 'application/json']);
    expect(offers.mediaTypes('application/x-read')).toBe(offers.mediaTypes());
    expect(offers.mediaTypes('constructor')).toBe(offers.mediaTypes());
  });

  it('are negotiated by Accept, with the same result each time', () => {
    for (let time = 0; time < 2; time++) {
      expect([chosen(), chosen('*/*'), chosen('text/*'), chosen('image/png')]).toEqual([
        'application/json',
        'application/json',
        'text/csv; charset=utf-8',
        undefined,
      ]);
      expect([chosen('*/*', 'text/csv'), chosen('application/json', 'text/csv')]).toEqual([
        'text/csv; charset=utf-8',
        'application/json',
      ]);
    }
    expect(offers.choose('text/csv')).toBe(offers.choose('text/csv'));
  });
});
