import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Database } from '../../platform/database/database.ts'
import type { Reader } from '../../platform/database/tx.ts'
import type { Message } from '../../platform/mail/message.ts'
import { found } from '../../platform/refusal.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { listTenants } from '../tenants/index.ts'
import { type Brand, type BrandMeans, findBrand } from './brand.ts'
import { mailSecret } from './compose.ts'
import { type Listed, page } from './dev-page.ts'
import { headersIn, subjectOf, written } from './kept.ts'
import { findMail, listMails, type MailRow } from './queries.ts'

export interface DevMailMeans {
  db: Database
  secrets: Secrets
  config: BrandMeans
}

/** A mail as returned by `GET /dev/mail?format=json`. */
export interface DevMail {
  id: string
  /** The address without a display name. */
  to: string
  subject: string
  date: string
  text: string
  html: string
  headers: Record<string, string>
}

const mailsOnPage = 100

/**
 * Serves a page with all mails of every tenant, sent or not, as the recipient sees them. Must never be mounted in
 * production.
 */
export function mountDevMail(http: FastifyInstance, means: DevMailMeans): void {
  const key = mailSecret(means.secrets)

  http.get<{ Querystring: Record<string, unknown> }>('/dev/mail', async ({ query }, reply) => {
    const to = typeof query.to === 'string' && query.to !== '' ? query.to : undefined
    const number = Math.min(1000, Math.max(1, Math.trunc(Number(query.page)) || 1))
    const { rows, more } = await newest(means, to, number)
    const items = await Promise.all(rows.map(async ({ row, brand }) => present(row, await written(row, brand, key))))
    reply.header('cache-control', 'no-store')
    if (query.format === 'json') return { items }
    const listed = items.map((item, index): Listed => ({ ...item, status: rows[index]?.row.status ?? '' }))
    return sendPage(reply, page({ items: listed, selected: String(query.id ?? ''), to, number, more }))
  })

  http.get<{ Params: { id: string } }>('/dev/mail/:id', async ({ params }, reply) => {
    const { row, brand } = found(await anywhere(means, params.id))
    const message = await written(row, brand, key)
    // Shown in a frame of the page, restricted like in a mail program: no scripts, no access to the portal's origin.
    return reply
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; img-src http: https:; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
      )
      .header('x-frame-options', 'SAMEORIGIN')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(message?.html ?? '')
  })
}

interface Found {
  row: MailRow
  brand: Brand
}

const eyesOf = (db: Database, tenantId: string): Reader =>
  db.read({ tenantId, userId: null, reach: null, clock: null, requestId: null })

/** One page of the mails of all tenants, and whether older ones exist. */
async function newest(
  { db, config }: DevMailMeans,
  to: string | undefined,
  number: number,
): Promise<{ rows: Found[]; more: boolean }> {
  const all: Found[] = []
  for (const { tenantId } of await listTenants(db)) {
    const tx = eyesOf(db, tenantId)
    const rows = await listMails(tx, to, number * mailsOnPage + 1)
    if (rows.length === 0) continue
    const brand = await findBrand(tx, config)
    all.push(...rows.map((row) => ({ row, brand })))
  }
  all.sort((a, b) => b.row.createdAt.getTime() - a.row.createdAt.getTime() || (a.row.mailId < b.row.mailId ? 1 : -1))
  return {
    rows: all.slice((number - 1) * mailsOnPage, number * mailsOnPage),
    more: all.length > number * mailsOnPage,
  }
}

async function anywhere({ db, config }: DevMailMeans, mailId: string): Promise<Found | undefined> {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(mailId)) return undefined
  for (const { tenantId } of await listTenants(db)) {
    const tx = eyesOf(db, tenantId)
    const row = await findMail(tx, mailId)
    if (row) return { row, brand: await findBrand(tx, config) }
  }
  return undefined
}

async function present(row: MailRow, message: Message | null): Promise<DevMail> {
  return {
    id: row.mailId,
    to: row.recipient,
    subject: subjectOf(row, message),
    date: row.createdAt.toISOString(),
    text: message?.text ?? '',
    html: message?.html ?? '',
    headers: await headersIn(message),
  }
}

function sendPage(reply: FastifyReply, html: (nonce: string) => string): FastifyReply {
  const nonce = randomBytes(18).toString('base64')
  return reply
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    )
    .type('text/html; charset=utf-8')
    .send(html(nonce))
}
