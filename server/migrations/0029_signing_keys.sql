-- The keys that sign leases, sealed with SECRET_KEY: a process that reaches the database needs no shared folder, and
-- neither a dump nor a backup holds a private key in the clear.
create table signing_keys (
  -- Thumbprint of the public key (RFC 7638), as leases name it.
  kid text primary key,
  -- PKCS #8 PEM, sealed. The public key is made from it, so that whoever can write this table can add no key of theirs.
  private_key_sealed bytea not null,
  created_at timestamptz not null default now()
);

-- One row, sealed with SECRET_KEY: tells whether a process has the key that everything else was sealed with.
create table secret_key_check (
  only_row boolean primary key default true check (only_row),
  sealed bytea not null
);
