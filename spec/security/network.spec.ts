import { isLoopback, networkOf } from '../../lib/security/network';

describe('networkOf', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.1'],
  ])('keeps the IPv4 address %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:db8:1:2::', '2001:db8:1:2'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
  ])('returns the /64 of the IPv6 address %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('isLoopback()', () => {
  it.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.1.2.3', '::1', '[::1]'])('is true for %s', (host) => {
    expect(isLoopback(host)).toBe(true);
  });

  it.each(['example.com', 'localhost.example.com', '127.0.0.1.example.com', '128.0.0.1', '::2', '0.0.0.0', ''])(
    'is false for %j',
    (host) => {
      expect(isLoopback(host)).toBe(false);
    },
  );
});
