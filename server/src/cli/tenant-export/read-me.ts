import { differing, leftOut, secretTables } from './columns.ts'

const list = (entries: [string, string][]): string => entries.map(([name, why]) => `  ${name}: ${why}`).join('\n')

const columns = Object.entries(differing).flatMap(([table, each]) =>
  Object.entries(each).map(([column, { why }]): [string, string] => [`${table}.${column}`, why]),
)

/** What is in an export, for people. */
export const readMe = (name: string, code: string, { withSecrets }: { withSecrets: boolean }): string => `\
All data of the portal ${name} (${code}).

*.csv           what \`portal import --tenant CODE DIR\` reads: accounts, users, products, prices, stock, orders, keys,
                certifications and deals
settings.json   name, colour, host names, menu, links, sender, defaults, account groups and roles
logo.*          the logo, if there is one
files/          the files that users uploaded; index.csv says the name, account and note of each
records/        every table as JSON Lines, one row in each line, with the audit log: what \`portal tenant import DIR\` reads
manifest.json   from which release, how many rows and which hashes, sums to check: what \`portal check --against DIR\` reads

Not here, because nobody can use it elsewhere or it follows from the rest:
${list(Object.entries(leftOut))}
${
  withSecrets
    ? '\nSecrets are here, sealed with the passphrase (scrypt, AES-256-GCM).'
    : `
Not here, because it was exported without --with-secrets:
${list([
  ...Object.entries(secretTables),
  ['users.password_hash', 'users ask for a new password'],
  ['webhooks.secret_sealed', 'webhooks get new secrets, which their receivers need'],
  ['directory_connections.secret_sealed', 'the client secret of each directory is entered anew'],
])}`
}

The same after a move, but for these columns:
${list(columns)}

Further accounts of a person: users.csv has each address once; records/users.jsonl names them, and they are offered again.
`
