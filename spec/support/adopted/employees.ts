/** A personnel file: shortened column names, and keys that begin with the key of an employee. */
export const EMPLOYEES: readonly string[] = [
  `CREATE TABLE employees (emp_no INT NOT NULL PRIMARY KEY, last_name VARCHAR(16) NOT NULL, hire_date DATE NOT NULL)`,
  'CREATE TABLE departments (dept_no CHAR(4) NOT NULL PRIMARY KEY, dept_name VARCHAR(40) NOT NULL, UNIQUE (dept_name))',
  `CREATE TABLE badges (emp_no INT NOT NULL PRIMARY KEY, label VARCHAR(20) NOT NULL,
    FOREIGN KEY (emp_no) REFERENCES employees (emp_no))`,
  `CREATE TABLE dept_emp (emp_no INT NOT NULL, dept_no CHAR(4) NOT NULL, from_date DATE NOT NULL, PRIMARY KEY (emp_no, dept_no),
    FOREIGN KEY (emp_no) REFERENCES employees (emp_no) ON DELETE CASCADE,
    FOREIGN KEY (dept_no) REFERENCES departments (dept_no) ON DELETE CASCADE)`,
  `CREATE TABLE dept_manager (emp_no INT NOT NULL, dept_no CHAR(4) NOT NULL, from_date DATE NOT NULL, PRIMARY KEY (emp_no, dept_no),
    FOREIGN KEY (emp_no) REFERENCES employees (emp_no) ON DELETE CASCADE,
    FOREIGN KEY (dept_no) REFERENCES departments (dept_no) ON DELETE CASCADE)`,
  "INSERT INTO employees VALUES (10001, 'Facello', '1986-06-26'), (10002, 'Simmel', '1985-11-21')",
  "INSERT INTO departments VALUES ('d005', 'Development'), ('d007', 'Sales')",
  "INSERT INTO badges VALUES (10001, 'blue')",
  "INSERT INTO dept_emp VALUES (10001, 'd005', '1986-06-26'), (10002, 'd007', '1996-08-03')",
  "INSERT INTO dept_manager VALUES (10002, 'd007', '1997-01-01')",
];
