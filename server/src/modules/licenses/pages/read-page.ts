import { leaseDays } from '@trellis/contract/durations'
import { type KeyPage, maximumPageSeats } from '@trellis/contract/key-pages'
import { sql } from '../../../platform/database/sql.ts'
import type { Reader } from '../../../platform/database/tx.ts'
import { findPrices, listRenewingProducts } from '../renewals/queries.ts'
import { dueOf, type Ends, whyNotRenew } from '../renewals/rules.ts'
import { whyNotSelfRelease } from '../rules.ts'
import { seatsOfKey } from '../self-release.ts'
import { codeHash } from './links.ts'

interface Facts extends Ends {
  licenseId: string
  productId: string
  productName: string
  ownerId: string
  sellerName: string | null
  isRoot: boolean
  isClosed: boolean
  isStarted: boolean
  isTrial: boolean
  isUpgradeRight: boolean
  /** The ends that hold: those of the base key, for an upgrade key. */
  heldUntil: Date | null
  maintainedUntil: Date | null
  seats: number
  seatsOccupied: number
  askedDate: string | null
  now: Date
}

export interface FoundPage {
  facts: Facts
  page: KeyPage
}

/** Links are typed by nobody, but some programs change their letters. */
const codeOf = (typed: string) => typed.trim().toLowerCase()

/** The license of a code, in the tenant of the call: an unknown, a withdrawn and a foreign code are missing by the same statement. */
const findFacts = (tx: Reader, code: string) =>
  tx.row<Facts>(sql`
    select l.license_id as "licenseId", l.product_id as "productId", p.name as "productName",
           l.owner_id as "ownerId", s.name as "sellerName", a.parent_id is null as "isRoot",
           a.deleted_at is not null as "isClosed", l.activated_at is not null as "isStarted", p.is_trial as "isTrial",
           p.is_upgrade_right or u.license_id is not null as "isUpgradeRight",
           l.expires_at as "expiresAt", l.maintenance_expires_at as "maintenanceExpiresAt",
           l.license_is_perpetual as "licenseIsPerpetual", l.maintenance_is_perpetual as "maintenanceIsPerpetual",
           case when u.license_id is null then l.expires_at else e.expires_at end as "heldUntil",
           case when u.license_id is null then l.maintenance_expires_at else e.maintenance_expires_at end as "maintainedUntil",
           l.seats, l.seats_occupied as "seatsOccupied", iso(k.asked_at) as "askedDate", clock() as now
    from license_pages g
    join licenses l on l.tenant_id = g.tenant_id and l.license_id = g.license_id
    join offered.product_publications b on b.tenant_id = l.tenant_id and b.product_id = l.product_id
    join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
    join offered.accounts a on a.tenant_id = l.tenant_id and a.account_id = l.owner_id
    left join offered.accounts s on s.tenant_id = a.tenant_id and s.account_id = a.parent_id
    left join license_upgrades u on u.tenant_id = l.tenant_id and u.license_id = l.license_id
    left join licenses e on e.tenant_id = u.tenant_id and e.license_id = u.term_license_id
    left join license_asks k on k.tenant_id = l.tenant_id and k.license_id = l.license_id
    where g.tenant_id = (select current_tenant()) and g.code_hash = ${codeHash(tx, code)}`)

/** The name of a seat on the page of this code: the id of the seat itself would name it elsewhere too. */
const seatName = (tx: Reader, code: string, licenseSeatId: string) =>
  tx.keyed('key page seat', `${code} ${licenseSeatId}`).toString('hex').slice(0, 32)

/** The seat that a page of this code names so; undefined for a name of another page, and for a device that holds none any more. */
export async function findSeatOfPage(tx: Reader, typed: string, { facts }: FoundPage, seatId: string) {
  const { seats } = await seatsOfKey(tx, facts.licenseId)
  const code = codeOf(typed)
  return seats.find(({ licenseSeatId }) => seatName(tx, code, licenseSeatId) === seatId)?.licenseSeatId
}

/** Why no renewal can be asked for, or null (rules K35). */
async function whyNotAsk(tx: Reader, facts: Facts): Promise<KeyPage['renewal']['reason']> {
  if (facts.isClosed) return 'account'
  const reason = whyNotRenew(facts, dueOf(facts))
  if (reason !== null) return reason
  const [renewing] = (await listRenewingProducts(tx, [facts.productId])).filter(
    ({ ofPerpetual }) => ofPerpetual === facts.licenseIsPerpetual,
  )
  if (renewing === undefined) return 'no_product'
  if (facts.isRoot) return null
  const prices = await findPrices(tx, [facts.ownerId], [renewing.renewalProductId])
  return prices.size === 0 ? 'not_for_sale' : null
}

/** The page of a code; undefined for one that opens nothing (rules K34). */
export async function findPage(tx: Reader, typed: string): Promise<FoundPage | undefined> {
  const code = codeOf(typed)
  const facts = await findFacts(tx, code)
  if (facts === undefined) return undefined
  const [{ seats, selfReleases }, reason] = [await seatsOfKey(tx, facts.licenseId), await whyNotAsk(tx, facts)]
  const { heldUntil, maintainedUntil, isStarted, now } = facts
  const hasEnded = heldUntil !== null && heldUntil <= now
  return {
    facts,
    page: {
      productName: facts.productName,
      state: hasEnded ? 'ended' : isStarted ? 'valid' : 'not_started',
      expirationDate: heldUntil?.toISOString() ?? null,
      maintenanceExpirationDate: maintainedUntil?.toISOString() ?? null,
      isTrial: facts.isTrial,
      sellerName: facts.sellerName,
      seats: facts.seats,
      seatsOccupied: facts.seatsOccupied,
      devices: seats.slice(0, maximumPageSeats).map(({ licenseSeatId, deviceName, lastContact, suspended }) => ({
        seatId: seatName(tx, code, licenseSeatId),
        deviceName,
        lastContact,
        releasable: whyNotSelfRelease({ suspended }, selfReleases) === null,
      })),
      releases: selfReleases.allowed === 0 ? null : selfReleases,
      leaseDays,
      renewal: { askedDate: facts.askedDate, reason },
    },
  }
}
