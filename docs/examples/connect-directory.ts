// Connects the portal to your company's directory as connection.json says, and switches it on once its domains are proved:
//   PORTAL=… TENANT=… KEY=<access token of a super admin> npx tsx connect-directory.ts connection.json
// Run it again after each change of the file or of the DNS records; what is there already stays as it is.
import { readFileSync } from 'node:fs'
import type { Connection } from '@trellis/client'
import { portal } from './portal.ts'

const [file = 'connection.json'] = process.argv.slice(2)
const wanted = JSON.parse(readFileSync(file, 'utf8'))

const connections = await portal.call('GET /tenants/current/connections')
const before = connections.find(({ name }) => name === wanted.name)
const save = (connection: Connection | undefined, isEnabled: boolean): Promise<Connection> => {
  const body = { ...wanted, isEnabled }
  if (!connection) return portal.call('POST /tenants/current/connections', { body })
  const params = { connectionId: connection.connectionId }
  return portal.call('PUT /tenants/current/connections/{connectionId}', { params, body })
}

const { connectionId, redirectUris } = await save(before, before?.isEnabled ?? false)
const checked = await portal.call('POST /tenants/current/connections/{connectionId}/domains/check', {
  params: { connectionId },
})
for (const address of redirectUris) console.log(`Redirect address in the directory: ${address}`)
const missing = checked.domains.filter(({ proved }) => !proved)
for (const { record } of missing) console.log(`Set the TXT record ${record.name} to ${record.value}`)
if (missing.length === 0) {
  await save(checked, true)
  console.log(`Sign in at ${process.env.PORTAL}/api/v1/auth/oidc/start?connection=${connectionId}`)
}
process.exitCode = missing.length === 0 ? 0 : 1
