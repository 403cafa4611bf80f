import { fieldNameOf, operatorNameOf } from '../../../lib/rest/search/parameter-name';

describe('The name of a search parameter', () => {
  it.each([
    ['total', 'total', ''],
    ['total[gt]', 'total', 'gt'],
    ['order_items.sku[like]', 'order_items.sku', 'like'],
    ['total[unknown]', 'total', 'unknown'],
  ])('%s consists of the field %s and the operator "%s"', (parameter, field, operator) => {
    expect([fieldNameOf(parameter), operatorNameOf(parameter)]).toEqual([field, operator]);
  });

  it.each(['', '[gt]', 'total[]', 'total[gt', 'total]gt[', 'total[gt][lt]', 'total[gt]x', 'total[g[t]]'])(
    '%j is malformed',
    (parameter) => {
      expect([fieldNameOf(parameter), operatorNameOf(parameter)]).toEqual(['', '']);
    },
  );
});
