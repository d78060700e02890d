// What the portal and the CRM call the same. What differs from one CRM to the next is in this file, and the calls in crm.ts.
import type { Deal } from '@trellis/client'

/** The properties of an opportunity, all of them text, as this CRM answers them; empty ones are null. */
export type Properties = Record<string, string | null>

/** What both sides may change. */
export interface Shared {
  title: string
  chance: number
  closes: string | null
  status: Deal['status']
}

/** Whose value stands when both have changed it since they were last equal. */
export const winner: Record<keyof Shared, 'portal' | 'crm'> = {
  title: 'crm',
  chance: 'crm',
  closes: 'crm',
  status: 'portal',
}

const stages: Record<Deal['status'], string> = {
  New: 'appointmentscheduled',
  Trial: 'qualifiedtobuy',
  Demo: 'presentationscheduled',
  Negotiation: 'decisionmakerboughtin',
  Won: 'closedwon',
  Lost: 'closedlost',
}
const statuses: Record<string, Deal['status']> = Object.fromEntries(
  Object.entries(stages).map(([status, stage]) => [stage, status as Deal['status']]),
)
/** A stage that the portal does not tell from another. */
statuses.contractsent = 'Negotiation'

export const fromDeal = (deal: Deal): Shared => ({
  title: deal.description ?? deal.prospect.name,
  chance: deal.chanceOfClosure,
  closes: deal.estimatedCloseDate,
  status: deal.status,
})

export const fromOpportunity = (properties: Properties): Shared => ({
  title: properties.dealname ?? '',
  chance: Math.round(Number(properties.hs_deal_stage_probability ?? 0) * 100),
  closes: properties.closedate ? new Date(properties.closedate).toISOString() : null,
  status: statuses[properties.dealstage ?? ''] ?? 'New',
})

/** For `PUT /deals/{id}`: what is left out stays. */
export const toDeal = ({ title, chance, closes, status }: Partial<Shared>) => ({
  ...(title !== undefined && { description: title }),
  ...(chance !== undefined && { chanceOfClosure: chance }),
  ...(closes !== undefined && { estimatedCloseDate: closes === null ? null : Date.parse(closes) }),
  ...(status !== undefined && { dealStatus: status }),
})

export const toOpportunity = ({ title, chance, closes, status }: Partial<Shared>): Properties => ({
  ...(title !== undefined && { dealname: title }),
  ...(chance !== undefined && { hs_deal_stage_probability: String(chance / 100) }),
  ...(closes !== undefined && { closedate: closes ?? '' }),
  ...(status !== undefined && { dealstage: stages[status] ?? null }),
})

/** What only the portal decides, for people in the CRM to see. */
export const told = (deal: Deal): Properties => ({
  portal_deal_id: deal.dealId,
  portal_code: deal.code,
  portal_protection: deal.protectionStatus,
  amount: String(deal.itemsTotal),
})

export const newOpportunity = (deal: Deal): Properties => ({
  ...toOpportunity(fromDeal(deal)),
  ...told(deal),
  company_name: deal.prospect.name,
  company_vat: deal.prospect.vatId,
})

/** Somebody in the CRM has named a product: the opportunity is to be registered with the vendor. */
export const isForPortal = (properties: Properties): boolean => Boolean(properties.portal_sku)

/** For `POST /deals`. */
export const newDeal = (properties: Properties, productId: string, accountId: string) => ({
  ...(({ dealStatus, ...rest }) => rest)(toDeal(fromOpportunity(properties)) as { dealStatus?: string }),
  parentAccountId: accountId,
  items: [{ productId, qt: Number(properties.portal_quantity ?? 1) }],
  prospect: {
    name: properties.company_name ?? '',
    vatId: properties.company_vat ?? '',
    firstName: properties.contact_first_name ?? '',
    lastName: properties.contact_last_name ?? '',
    email: properties.contact_email,
    street: properties.company_street ?? '',
    city: properties.company_city ?? '',
    postalCode: properties.company_zip ?? '',
    countryCode: properties.company_country ?? '',
  },
})
