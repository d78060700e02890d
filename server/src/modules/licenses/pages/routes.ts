import { keyLinks, keyPages } from '@trellis/contract/key-pages'
import type { FastifyRequest } from 'fastify'
import type { Reader } from '../../../platform/database/tx.ts'
import { clientOf } from '../../../platform/http/client.ts'
import { routes } from '../../../platform/http/routes.ts'
import { found, Refusal } from '../../../platform/refusal.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import type { Allowance, Throttle } from '../../../platform/throttle.ts'
import { type BrandMeans, findBrand } from '../../mail/index.ts'
import { selfRelease } from '../self-release.ts'
import { askForRenewal, dismissAsk } from './ask.ts'
import { findLink, makePage, withdrawPage } from './links.ts'
import { findSheet } from './pdf/find-sheet.ts'
import { printSheet } from './pdf/print-sheet.ts'
import { findPage, findSeatOfPage } from './read-page.ts'

/**
 * Links that lead nowhere which one client may try. Each call is counted before its outcome is known, and taken back when
 * there is a page: people of one office share an address, and reload.
 */
const codes: Allowance = { free: 20, seconds: 60, longest: 900, memory: 900 }

/** How often a renewal of one key may be asked for anew after it was put away. */
const asks: Allowance = { free: 5, seconds: 3600, longest: 86_400, memory: 86_400 }

export interface PagesMeans {
  throttle: Throttle
  secrets: Secrets
  config: BrandMeans
}

export function pagesRoutes({ throttle, secrets, config }: PagesMeans) {
  async function pageOf(tx: Reader, request: FastifyRequest, code: string) {
    const key = `key pages:${clientOf(request)}`
    await throttle.take(key, codes)
    const page = await findPage(tx, code)
    if (page === undefined) throw new Refusal('RQ404')
    await throttle.forgive(key, codes)
    return page
  }
  const addressOf = async (tx: Reader) => (await findBrand(tx, config)).address

  return [
    ...routes('keyLinks', keyLinks, {
      async read({ tx, actor, params }) {
        return found(await findLink(tx, { ...params, actor, secrets, address: await addressOf(tx) }))
      },
      async make({ tx, actor, params }) {
        return makePage(tx, { ...params, actor, secrets, address: await addressOf(tx) })
      },
      async withdraw({ tx, actor, params }) {
        await withdrawPage(tx, actor, params.serialKey)
        return undefined
      },
      async sheet({ read, actor, params, body }) {
        const brand = await findBrand(read, config)
        const { url } = found(await findLink(read, { ...params, actor, secrets, address: brand.address }))
        const sheet = found(await findSheet(read, params.serialKey))
        const language = (body.languageCode ?? actor.languageCode) === 'it' ? 'it' : 'en'
        const file = await printSheet(actor.tenantId, { sheet, brand, url, language })
        return { fileName: `${sheet.serialKey}.pdf`, base64: Buffer.from(file).toString('base64') }
      },
      async dismiss({ tx, actor, params }) {
        await dismissAsk(tx, actor, params.serialKey)
        return undefined
      },
    }),

    ...routes('keyPages', keyPages, {
      async read({ tx, request, params }) {
        return (await pageOf(tx, request, params.code)).page
      },
      async release({ tx, request, params }) {
        const page = await pageOf(tx, request, params.code)
        const licenseSeatId = await findSeatOfPage(tx, params.code, page, params.seatId)
        // A seat that was freed meanwhile is not on the page any more: the page as it is now says so.
        if (licenseSeatId !== undefined)
          await selfRelease(tx, { licenseId: page.facts.licenseId, licenseSeatId, by: 'page' })
        return found(await findPage(tx, params.code)).page
      },
      async ask({ tx, request, params, body }) {
        const page = await pageOf(tx, request, params.code)
        if (page.page.renewal.askedDate !== null) return page.page
        await throttle.take(`key asks:${page.facts.licenseId}`, asks)
        await askForRenewal(tx, page, body)
        return found(await findPage(tx, params.code)).page
      },
    }),
  ]
}
