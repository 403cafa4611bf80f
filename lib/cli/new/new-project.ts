/** A project to create. */
export interface NewProject {
  /** The name of the package. */
  readonly name: string;
  /** The name of the application, in snake_case. */
  readonly applicationName: string;
  /** The class of the application: `ShopApplication`. */
  readonly className: string;
  /** The file of the class, without an extension: `shop-application`. */
  readonly fileName: string;
  /** The configuration file of the application: `shop.yml`. */
  readonly configurationFile: string;
  readonly isEsm: boolean;
  readonly database: NewDatabase;
  /** The dependency on this package in package.json: a version range or a file. */
  readonly packageRange: string;
  /** The folder with the copy of the tarball, if there is one. */
  readonly packageFolder?: string;
}

/** The database of a project to create. */
export interface NewDatabase {
  readonly kind: 'sqlite' | 'mariadb';
  /** Without a password, since it is committed. */
  readonly url: string;
  /** With the password, if there is one; for `.env`. */
  readonly secretUrl?: string;
  /** The password of the server that compose.yaml starts. */
  readonly composePassword: string;
}

/** The import specifier of a module of the project; ES modules need the extension. */
export function imported(path: string, { isEsm }: Pick<NewProject, 'isEsm'>): string {
  return isEsm ? `${path}.js` : path;
}
