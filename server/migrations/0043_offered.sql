-- Views that a column offers to the others (server/schema, server/src/owners.ts). The application reads them; what it
-- writes are tables, each column its own.
create schema offered;
