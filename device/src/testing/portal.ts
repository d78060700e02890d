import type { Fetch } from '../portal.ts'
import { type KeyPair, keyPair, leaseBy } from './signing.ts'

export const serialKey = 'EDGE-00000-00000-00000-00000'
export const day = 86_400_000

/** A portal with as many seats as given, in memory, whose answers can be lost. */
export function portal(seats = 1, start = '2026-05-20T10:00:00.000Z') {
  let by: KeyPair = keyPair('first')
  const shown = [by.shown]
  const held = new Set<string>()
  const said: Record<string, unknown>[] = []
  let now = Date.parse(start)
  const expirationDate = new Date(now + 365 * day).toISOString()
  let number = 0
  let refusal: string | null = null
  let lost = 0
  const respond = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
  const answerTo = (path: string, { deviceUuid = '', ...rest }: Record<string, string>): Response => {
    const lastContact = new Date(now).toISOString()
    said.push({ path, deviceUuid, ...rest })
    if (path === 'keys') return respond({ keys: shown })
    if (refusal !== null) return respond({ code: refusal }, Number(refusal.slice(2)))
    if (path === 'seats')
      return respond(
        [...held].map((id) => ({
          ...{ licenseSeatId: `seat of ${id}`, deviceName: null, lastContact },
          ...{ isOwn: id === deviceUuid, releasable: true },
        })),
      )
    if (path === 'release') {
      held.delete(rest.licenseSeatId?.replace('seat of ', '') ?? deviceUuid)
      return new Response(null, { status: 204 })
    }
    if (path === 'heartbeat' && !held.has(deviceUuid)) return respond({ code: 'DV428' }, 428)
    if (!held.has(deviceUuid) && held.size >= seats) return respond({ code: 'DV409' }, 409)
    held.add(deviceUuid)
    number++
    const dates = { issuedAt: new Date(now).toISOString(), leaseExpirationDate: new Date(now + 7 * day).toISOString() }
    return respond({
      ...dates,
      licenseSeatId: `seat of ${deviceUuid}`,
      lease: leaseBy(by, { ...dates, expirationDate, number, deviceUuid }),
    })
  }
  const fetch: Fetch = async (url, { body }) => {
    const answer = answerTo(url.split('/').at(-1) as string, JSON.parse(body ?? '{}'))
    if (lost > 0) {
      lost--
      throw new TypeError('The connection was reset')
    }
    return answer
  }
  return {
    held,
    said,
    fetch,
    clock: () => new Date(now),
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    refuse: (code: string | null) => {
      refusal = code
    },
    lose: (answers: number) => {
      lost = answers
    },
    rotate: () => {
      by = keyPair(`key ${shown.length}`)
      shown.unshift(by.shown)
      return by
    },
    shown,
  }
}
