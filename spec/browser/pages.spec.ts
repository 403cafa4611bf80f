import '../support/small-shop';
import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright-core';
import { Column, DataType, HasMany, Table } from 'sequelize-typescript';
import { AggregateRoot, Application, BaseDomain, type EntityId, Searchable } from '../../lib';
import { OrdersApplication } from '../../samples/orders/src/orders-application';
import { BrowserTab, type VisitSettings } from '../support/browser-tab';
import { describeInBrowser, launchChromium } from '../support/chromium';
import { KeyOf } from '../support/columns';
import { type ServedSample, serveSample } from '../support/serve-sample';
import { useServed } from '../support/serve-shop';

// Pages load slowly while other specs run on the same machine.
jest.setTimeout(60_000);

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Without details of what passes. */
const ONLY_VIOLATIONS = "{ resultTypes: ['violations'] }";

interface AxeResults {
  readonly passes: readonly { readonly id: string }[];
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

@AggregateRoot
@Table({ tableName: 'owners' })
class Owner extends BaseDomain {
  @HasMany(() => Pet) declare pets: Pet[];
}

@Table({ tableName: 'pets' })
class Pet extends BaseDomain {
  @Searchable @Column(DataType.DATEONLY) declare birthDate: string;
  @KeyOf(() => Owner) declare ownerId: EntityId;
}

class ClinicApplication extends Application {}

let sample: ServedSample;
let browser: Browser;
let tab: BrowserTab;

beforeAll(async () => {
  [sample, browser] = await Promise.all([serveSample('orders', OrdersApplication), launchChromium()]);
  tab = new BrowserTab(await browser.newPage());
});
afterAll(async () => {
  await browser?.close();
  await sample?.stop();
});

/** Opens a page under `/api/orders`, in the tab of the test before. */
function open(path: string, settings?: VisitSettings): Promise<BrowserTab> {
  return tab.visit(sample.address, `/api/orders/${path}`, settings);
}

describeInBrowser('…/docs in a browser', () => {
  const clinic = useServed([Owner, Pet], { Class: ClinicApplication });
  /** Of the sample. It stays open, because Swagger UI takes a second to show the document, and another one for an operation. */
  let docs: BrowserTab;

  beforeAll(async () => {
    docs = await new BrowserTab(await browser.newPage()).visit(sample.address, '/api/orders/docs');
  });
  afterAll(() => docs?.page.close());

  it('shows every operation without console errors and requests to other origins', async () => {
    const { page, faults } = docs;
    const { body: document } = await sample.request('GET', '/api/orders/openapi.json');
    const operations = Object.values(document.paths as Record<string, object>).flatMap(Object.keys);

    await page.locator('.opblock').first().waitFor();

    expect(await page.locator('.opblock').count()).toBe(operations.length);
    expect(faults).toEqual([]);
  });

  it.each(['createOrder', 'readOrder', 'updateOrder', 'cancelOrder', 'createOrderPayment'])(
    'shows the request and responses of %s with an example, and resolves its schemas',
    async (operationId) => {
      const { page, faults } = docs;

      const block = await openOperation(page, operationId);
      await block.locator('.responses-table .example').first().waitFor();
      const errors = await page.locator('.errors-wrapper').allTextContents();
      // What is open is shown again after each change of the page.
      await block.locator('.opblock-summary').click();

      expect(errors).toEqual([]);
      expect(faults).toEqual([]);
    },
  );

  it('has a lock at the operations that need a user', async () => {
    const locked = (id: string) => docs.page.locator(`[id$="-${id}"] .authorization__btn`).count();

    expect([await locked('createOrder'), await locked('readOrder')]).toEqual([1, 0]);
  });

  it('fits 390 pixels with a create and a list opened', async () => {
    const { page, faults } = await open('docs', { viewport: { width: 390, height: 844 } });
    for (const operationId of ['createOrder', 'listOrders']) {
      const block = page.locator(`[id$="-${operationId}"]`);
      await block.locator('.opblock-summary').click();
      await block.locator('tbody .response-col_description').first().waitFor();
    }

    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(faults).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('follows the %s theme of the browser', async (colorScheme) => {
    const { page } = await tab.visit(clinic.address, '/api/shop/docs', { colorScheme });
    await page.locator('.opblock').first().waitFor();

    const isDark = await page.evaluate("document.documentElement.classList.contains('dark-mode')");

    expect(isDark).toBe(colorScheme === 'dark');
  });

  it('"Try it out" creates an order and reads it', async () => {
    const { page, faults } = docs;
    const order = { code: 'TRY-1', customer_email: 'ada.bell@example.com', total: '12.50' };

    await authorize(page, 'admin', 'admin');
    const created = await tryOut(page, 'createOrder', { body: JSON.stringify(order) });
    const read = await tryOut(page, 'readOrder', { id: String(created.body.id) });

    expect(created).toMatchObject({ status: 201, body: order });
    expect(read).toMatchObject({ status: 200, body: { ...order, id: created.body.id } });
    expect(faults).toEqual([]);
  });

  it('"Try it out" sends dates and keys of parents', async () => {
    await clinic.create('/owners');
    const { page, faults } = await tab.visit(clinic.address, '/api/shop/docs');
    const block = await openOperation(page, 'listOwnerPets');
    await block.locator('.try-out__btn').click();
    await block.locator('tr[data-param-name="owner_id"] input').fill('1');
    await block.locator('tr[data-param-name="birth_date"] .json-schema-form-item-add').click();
    await block.locator('tr[data-param-name="birth_date"] input').fill('2010-09-07');

    const sent = page.waitForRequest(/owners\/1\/pets/);
    await block.locator('.execute').click();

    expect(new URL((await sent).url()).search).toBe('?birth_date=2010-09-07');
    expect(faults).toEqual([]);
  });
});

describeInBrowser('…/map in a browser', () => {
  it('shows every aggregate in the drawing and in the text without JavaScript', async () => {
    const page = await browser.newPage({ javaScriptEnabled: false });
    const { faults } = await new BrowserTab(page).visit(sample.address, '/api/orders/map');

    const drawn = await page.locator('.sheet-frame .root .name').allTextContents();
    const described = await page.locator('article.root h3').allTextContents();

    expect(drawn.sort()).toEqual(['Order', 'Payment', 'Product']);
    expect(described).toEqual(['Order root', 'Payment root', 'Product root']);
    expect(faults).toEqual([]);
  });

  it('links an operation to Swagger UI', async () => {
    const { page, faults } = await open('map');

    await page.locator('#OrderItem').getByRole('link', { name: 'cancel(reason?)' }).click();
    const opened = page.locator('.opblock.is-open');
    await opened.waitFor();

    expect(await opened.locator('.opblock-summary-operation-id').textContent()).toBe('cancelOrderOrderItem');
    expect(faults).toEqual([]);
  });

  it('has a link for every operation of the document', async () => {
    const { page } = await open('map');
    const { body: document } = await sample.request('GET', '/api/orders/openapi.json');
    const operations = Object.values(document.paths as Record<string, object>).flatMap(Object.keys);

    const links = await page.locator('.operations a').evaluateAll((all) => all.map((a) => a.getAttribute('href')));

    expect(new Set(links).size).toBe(operations.length);
    expect(links.every((link) => link?.startsWith('docs#/'))).toBe(true);
  });

  it('fits a screen of 360 pixels, where only the drawing scrolls sideways', async () => {
    const { page } = await open('map', { viewport: { width: 360, height: 740 } });

    const [contentWidth, windowWidth] = await page.evaluate<number[]>(
      '[document.documentElement.scrollWidth, innerWidth]',
    );
    const [drawingWidth, frameWidth] = await page
      .locator('.sheet-frame')
      .evaluate((element) => [element.scrollWidth, element.clientWidth]);

    expect(contentWidth).toBe(windowWidth);
    expect(drawingWidth!).toBeGreaterThan(frameWidth!);
  });

  it.each(['light', 'dark'] as const)('has no accessibility violations in the %s theme', async (colorScheme) => {
    const { page } = await open('map', { colorScheme });

    const violations = await violationsOf(page);

    expect(violations).toEqual([]);
  });

  it('is operable by keyboard, with a visible focus', async () => {
    const { page } = await open('map');

    await page.locator('#map-fit').focus();
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus-visible');

    expect(await focused.getAttribute('class')).toBe('sheet-frame');
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').getAttribute('href')).toMatch(/^docs#/);
  });

  it('has a standalone SVG that a browser can show', async () => {
    const { page } = await open('map.svg', { colorScheme: 'dark' });

    expect(await page.locator('svg > title').textContent()).toBe('Map of the domain: orders');
    expect(await page.locator('.card').count()).toBe(5);
    expect(await page.locator('a').count()).toBe(0);
  });
});

/** Enters credentials in the dialog of Swagger UI. */
async function authorize(page: Page, name: string, password: string): Promise<void> {
  await page.locator('.auth-wrapper .authorize').first().click();
  const dialog = page.locator('.modal-ux');
  await dialog.locator('input[type="text"]').first().fill(name);
  await dialog.locator('input[type="password"]').first().fill(password);
  await dialog.locator('button.authorize').first().click();
  await dialog.locator('button.btn-done').first().click();
}

async function openOperation(page: Page, operationId: string): Promise<Locator> {
  const block = page.locator('.opblock', {
    has: page.locator(`.opblock-summary-operation-id:text-is("${operationId}")`),
  });
  await block.locator('.opblock-summary').click();
  return block;
}

/** Fills in and sends an operation in Swagger UI, and returns the response that the page shows. */
async function tryOut(
  page: Page,
  operationId: string,
  { body, ...parameters }: Readonly<Record<string, string>>,
  // biome-ignore lint/suspicious/noExplicitAny: each spec asserts the shape that it expects
): Promise<{ status: number; body: any }> {
  const block = await openOperation(page, operationId);
  await block.locator('.try-out__btn').click();
  for (const [name, value] of Object.entries(parameters)) {
    await block.locator(`tr[data-param-name="${name}"] input`).fill(value);
  }
  if (body !== undefined) await block.locator('textarea.body-param__text').fill(body);
  await block.locator('.execute').click();
  const response = block.locator('.live-responses-table .response');
  const status = await response.locator('.response-col_status').textContent();
  const text = await response.locator('.highlight-code code').first().textContent();
  return { status: Number.parseInt(status ?? '', 10), body: JSON.parse(text ?? '') };
}

/** Each violation with its element. */
async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { passes, violations } = await page.evaluate<AxeResults>(`axe.run(${ONLY_VIOLATIONS})`);
  expect(passes.map(({ id }) => id)).toContain('color-contrast');
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
