/** Countries, cities and languages: a natural key that other columns refer to by name, and a composite key. */
export const WORLD: readonly string[] = [
  'CREATE TABLE country (Code CHAR(3) NOT NULL PRIMARY KEY, Name VARCHAR(52) NOT NULL)',
  `CREATE TABLE city (ID INT NOT NULL AUTO_INCREMENT PRIMARY KEY, Name VARCHAR(35) NOT NULL, CountryCode CHAR(3) NOT NULL,
    FOREIGN KEY (CountryCode) REFERENCES country (Code))`,
  "INSERT INTO country VALUES ('NLD', 'Netherlands'), ('AFG', 'Afghanistan')",
  "INSERT INTO city (Name, CountryCode) VALUES ('Kabul', 'AFG'), ('Amsterdam', 'NLD'), ('Rotterdam', 'NLD')",
];
