import { LoginThrottle } from '../../lib/security/passwords/login-throttle';

const wrong = async () => undefined;

describe('LoginThrottle', () => {
  it('counts all addresses of an IPv6 network as one', async () => {
    const throttle = new LoginThrottle();
    for (let host = 1; host <= 10; host++) await throttle.attempt(`2001:db8::${host}`, 'admin', wrong);

    await expect(throttle.attempt('2001:db8:0:0:ffff::1', 'admin', wrong)).rejects.toThrow('Too many wrong passwords');
    await expect(throttle.attempt('2001:db8:0:1::1', 'admin', wrong)).resolves.toBeUndefined();
  });

  it('counts IPv4 addresses one by one', async () => {
    const throttle = new LoginThrottle();
    for (let attempt = 0; attempt < 10; attempt++) await throttle.attempt('10.0.0.1', 'admin', wrong);

    await expect(throttle.attempt('10.0.0.1', 'admin', wrong)).rejects.toThrow('Too many wrong passwords');
    await expect(throttle.attempt('10.0.0.2', 'admin', wrong)).resolves.toBeUndefined();
  });
});
