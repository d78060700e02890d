-- Functions, triggers and views live in server/schema from here on. Which text of each file the database has.
create table schema_texts (
  name text primary key,
  checksum text not null,
  applied_at timestamptz not null default now()
);
