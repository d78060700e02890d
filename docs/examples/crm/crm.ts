// The calls of the CRM, in the shape of HubSpot's API of objects (version 3): CRM_URL, CRM_TOKEN.
import type { Properties } from './mapping.ts'

export interface Opportunity {
  id: string
  properties: Properties
  updatedAt: string
}

const { CRM_URL, CRM_TOKEN } = process.env

/** The properties that are asked for: without a list this CRM answers only some. */
const properties = [
  ...['dealname', 'dealstage', 'closedate', 'hs_deal_stage_probability', 'amount', 'company_name', 'company_vat'],
  ...['company_street', 'company_city', 'company_zip', 'company_country', 'contact_first_name', 'contact_last_name'],
  ...[
    'contact_email',
    'portal_deal_id',
    'portal_code',
    'portal_protection',
    'portal_sku',
    'portal_quantity',
    'portal_error',
  ],
]

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${CRM_URL}/crm/v3/objects/deals${path}`, {
    method,
    headers: { authorization: `Bearer ${CRM_TOKEN}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`The CRM refused ${method} ${path}: ${await answer.text()}`)
  return (await answer.json()) as T
}

export const read = (id: string) => ask<Opportunity>('GET', `/${id}?properties=${properties.join()}`)
export const create = (given: Properties) => ask<Opportunity>('POST', '', { properties: given })
export const update = (id: string, given: Properties) => ask<Opportunity>('PATCH', `/${id}`, { properties: given })

interface Filter {
  propertyName: string
  operator: 'GTE' | 'EQ'
  value: string
}

async function* find(filter: Filter): AsyncGenerator<Opportunity> {
  for (let after: string | undefined = '0'; after !== undefined; ) {
    const page: { results: Opportunity[]; paging?: { next?: { after: string } } } = await ask('POST', '/search', {
      filterGroups: [{ filters: [filter] }],
      sorts: [{ propertyName: 'hs_lastmodifieddate', direction: 'ASCENDING' }],
      properties,
      limit: 100,
      after,
    })
    yield* page.results
    after = page.paging?.next?.after
  }
}

/** What was changed at or after a moment, oldest first. */
export const changedSince = (moment: string) =>
  find({ propertyName: 'hs_lastmodifieddate', operator: 'GTE', value: String(Date.parse(moment)) })

/** The opportunity of a deal, if there is one. */
export async function ofDeal(dealId: string): Promise<Opportunity | undefined> {
  for await (const one of find({ propertyName: 'portal_deal_id', operator: 'EQ', value: dealId })) return one
  return undefined
}
