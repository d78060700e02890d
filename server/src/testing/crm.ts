import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Opportunity {
  id: string
  properties: Record<string, string | null>
  updatedAt: string
}

export interface Crm {
  url: string
  /** Every opportunity, in the order in which they were made. */
  all(): Opportunity[]
  /** As a person in the CRM does it. */
  make(properties: Record<string, string>): Opportunity
  change(id: string, properties: Record<string, string>): void
  /** Calls that wrote something, as `POST` or `PATCH 3`. */
  writes: string[]
  /** Called before a call is answered, when what it writes is written. */
  before: (method: string, id: string) => Promise<void> | void
  close(): Promise<void>
}

interface Search {
  filterGroups: { filters: { propertyName: string; operator: string; value: string }[] }[]
  properties: string[]
  limit: number
  after: string
}

/** A CRM in the shape of HubSpot's API of objects: texts as properties, a search by pages, no If-Match. */
export async function openCrm(token: string): Promise<Crm> {
  const kept: Opportunity[] = []
  let ticks = Date.parse('2026-01-01T00:00:00Z')
  /** No two changes have the same time. */
  const now = () => new Date(++ticks).toISOString()
  const make = (properties: Opportunity['properties']) => {
    const one = { id: String(kept.length + 101), properties: { ...properties }, updatedAt: now() }
    kept.push(one)
    return one
  }
  const find = (id: string) => kept.find((one) => one.id === id)
  const change = (id: string, properties: Opportunity['properties']) => {
    const one = find(id) as Opportunity
    one.updatedAt = now()
    for (const [name, value] of Object.entries(properties)) one.properties[name] = value === '' ? null : value
  }
  const shown = ({ id, properties, updatedAt }: Opportunity, names: string[]) => ({
    id,
    updatedAt,
    properties: Object.fromEntries(names.map((name) => [name, properties[name] ?? null])),
  })
  const matches = ({ filterGroups }: Search, { properties, updatedAt }: Opportunity) =>
    filterGroups.some(({ filters }) =>
      filters.every(({ propertyName, operator, value }) =>
        operator === 'EQ' ? properties[propertyName] === value : Date.parse(updatedAt) >= Number(value),
      ),
    )

  const crm: Crm = { url: '', all: () => kept, make, change, writes: [], before: () => undefined, close }

  async function answer(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    if (request.headers.authorization !== `Bearer ${token}`)
      return { status: 401, body: { category: 'INVALID_AUTHENTICATION' } }
    const url = new URL(request.url ?? '', 'http://crm')
    const path = url.pathname.replace('/crm/v3/objects/deals', '')
    const given = request.method === 'GET' ? undefined : JSON.parse(await text(request))
    if (path === '/search') {
      const search = given as Search
      const found = kept
        .filter((one) => matches(search, one))
        .sort((one, other) => one.updatedAt.localeCompare(other.updatedAt))
      const from = Number(search.after)
      // Smaller pages than asked for, so that there are several.
      const page = found.slice(from, from + 2)
      const next = from + 2 < found.length ? { paging: { next: { after: String(from + 2) } } } : {}
      return { status: 200, body: { results: page.map((one) => shown(one, search.properties)), ...next } }
    }
    if (request.method === 'POST') {
      const { id } = make(given.properties)
      crm.writes.push('POST')
      await crm.before('POST', id)
      return { status: 201, body: find(id) }
    }
    const id = path.slice(1)
    const one = find(id)
    if (one === undefined) return { status: 404, body: { category: 'OBJECT_NOT_FOUND' } }
    if (request.method === 'PATCH') {
      change(id, given.properties)
      crm.writes.push(`PATCH ${id}`)
    }
    await crm.before(request.method ?? '', id)
    return {
      status: 200,
      body: shown(one, url.searchParams.get('properties')?.split(',') ?? Object.keys(one.properties)),
    }
  }

  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const { status, body } = await answer(request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  crm.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return crm

  async function close() {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
}
