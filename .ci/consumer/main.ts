import { AggregateRoot, Application, BaseDomain } from 'koaggregate';
import { Container } from 'koaggregate/core';
import { startTestApplication } from 'koaggregate/testing';
import { Column, Table } from 'sequelize-typescript';

@AggregateRoot
@Table
class Order extends BaseDomain {
  @Column declare status: string;
}

class OrdersApplication extends Application {}

const db = { url: 'sqlite::memory:', providerProperties: { 'hbm2ddl.auto': 'create' } };
const application = new OrdersApplication({ domain: [Order], configuration: { name: 'orders', db } });
const container = new Container({
  applications: [application],
  configuration: { server: { connectors: [{ port: 0, scheme: 'http' }] } },
});

async function main(): Promise<void> {
  await container.start();
  try {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ status: 'open' });
    const created = await fetch(`${container.addresses[0]}/orders`, { method: 'POST', headers, body });
    const text = await created.text();
    if (created.status !== 201 || !text.includes('"status":"open"')) throw new Error(`${created.status} ${text}`);
    console.log(`${typeof require === 'function' ? 'CommonJS' : 'ESM'}: POST /orders returned 201 ${text}`);
  } finally {
    await container.stop();
  }
  await tryTestingKit();
}

async function tryTestingKit(): Promise<void> {
  const orders = await startTestApplication(OrdersApplication, { domain: [Order], configuration: { name: 'orders' } });
  try {
    await orders.begin();
    const { status, text } = await orders.request.post('/orders', orders.payload(Order, { status: 'open' }));
    await orders.rollback();
    const left = await orders.request.get('/orders');
    if (status !== 201 || left.text !== '[]') throw new Error(`${status} ${text}, then ${left.text}`);
    console.log(`The testing kit: POST /orders returned 201 and was rolled back`);
  } finally {
    await orders.stop();
  }
}

void main();
