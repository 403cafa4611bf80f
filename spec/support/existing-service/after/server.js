const { repairs } = require('./api');
const createApp = require('./app');

async function serve(port) {
  await repairs.start();
  const server = createApp().listen(port, '127.0.0.1');
  return {
    server,
    stop: async () => {
      await new Promise((closed) => server.close(closed));
      await repairs.stop();
    },
  };
}

module.exports = serve;
if (require.main === module) serve(Number(process.env.PORT ?? 3000));
