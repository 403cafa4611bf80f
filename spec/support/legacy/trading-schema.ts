import type { Dialect } from '../test-database';

/**
 * The legacy database of a trading company: two dozen tables with inconsistent conventions.
 * Written for MariaDB; the variant for SQLite replaces ENUM and AUTO_INCREMENT.
 */
export function tradingSchema(dialect: Dialect): string[] {
  const triggers = dialect === 'sqlite' ? SQLITE_TRIGGER : MARIADB_TRIGGER;
  const tables = dialect === 'sqlite' ? TABLES.map(forSqlite) : TABLES;
  return [...tables, triggers, ...ROWS];
}

function forSqlite(statement: string): string {
  return statement
    .replace(/ (?:BIG)?INT(?: UNSIGNED)? NOT NULL AUTO_INCREMENT/g, ' INTEGER PRIMARY KEY AUTOINCREMENT')
    .replace(
      /,\s*PRIMARY KEY \(`(?:CUST_NO|ORDER_ID|LINE_ID|ID|SUPP_NO|USER_ID|GroupId|ADDR_ID|PAY_ID|SHIP_ID|NOTE_ID)`\)/g,
      '',
    )
    .replace(/ENUM\([^)]*\)/g, 'VARCHAR(8)');
}

const TABLES = [
  'CREATE TABLE `regions` (`CODE` CHAR(2) NOT NULL, `Region Name` VARCHAR(40) NOT NULL, PRIMARY KEY (`CODE`))',
  `CREATE TABLE \`tblCustomers\` (\`CUST_NO\` INT NOT NULL AUTO_INCREMENT, \`CUST_NAME\` VARCHAR(60) NOT NULL,
    \`E-MAIL\` VARCHAR(80) NULL, \`IS_ACTIVE\` TINYINT(1) NOT NULL DEFAULT 1, \`REGION_CD\` CHAR(2) NULL,
    \`CREATED\` DATETIME NOT NULL, \`DEL_TS\` DATETIME NULL, PRIMARY KEY (\`CUST_NO\`),
    CONSTRAINT \`uq_name\` UNIQUE (\`CUST_NAME\`, \`REGION_CD\`), FOREIGN KEY (\`REGION_CD\`) REFERENCES \`regions\` (\`CODE\`))`,
  `CREATE TABLE \`addresses\` (\`ADDR_ID\` INT NOT NULL AUTO_INCREMENT, \`CUST_NO\` INT NOT NULL,
    \`KIND\` ENUM('BILL','SHIP') NOT NULL DEFAULT 'BILL', \`STREET\` VARCHAR(60) NOT NULL, \`ZIP\` VARCHAR(10) NOT NULL,
    \`COUNTRY\` CHAR(2) NOT NULL DEFAULT 'DE', \`DEL_TS\` DATETIME NULL, PRIMARY KEY (\`ADDR_ID\`),
    FOREIGN KEY (\`CUST_NO\`) REFERENCES \`tblCustomers\` (\`CUST_NO\`))`,
  `CREATE TABLE \`Cats\` (\`ID\` INT NOT NULL AUTO_INCREMENT, \`PARENT\` INT NULL, \`LABEL\` VARCHAR(30) NOT NULL,
    PRIMARY KEY (\`ID\`), UNIQUE (\`PARENT\`, \`LABEL\`), FOREIGN KEY (\`PARENT\`) REFERENCES \`Cats\` (\`ID\`))`,
  `CREATE TABLE \`ARTICLES\` (\`ART_NO\` CHAR(8) NOT NULL, \`name\` VARCHAR(50) NOT NULL, \`PRICE\` DECIMAL(10,2) NOT NULL,
    \`WEIGHT\` DOUBLE NULL, \`DISCONTINUED\` TINYINT(1) NULL, \`CAT\` INT NULL, PRIMARY KEY (\`ART_NO\`),
    FOREIGN KEY (\`CAT\`) REFERENCES \`Cats\` (\`ID\`))`,
  `CREATE TABLE \`suppliers\` (\`SUPP_NO\` INT UNSIGNED NOT NULL AUTO_INCREMENT, \`NAME\` VARCHAR(50) NOT NULL,
    \`Phone\` VARCHAR(20) NULL, PRIMARY KEY (\`SUPP_NO\`))`,
  `CREATE TABLE \`art2supp\` (\`ART\` CHAR(8) NOT NULL, \`SUPP\` INT UNSIGNED NOT NULL, \`LEAD_DAYS\` INT NOT NULL DEFAULT 7,
    \`PREF\` TINYINT(1) NOT NULL DEFAULT 0, PRIMARY KEY (\`ART\`, \`SUPP\`), FOREIGN KEY (\`ART\`) REFERENCES \`ARTICLES\` (\`ART_NO\`),
    FOREIGN KEY (\`SUPP\`) REFERENCES \`suppliers\` (\`SUPP_NO\`))`,
  `CREATE TABLE \`tblOrders\` (\`ORDER_ID\` BIGINT NOT NULL AUTO_INCREMENT, \`key\` VARCHAR(12) NOT NULL,
    \`STATUS\` ENUM('N','S','X') NOT NULL DEFAULT 'N', \`CUST_NO\` INT NOT NULL, \`order\` INT NOT NULL DEFAULT 0,
    \`desc\` TEXT NULL, \`TOTAL\` DECIMAL(12,2) NOT NULL DEFAULT 0, \`ORDERED\` DATETIME NOT NULL, \`CHANGED\` DATETIME NULL,
    \`VERSION_NO\` INT NOT NULL DEFAULT 0, PRIMARY KEY (\`ORDER_ID\`), UNIQUE (\`key\`),
    FOREIGN KEY (\`CUST_NO\`) REFERENCES \`tblCustomers\` (\`CUST_NO\`))`,
  'CREATE INDEX `ix_status` ON `tblOrders` (`STATUS`, `ORDERED`)',
  `CREATE TABLE \`tblOrderLines\` (\`LINE_ID\` BIGINT NOT NULL AUTO_INCREMENT, \`ORDER_ID\` BIGINT NOT NULL, \`POS\` SMALLINT NOT NULL,
    \`ART_NO\` CHAR(8) NOT NULL, \`QTY\` DECIMAL(9,3) NOT NULL, PRIMARY KEY (\`LINE_ID\`), UNIQUE (\`ORDER_ID\`, \`POS\`),
    FOREIGN KEY (\`ORDER_ID\`) REFERENCES \`tblOrders\` (\`ORDER_ID\`) ON DELETE CASCADE, FOREIGN KEY (\`ART_NO\`) REFERENCES \`ARTICLES\` (\`ART_NO\`))`,
  `CREATE TABLE \`invoices\` (\`INV_NO\` VARCHAR(12) NOT NULL, \`ORDER_ID\` BIGINT NOT NULL, \`ISSUED\` DATE NOT NULL,
    \`PAID\` TINYINT(1) NOT NULL DEFAULT 0, PRIMARY KEY (\`INV_NO\`), UNIQUE (\`ORDER_ID\`),
    FOREIGN KEY (\`ORDER_ID\`) REFERENCES \`tblOrders\` (\`ORDER_ID\`))`,
  `CREATE TABLE \`payments\` (\`PAY_ID\` INT NOT NULL AUTO_INCREMENT, \`INV_NO\` VARCHAR(12) NOT NULL, \`AMOUNT\` DECIMAL(12,2) NOT NULL,
    \`PAID_AT\` TIMESTAMP NULL, \`METHOD\` ENUM('CASH','CARD') NULL, PRIMARY KEY (\`PAY_ID\`),
    FOREIGN KEY (\`INV_NO\`) REFERENCES \`invoices\` (\`INV_NO\`) ON DELETE CASCADE ON UPDATE CASCADE)`,
  `CREATE TABLE \`shipments\` (\`SHIP_ID\` INT NOT NULL AUTO_INCREMENT, \`ORDER_ID\` BIGINT NULL, \`TRACKING\` VARCHAR(30) NULL,
    \`SHIPPED\` DATETIME NULL, PRIMARY KEY (\`SHIP_ID\`), UNIQUE (\`TRACKING\`),
    FOREIGN KEY (\`ORDER_ID\`) REFERENCES \`tblOrders\` (\`ORDER_ID\`) ON DELETE SET NULL)`,
  `CREATE TABLE \`shipment_lines\` (\`SHIP_ID\` INT NOT NULL, \`LINE_ID\` BIGINT NOT NULL, PRIMARY KEY (\`SHIP_ID\`, \`LINE_ID\`),
    FOREIGN KEY (\`SHIP_ID\`) REFERENCES \`shipments\` (\`SHIP_ID\`), FOREIGN KEY (\`LINE_ID\`) REFERENCES \`tblOrderLines\` (\`LINE_ID\`))`,
  'CREATE TABLE `warehouses` (`WH` CHAR(3) NOT NULL, `NAME` VARCHAR(30) NULL, PRIMARY KEY (`WH`))',
  `CREATE TABLE \`stock\` (\`WH\` CHAR(3) NOT NULL, \`ART_NO\` CHAR(8) NOT NULL, \`QTY\` INT NOT NULL, PRIMARY KEY (\`WH\`, \`ART_NO\`),
    FOREIGN KEY (\`WH\`) REFERENCES \`warehouses\` (\`WH\`), FOREIGN KEY (\`ART_NO\`) REFERENCES \`ARTICLES\` (\`ART_NO\`))`,
  `CREATE TABLE \`user\` (\`USER_ID\` INT NOT NULL AUTO_INCREMENT, \`LOGIN\` VARCHAR(20) NOT NULL, \`PWD\` CHAR(40) NULL,
    \`LAST SEEN\` DATETIME NULL, PRIMARY KEY (\`USER_ID\`), UNIQUE (\`LOGIN\`))`,
  'CREATE TABLE `group` (`GroupId` INT NOT NULL AUTO_INCREMENT, `GroupName` VARCHAR(20) NOT NULL, PRIMARY KEY (`GroupId`))',
  `CREATE TABLE \`user_group\` (\`uid\` INT NOT NULL, \`gid\` INT NOT NULL, PRIMARY KEY (\`uid\`, \`gid\`),
    FOREIGN KEY (\`uid\`) REFERENCES \`user\` (\`USER_ID\`), FOREIGN KEY (\`gid\`) REFERENCES \`group\` (\`GroupId\`))`,
  `CREATE TABLE \`notes\` (\`NOTE_ID\` INT NOT NULL AUTO_INCREMENT, \`OWNER_TYPE\` CHAR(1) NOT NULL, \`OWNER_ID\` BIGINT NOT NULL,
    \`TXT\` TEXT NOT NULL, PRIMARY KEY (\`NOTE_ID\`))`,
  'CREATE INDEX `ix_owner` ON `notes` (`OWNER_TYPE`, `OWNER_ID`)',
  'CREATE TABLE `settings` (`key` VARCHAR(40) NOT NULL, `value` TEXT NULL, PRIMARY KEY (`key`))',
  'CREATE TABLE `AUDIT LOG` (`AT` DATETIME NOT NULL, `WHAT` VARCHAR(80) NOT NULL)',
  "CREATE VIEW `v_open_orders` AS SELECT `ORDER_ID`, `key`, `TOTAL` FROM `tblOrders` WHERE `STATUS` = 'N'",
];

