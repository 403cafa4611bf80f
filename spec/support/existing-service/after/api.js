const { Application, describeModel } = require('koaggregate');
const { Secure } = require('koaggregate/security');
const { url } = require('./database');
const { Entry, Part, Ticket } = require('./models');

describeModel(Ticket, {
  root: true,
  key: 'ticketNo',
  searchable: ['ticketNo', 'state', 'dueOn'],
  readOnly: ['state', 'ownerId'],
  exclude: ['owner'],
  collections: { parts: { embed: true }, entries: { create: false, update: false, delete: false } },
  actions: { close: { parameters: [String] } },
  decorators: [Secure({ permissions: ['tickets'] })],
});
describeModel(Part, { searchable: ['name'], exclude: ['ticket'] });
describeModel(Entry);

/** The user whom the middleware of the service has found. */
const userOfTheService = {
  challenge: 'Session',
  usesCookies: true,
  authenticate({ attributes }) {
    const user = attributes.get('user');
    return user && { name: user.login, roles: [user.role] };
  },
};

class RepairsApplication extends Application {
  constructor() {
    super({
      domain: [Ticket, Part, Entry],
      moduleRoot: __dirname,
      authenticators: [userOfTheService],
      configuration: { name: 'repairs', db: { url }, security: { roles: { staff: ['tickets'] } } },
    });
  }
}

exports.repairs = new RepairsApplication();
