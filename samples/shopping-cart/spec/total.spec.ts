import { startTestApplication, type TestApplication } from 'koaggregate/testing';
import { ShoppingCart } from '../src/domain/shopping-cart';
import { ShopApplication } from '../src/shop-application';

describe('The total of a cart', () => {
  let api: TestApplication;

  beforeAll(async () => {
    api = await startTestApplication(ShopApplication);
  });
  afterAll(() => api.stop());

  it('is the sum of its items', async () => {
    const items = [
      { sku: 'TEA-01', quantity: 2, price: '4.90' },
      { sku: 'CUP-02', quantity: 1, price: '12.00' },
    ];

    const { body } = await api.request.post('/shopping_carts', api.payload(ShoppingCart, { items }));

    expect(body.total).toBe('21.80');
  });
});
