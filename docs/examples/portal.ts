// What the examples have in common: the portal, with the API key of the environment (PORTAL, TENANT, KEY). `@trellis/client` is in the
// files of a release: npm install ./trellis-client-….tgz
import { openPortal } from '@trellis/client'

const { PORTAL, TENANT, KEY } = process.env
if (!PORTAL || !TENANT || !KEY) throw new Error('PORTAL, TENANT and KEY are needed')

/** Waits minutes for the portal, or the way to it, before a call fails. */
export const portal = openPortal({ portalUrl: PORTAL, tenantCode: TENANT, token: KEY, retries: 20 })
