const AUDIT = 'last_update TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP';

/** A film rental: a store whose manager belongs to its staff, and the same audit column in each table. */
export const FILM_RENTAL: readonly string[] = [
  'SET FOREIGN_KEY_CHECKS = 0',
  `CREATE TABLE language (language_id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, name CHAR(20) NOT NULL, ${AUDIT})`,
  `CREATE TABLE film (film_id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, title VARCHAR(128) NOT NULL,
    language_id INT NOT NULL, original_language_id INT NULL, rental_rate DECIMAL(4,2) NOT NULL DEFAULT 4.99, ${AUDIT},
    FOREIGN KEY (language_id) REFERENCES language (language_id),
    FOREIGN KEY (original_language_id) REFERENCES language (language_id))`,
  'CREATE INDEX idx_title ON film (title)',
  `CREATE TABLE actor (actor_id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, last_name VARCHAR(45) NOT NULL, ${AUDIT})`,
  `CREATE TABLE film_actor (actor_id INT NOT NULL, film_id INT NOT NULL, ${AUDIT}, PRIMARY KEY (actor_id, film_id),
    FOREIGN KEY (actor_id) REFERENCES actor (actor_id), FOREIGN KEY (film_id) REFERENCES film (film_id))`,
  `CREATE TABLE store (store_id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, manager_staff_id INT NULL, ${AUDIT},
    UNIQUE (manager_staff_id), FOREIGN KEY (manager_staff_id) REFERENCES staff (staff_id))`,
  `CREATE TABLE staff (staff_id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, first_name VARCHAR(45) NOT NULL,
    store_id INT NOT NULL, username VARCHAR(16) NOT NULL, password VARCHAR(40) NULL, ${AUDIT},
    FOREIGN KEY (store_id) REFERENCES store (store_id))`,
  "INSERT INTO language (language_id, name) VALUES (1, 'English'), (2, 'Italian')",
  "INSERT INTO film (title, language_id, original_language_id) VALUES ('ACADEMY DINOSAUR', 1, NULL), ('AMELIA HELLFIGHTERS', 1, 2)",
  "INSERT INTO actor (last_name) VALUES ('GUINESS')",
  'INSERT INTO film_actor (actor_id, film_id) VALUES (1, 2)',
  'INSERT INTO store (store_id, manager_staff_id) VALUES (1, NULL)',
  "INSERT INTO staff (staff_id, first_name, store_id, username, password) VALUES (1, 'Mike', 1, 'mike', '8cb2237d')",
  'UPDATE store SET manager_staff_id = 1',
];
