// Keeps the deals of a partner and the opportunities of its CRM equal: see README.md beside this file.
//   PORTAL=… TENANT=… KEY=… ACCOUNT=… CRM_URL=… CRM_TOKEN=… npx tsx adapter.ts state.json [--once]
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { type Deal, isRefusal } from '@trellis/client'
import { portal as client } from '../portal.ts'
import * as crm from './crm.ts'
import type { Properties, Shared } from './mapping.ts'
import * as mapping from './mapping.ts'

const { ACCOUNT = '' } = process.env
const [file = 'state.json', ...options] = process.argv.slice(2)

interface Link {
  crmId: string
  /** What both had when they were last equal: whoever differs from it has changed since. */
  base: Shared
}
interface State {
  /** The place in the portal's feed, and the moment up to which the CRM was asked. */
  after: string
  since: string
  /** By the deal's id. */
  links: Record<string, Link>
}

function readState(): State {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { after: '0', since: new Date(0).toISOString(), links: {} }
  }
}

/** All of it or nothing, whatever happens meanwhile. */
function save() {
  writeFileSync(`${file}.new`, JSON.stringify(state))
  renameSync(`${file}.new`, file)
}

const state = readState()
const readDeal = (id: string) => client.send('GET /deals/{id}', { params: { id } })
const names = Object.keys(mapping.winner) as (keyof Shared)[]

/** The fields that differ, as they are in the first. */
function difference(one: Properties, other: Properties): Properties
function difference(one: Shared, other: Shared): Partial<Shared>
function difference(one: object, other: object): object {
  const others = new Map(Object.entries(other))
  return Object.fromEntries(Object.entries(one).filter(([name, value]) => value !== others.get(name)))
}

/** Each field from who has changed it since both were equal; if both have, from the winner. */
function merge(base: Shared, portal: Shared, other: Shared): Shared {
  const chosen = names.map((name) => {
    const isPortals = portal[name] !== base[name]
    const isCrms = other[name] !== base[name]
    const fromCrm = isCrms && (!isPortals || mapping.winner[name] === 'crm')
    return [name, (fromCrm ? other : portal)[name]]
  })
  return Object.fromEntries(chosen) as unknown as Shared
}

/** Makes both equal. Nothing is written where nothing differs, so what one side is told comes back as no change. */
async function settle(dealId: string, link: Link): Promise<void> {
  const [{ body: deal, etag }, opportunity] = [await readDeal(dealId), await crm.read(link.crmId)]
  const portal = mapping.fromDeal(deal)
  const other = mapping.fromOpportunity(opportunity.properties)
  let agreed = merge(link.base, portal, other)
  let now = deal
  let complaint: string | null = null
  const forPortal = difference(agreed, portal)
  if (Object.keys(forPortal).length > 0) {
    try {
      now = await client.call('PUT /deals/{id}', {
        params: { id: dealId },
        body: mapping.toDeal(forPortal),
        ifMatch: etag ?? undefined,
      })
      // As the portal keeps it, which may shorten or round.
      agreed = mapping.fromDeal(now)
    } catch (error) {
      // A person was first: look at what it is now.
      if (isRefusal(error, 'RQ412')) return settle(dealId, link)
      if (!isRefusal(error)) throw error
      // What the portal refuses is said in the CRM and set back there.
      complaint = said(error)
      agreed = portal
    }
  }
  const isCrmChanged = names.some((name) => other[name] !== link.base[name])
  const toldOfIt: Properties = complaint !== null || isCrmChanged ? { portal_error: complaint } : {}
  const forCrm: Properties = {
    ...mapping.toOpportunity(difference(agreed, other)),
    ...difference({ ...mapping.told(now), ...toldOfIt }, opportunity.properties),
  }
  if (Object.keys(forCrm).length > 0) await crm.update(link.crmId, forCrm)
  link.base = agreed
  save()
}

/** What stands in the CRM for a person. */
const said = (error: unknown): string =>
  isRefusal(error) ? `${error.code}: ${error.message}` : (error as Error).message

async function register(opportunity: crm.Opportunity): Promise<void> {
  const { id, properties } = opportunity
  try {
    const products = await client.call('GET /deals/products', { query: { parentAccountId: ACCOUNT } })
    const product = products.find(({ sku }) => sku === properties.portal_sku)
    if (!product) throw new Error(`There is no product ${properties.portal_sku}`)
    const draft = mapping.newDeal(properties, product.productId, ACCOUNT)
    // Sent again after a broken connection or an end of this program, it is the same deal.
    const made = await client.call('POST /deals', { body: draft, idempotencyKey: `opportunity ${id}` })
    const { body: deal } = await readDeal(made.id)
    await link(deal, id)
  } catch (error) {
    const words = said(error)
    if (words !== properties.portal_error) await crm.update(id, { portal_error: words })
  }
}

async function link(deal: Deal, crmId: string): Promise<void> {
  const own = { crmId, base: mapping.fromDeal(deal) }
  state.links[deal.dealId] = own
  save()
  await settle(deal.dealId, own)
}

/** What was changed in the CRM; first, so that a deal that was registered from there is known when the feed tells of it. */
async function fromCrm(): Promise<void> {
  let since = state.since
  for await (const opportunity of crm.changedSince(state.since)) {
    const { id, properties, updatedAt } = opportunity
    const [dealId, known] = Object.entries(state.links).find(([, one]) => one.crmId === id) ?? []
    if (dealId && known) await settle(dealId, known)
    else if (!properties.portal_deal_id && mapping.isForPortal(properties)) await register(opportunity)
    since = updatedAt
  }
  state.since = since
  save()
}

/** What was changed in the portal. */
async function fromPortal(): Promise<void> {
  for (;;) {
    const { items, next } = await client.call('GET /events', { query: { entity: 'deal', after: state.after } })
    const told = items.flatMap(({ data }) => (data === null ? [] : [data as Deal]))
    const deals = new Map(told.map((deal) => [deal.dealId, deal]))
    for (const deal of deals.values()) {
      if (deal.vendor.accountId !== ACCOUNT) continue
      const known = state.links[deal.dealId]
      if (known) await settle(deal.dealId, known)
      else {
        // It may be there since a try that was not finished.
        const there = (await crm.ofDeal(deal.dealId)) ?? (await crm.create(mapping.newOpportunity(deal)))
        await link(deal, there.id)
      }
    }
    const isEnd = next === state.after
    state.after = next
    save()
    if (isEnd) return
  }
}

for (;;) {
  await fromCrm()
  await fromPortal()
  if (options.includes('--once')) break
  await wait(10_000)
}
