import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Stage } from './stage.ts'
import { emptyJournal, type Journal, openCaller } from './writers.ts'

/** What is written beside orders, and where it must be found: the marks that clients gave, once each. */
const places = {
  key: `select note as mark, license_id::text as id from licenses where note = any($1)`,
  activation: `select device_uuid as mark, license_seat_id::text as id from license_seats where revoked_at is null and device_uuid = any($1)`,
  upload: `select name || ' ' || encode(hash, 'hex') as mark, file_id::text as id from files where name || ' ' || encode(hash, 'hex') = any($1)`,
  deal: `select description as mark, deal_id::text as id from deals where description = any($1)`,
} as const
type Kind = keyof typeof places
const kinds = Object.keys(places) as Kind[]

export interface Business {
  journal: Journal
  /** Stops after what has been begun is done. */
  stop(): Promise<void>
  /** Counts what was acknowledged and what of it is in the database, by kind, and names what is lost or doubled. */
  compare(): Promise<Comparison>
  /** The ids of the files whose upload was acknowledged. */
  uploads(): string[]
}

interface Comparison {
  acknowledged: Record<Kind, number>
  found: number
  faults: string[]
}

/** Keys, activations of devices, uploads and deals, written through a balancer until `stop`. */
export async function startBusiness(stage: Stage, through: string, told?: (status: number) => void): Promise<Business> {
  const journal = emptyJournal()
  const call = openCaller(journal, () => through, told)
  const [owner, vendor] = await Promise.all([stage.headersOf('nordico'), stage.headersOf('vendor')])
  const { accountId } = stage.people.nordico
  const productId = stage.products['CORE-3Y']?.productId
  const kept: Record<Kind, Map<string, string>> = {
    key: new Map(),
    activation: new Map(),
    upload: new Map(),
    deal: new Map(),
  }
  const post = (path: string, body: object, key?: string, known?: readonly string[]) =>
    call({
      method: 'POST',
      path: `/api/v1${path}`,
      headers: { ...owner, ...(key && { 'idempotency-key': key }) },
      body: JSON.stringify(body),
      ...(known && { known }),
    })

  // Keys are made from stock.
  const stock = await post('/orders', { items: [{ productId, quantity: 9_000, price: 250.5 }] }, randomUUID())
  const approval = { method: 'PUT', path: `/api/v1/orders/${stock.body.id}`, headers: vendor }
  await call({ ...approval, body: JSON.stringify({ status: 'approved' }) })

  async function makeKey(): Promise<void> {
    const mark = randomUUID()
    const items = [{ productId, qt: 1 }]
    const { status, body } = await post('/licenses', { items, parentAccountId: accountId, licenseNote: mark }, mark)
    if (status !== 201) return
    kept.key.set(mark, String(body.id))
    const device = randomUUID()
    const { serialKeys } = body as { serialKeys: string[] }
    const activated = await post('/devices/activate', { serialKey: serialKeys[0], deviceUuid: device })
    if (activated.status < 300) kept.activation.set(device, String(activated.body.licenseSeatId))
  }

  async function upload(): Promise<void> {
    const content = randomBytes(20_000)
    const name = `${randomUUID()}.txt`
    const asked = await post('/files/upload/request', { fileName: name, fileSizeInBytes: content.length })
    if (asked.status >= 300) return
    const { uploadUrl, headers, accountFileId, uploadSessionId } = asked.body as unknown as {
      uploadUrl: string
      headers: Record<string, string>
      accountFileId: string
      uploadSessionId: string
    }
    const { pathname, search } = new URL(uploadUrl)
    // The URL works once. When the answer was lost, the commit tells whether the bytes are there.
    const known = ['RQ403', 'FL409']
    await call({ method: 'PUT', path: pathname + search, headers, body: new Uint8Array(content), known })
    const committed = await post('/files/upload/commit', { accountFileId, uploadSessionId }, undefined, ['FL409'])
    if (committed.status >= 300) return
    kept.upload.set(`${name} ${createHash('sha256').update(content).digest('hex')}`, accountFileId)
  }

  let companies = 0
  async function registerDeal(): Promise<void> {
    const mark = randomUUID()
    companies += 1
    const prospect = {
      ...{
        name: `Prospect ${mark}`,
        vatId: `IT${String(companies).padStart(11, '0')}`,
        firstName: 'Paola',
        lastName: 'Neri',
      },
      ...{ street: 'Via Roma 1', city: 'Torino', postalCode: '10100', countryCode: 'IT' },
    }
    const draft = { description: mark, items: [{ productId, qt: 1 }], prospect, parentAccountId: accountId }
    const { status, body } = await post('/deals', draft, mark)
    if (status === 201) kept.deal.set(mark, String(body.id))
  }

  let going = true
  const running = Promise.all(
    [makeKey, upload, registerDeal].map(async (work) => {
      while (going) await work()
    }),
  )
  running.catch(() => undefined)

  async function look(kind: Kind): Promise<{ found: number; faults: string[] }> {
    const marks = [...kept[kind].keys()]
    const rows = await stage.sql<{ mark: string; id: string }>(places[kind], [marks])
    const ids = new Map<string, string[]>()
    for (const { mark, id } of rows) ids.set(mark, [...(ids.get(mark) ?? []), id])
    const lost = [...kept[kind]].filter(([mark, id]) => !ids.get(mark)?.includes(id)).length
    const doubled = [...ids.values()].filter((same) => same.length > 1).length
    const faults = [
      lost > 0 && `${lost} acknowledged writes of the kind ${kind} are lost`,
      doubled > 0 && `${doubled} of the kind ${kind} exist more than once`,
    ].filter((fault) => typeof fault === 'string')
    return { found: ids.size, faults }
  }

  return {
    journal,
    uploads: () => [...kept.upload.values()],
    async stop() {
      going = false
      await running
    },
    async compare() {
      const looks = await Promise.all(kinds.map(look))
      return {
        acknowledged: Object.fromEntries(kinds.map((kind) => [kind, kept[kind].size])) as Record<Kind, number>,
        found: looks.reduce((sum, { found }) => sum + found, 0),
        faults: looks.flatMap(({ faults }) => faults),
      }
    },
  }
}
