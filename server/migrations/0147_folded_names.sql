-- Searches compare a part of a name or code with every account or user. Folding each text at each search took nearly all of their time.
alter table accounts
  add column code_folded text not null generated always as (fold(code)) stored;
alter table users
  add column first_name_folded text not null generated always as (fold(first_name)) stored,
  add column last_name_folded text not null generated always as (fold(last_name)) stored,
  add column email_folded text not null generated always as (fold(email::text)) stored;
-- What a search for anything compares of an address.
alter table addresses
  add column searched_folded text not null generated always as (fold(vat_id || ' ' || legal_name || ' ' || city)) stored;
