import { leaf } from '../../../lib/operations';
import { openAccess } from '../../../lib/rest/access/access';
import { listJson, represent, representJson } from '../../../lib/rest/chain/representation';
import { defaultSelection } from '../../../lib/rest/selection/default-selection';
import { Order, shop } from '../../support/domain/shop';
import { useStore } from '../../support/open-store';

const TEXTS = [
  '',
  'plain',
  'with "quotes" and \\ backslash',
  'line\nfeed\ttab\u0000null\u001f\u007f',
  'pair \u{1f600}, halves \ud83d and \ude00',
  'separators \u2028 \u2029, \ufeff, \uffff',
  'é ü 漢',
];
const LABELS = [null, [], { a: [1, 'x"', null] }, 'text', 0, -0, 1e21, 1.5, true];

const open = useStore(shop);

describe('an entity as JSON', () => {
  it.each(TEXTS)('equals JSON.stringify of its representation: %j', (text) => {
    const selection = defaultSelection(open.store.registry.entity(Order)!, openAccess());
    const trees = LABELS.map((labels) => leaf(new Order({ code: text, status: text, labels, isGift: false })));

    for (const tree of trees) expect(representJson(tree, selection)).toBe(JSON.stringify(represent(tree, selection)));
    expect(listJson(trees, selection)).toBe(JSON.stringify(trees.map((tree) => represent(tree, selection))));
    expect(listJson([], selection)).toBe('[]');
  });
});
