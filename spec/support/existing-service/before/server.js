const createApp = require('./app');

async function serve(port) {
  const server = createApp().listen(port, '127.0.0.1');
  return { server, stop: () => new Promise((closed) => server.close(closed)) };
}

module.exports = serve;
if (require.main === module) serve(Number(process.env.PORT ?? 3000));
