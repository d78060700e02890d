import { mailsOnPage, sandbox } from '@trellis/contract/sandbox'
import type { Reader } from '../../platform/database/tx.ts'
import { routes } from '../../platform/http/routes.ts'
import { found, Refusal } from '../../platform/refusal.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { type BrandMeans, readKeptMail, readKeptMails } from '../mail/index.ts'
import { isInSandbox } from '../tenants/index.ts'
import { mustAdminister } from './rules.ts'
import { advanceClock, readClock } from './sandbox-clock.ts'

export interface SandboxMeans {
  secrets: Secrets
  config: BrandMeans
}

/** What the super admins of a sandbox see of it (rules G30). */
export function sandboxRoutes(means: SandboxMeans) {
  async function mustBeSandbox(tx: Reader, actor: Actor): Promise<void> {
    mustAdminister(actor)
    if (!(await isInSandbox(tx))) throw new Refusal('RQ404')
  }
  return routes('sandbox', sandbox, {
    async clock({ tx, actor }) {
      await mustBeSandbox(tx, actor)
      return readClock(tx)
    },
    async moveClock({ tx, actor, tenant, body }) {
      await mustBeSandbox(tx, actor)
      return advanceClock(tx, tenant, body.date)
    },
    async mails({ tx, actor, query }) {
      await mustBeSandbox(tx, actor)
      return readKeptMails(tx, means, query, mailsOnPage)
    },
    async mail({ tx, actor, params }) {
      await mustBeSandbox(tx, actor)
      return found(await readKeptMail(tx, means, params.id))
    },
  })
}
