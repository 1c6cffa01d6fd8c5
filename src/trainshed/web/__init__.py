"""The site: tables in the browser, kept in a database, with bots that move on their own."""