const MARIADB_TRIGGER =
  "CREATE TRIGGER `log_status` AFTER UPDATE ON `tblOrders` FOR EACH ROW INSERT INTO `AUDIT LOG` VALUES (NOW(), CONCAT(OLD.`STATUS`, '>', NEW.`STATUS`))";
const SQLITE_TRIGGER =
  "CREATE TRIGGER `log_status` AFTER UPDATE ON `tblOrders` BEGIN INSERT INTO `AUDIT LOG` VALUES (CURRENT_TIMESTAMP, OLD.`STATUS` || '>' || NEW.`STATUS`); END";

/** The existing rows. */
const ROWS = [
  "INSERT INTO `regions` VALUES ('NO', 'North'), ('SO', 'South')",
  "INSERT INTO `tblCustomers` (`CUST_NAME`, `E-MAIL`, `IS_ACTIVE`, `REGION_CD`, `CREATED`, `DEL_TS`) VALUES ('Ahlers', 'a@x.de', 1, 'NO', '1999-12-31 23:59:59', NULL), ('Berg', NULL, 0, NULL, '2001-02-03 04:05:06', NULL), ('Gone', NULL, 1, NULL, '2001-02-03 04:05:06', '2002-02-03 04:05:06')",
  "INSERT INTO `Cats` (`PARENT`, `LABEL`) VALUES (NULL, 'All'), (1, 'Bolts')",
  "INSERT INTO `ARTICLES` VALUES ('A0000001', 'Bolt M6', 0.10, 0.005, 0, 2), ('A2', 'Nut', 0.05, NULL, NULL, NULL)",
  "INSERT INTO `suppliers` (`NAME`, `Phone`) VALUES ('Smith & Sons', '040-1'), ('Weber', NULL)",
  "INSERT INTO `art2supp` VALUES ('A0000001', 1, 3, 1), ('A0000001', 2, 9, 0)",
  "INSERT INTO `warehouses` VALUES ('HAM', 'Hamburg')",
  "INSERT INTO `stock` VALUES ('HAM', 'A2', 7)",
  "INSERT INTO `tblOrders` (`key`, `STATUS`, `CUST_NO`, `desc`, `TOTAL`, `ORDERED`) VALUES ('O-1', 'N', 1, 'by fax', 1.20, '2010-10-10 10:10:10'), ('O-2', 'S', 2, NULL, 5, '2011-11-11 11:11:11')",
  "INSERT INTO `tblOrderLines` (`ORDER_ID`, `POS`, `ART_NO`, `QTY`) VALUES (1, 1, 'A0000001', 10.5), (1, 2, 'A2', 3)",
  "INSERT INTO `invoices` VALUES ('R/2011', 2, '2011-11-12', 1)",
  "INSERT INTO `payments` (`INV_NO`, `AMOUNT`, `PAID_AT`, `METHOD`) VALUES ('R/2011', 5, '2011-11-13 00:00:00', 'CASH')",
  "INSERT INTO `user` (`LOGIN`, `PWD`) VALUES ('root', 'x')",
  "INSERT INTO `group` (`GroupName`) VALUES ('staff')",
  'INSERT INTO `user_group` VALUES (1, 1)',
  "INSERT INTO `notes` (`OWNER_TYPE`, `OWNER_ID`, `TXT`) VALUES ('O', 1, 'call back'), ('C', 1, 'pays late')",
  "INSERT INTO `settings` VALUES ('tax', '19')",
];
