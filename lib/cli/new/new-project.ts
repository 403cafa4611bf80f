/** A project that is to be written. */
export interface NewProject {
  /** Of the package. */
  readonly name: string;
  /** In snake_case, as an application is called. */
  readonly applicationName: string;
  /** `ShopApplication` */
  readonly className: string;
  /** `shop-application`, without an extension. */
  readonly fileName: string;
  /** `shop.yml` */
  readonly configurationFile: string;
  readonly isEsm: boolean;
  readonly database: ProjectDatabase;
  /** What package.json says of this package: a range of versions, or a file. */
  readonly packageRange: string;
  /** The folder of a tarball that the project has a copy of. */
  readonly packageFolder?: string;
}

export interface ProjectDatabase {
  readonly kind: 'sqlite' | 'mariadb';
  /** Without a password: it stands in files that git keeps. */
  readonly url: string;
  /** With the password, if there is one: for the environment. */
  readonly secretUrl?: string;
  /** Of the server that compose.yaml starts. */
  readonly composePassword: string;
}

/** How a module of the project is imported by another: an ES module with the extension that it is compiled to. */
export function imported(path: string, { isEsm }: Pick<NewProject, 'isEsm'>): string {
  return isEsm ? `${path}.js` : path;
}
