-- The words of trades are written from their file. The next start writes them, though a file of the site's own has not changed.
UPDATE reference_files SET hash = '' WHERE name = 'content/trades.yaml content/synonyms.yaml';
