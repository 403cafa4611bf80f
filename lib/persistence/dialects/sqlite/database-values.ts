/** The triggers, generated columns and defaults of a SQLite database, without the triggers of full-text indexes. */
export const VALUES_OF_SQLITE = `SELECT 'trigger' AS kind, tbl_name AS "table", NULL AS "column"
FROM sqlite_master WHERE type = 'trigger'
AND NOT EXISTS (SELECT 1 FROM sqlite_master words WHERE words.type = 'table' AND words.name LIKE '%full_text'
AND sqlite_master.name IN (words.name || '_insert', words.name || '_update', words.name || '_delete'))
UNION ALL
SELECT CASE WHEN c.hidden > 0 THEN 'column' ELSE 'default' END, t.name, c.name
FROM sqlite_master t, pragma_table_xinfo(t.name) c
WHERE t.type = 'table' AND t.sql NOT LIKE 'CREATE VIRTUAL%'
AND (c.hidden > 0 OR (c.dflt_value IS NOT NULL AND UPPER(c.dflt_value) <> 'NULL'))`;
