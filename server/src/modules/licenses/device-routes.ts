import { devices } from '@trellis/contract/devices'
import { type LeaseClaims, leaseType } from '@trellis/contract/leases'
import type { FastifyRequest } from 'fastify'
import { type Database, isCollision, violates } from '../../platform/database/database.ts'
import type { Context, Tx } from '../../platform/database/tx.ts'
import { clientOf } from '../../platform/http/client.ts'
import { routes } from '../../platform/http/routes.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Signer } from '../../platform/signing/signer.ts'
import type { Allowance, Throttle } from '../../platform/throttle.ts'
import { findTenantByCode, type Maintenances } from '../tenants/index.ts'
import { findDevice, findKeyHolder, noteContact } from './device-queries.ts'
import { openKeyPrimaries } from './key-primaries.ts'
import { leaseEnd } from './rules.ts'
import { activateDevice, type LeaseFacts, leaseSeat, prolongLease, releaseDevice } from './seats.ts'
import { seatsForDevice } from './self-release.ts'
import { spellingsOf } from './spellings.ts'

/** Whether the call has a tenant header that names another tenant than that of the key. */
async function namesAnotherTenant(db: Database, request: FastifyRequest, tenantId: string): Promise<boolean> {
  const code = request.headers['x-tenant-code']
  if (code === undefined || code === '') return false
  return (await findTenantByCode(db, String(code)))?.tenantId !== tenantId
}

export interface DevicesMeans {
  db: Database
  signer: Signer
  throttle: Throttle
  maintenance: Pick<Maintenances, 'pass' | 'hasTenants'>
  /** A fixed clock for tests and the demo. */
  clock?: () => string
}

/**
 * How many calls with an unknown key one client may make before it is throttled, first for a minute, then longer. Calls
 * with a valid key are neither counted nor delayed: many devices share an address with one misconfigured device, and a
 * key is too long to be guessed.
 */
const deviceKeysPerClient: Allowance = { free: 20, seconds: 60, longest: 900, memory: 900 }

/** The calls of the vendor's own software. They need no tenant: the serial key determines it. */
export function devicesRoutes({ db, signer, throttle, maintenance, clock }: DevicesMeans) {
  const atKey = openKeyPrimaries(db)
  const holderOf = (serialKey: string) => atKey(serialKey, (shared) => findKeyHolder(shared, spellingsOf(serialKey)))

  /** A malformed key is looked up like any other, so the answer is the same as for an unknown key. */
  async function unknownKey(request: FastifyRequest): Promise<never> {
    await throttle.take(`device keys:${clientOf(request)}`, deviceKeysPerClient)
    throw new Refusal('DV404')
  }

  const callingOf = <B extends { serialKey: string }>(request: FastifyRequest, body: B) => ({
    ...body,
    spellings: spellingsOf(body.serialKey),
    tenantCode: String(request.headers['x-tenant-code'] ?? ''),
    clock: clock?.() ?? null,
  })
  const contextOf = (request: FastifyRequest, tenantId: string): Context => ({
    tenantId,
    userId: null,
    reach: null,
    clock: clock?.() ?? null,
    requestId: request.id,
  })

  /**
   * Refuses the call while the key's tenant is in maintenance (rules G47). Only while some tenant is, because finding the tenant before
   * is a round trip more.
   */
  async function passMaintenance(serialKey: string): Promise<void> {
    if (!maintenance.hasTenants()) return
    const key = await holderOf(serialKey)
    if (key) maintenance.pass(key.tenantId)
  }

  /** Runs the work in a transaction of the key's tenant. */
  async function withLicense<T>(
    request: FastifyRequest,
    serialKey: string,
    work: (tx: Tx, licenseId: string) => Promise<T>,
  ): Promise<T> {
    const key = await holderOf(serialKey)
    if (key === undefined || (await namesAnotherTenant(db, request, key.tenantId))) return unknownKey(request)
    maintenance.pass(key.tenantId)
    return db.write(contextOf(request, key.tenantId), (tx) => work(tx, key.licenseId))
  }

  /** Signs the lease after the commit, so that no signed document can contain what is rolled back. */
  async function leaseOf({ license, seat, deviceUuid }: LeaseFacts) {
    const { now, expiresAt, maintenanceExpiresAt } = license
    // Devices compare dates with clocks of their own, which no sandbox moves: ten days before the end stay ten days.
    const onDevice = (at: Date) => new Date(at.getTime() - license.millisecondsAhead).toISOString()
    const dates = {
      leaseExpirationDate: onDevice(leaseEnd(now, expiresAt)),
      expirationDate: expiresAt && onDevice(expiresAt),
      maintenanceExpirationDate: maintenanceExpiresAt && onDevice(maintenanceExpiresAt),
    }
    const claims: LeaseClaims = {
      tenantCode: license.tenantCode,
      serialKey: license.serialKey,
      sku: license.sku,
      productName: license.productName,
      seats: license.seats,
      licenseMaxVersion: license.maximumVersion || null,
      ...license.granted,
      deviceUuid,
      licenseSeatId: seat.seatId,
      ...dates,
      issuedAt: onDevice(now),
      number: seat.number,
    }
    return { licenseSeatId: seat.seatId, lease: await signer.sign(claims, leaseType), ...dates }
  }

  return routes('devices', devices, {
    // Two round trips: one reads the facts, one writes everything. If the license has changed in between, the call starts
    // again in a transaction that locks it (decision 071).
    async activate({ request, body }) {
      await passMaintenance(body.serialKey)
      const license =
        (await atKey(body.serialKey, (shared) => findDevice(shared, callingOf(request, body)))) ??
        (await unknownKey(request))
      const { tenantId, licenseId } = license
      const context = contextOf(request, tenantId)
      const given = await leaseSeat(db.atOnce(context), license, body).catch((error: unknown) => {
        if (isCollision(error) || violates(error, 'license_seats_held')) return undefined
        throw error
      })
      return leaseOf(given ?? (await db.write(context, (tx) => activateDevice(tx, { ...body, licenseId }))))
    },

    async heartbeat({ request, body }) {
      await passMaintenance(body.serialKey)
      const license = await atKey(body.serialKey, (shared) => noteContact(shared, callingOf(request, body)))
      return leaseOf(prolongLease(license ?? (await unknownKey(request)), body.deviceUuid))
    },

    async release({ request, body }) {
      await withLicense(request, body.serialKey, (tx, licenseId) => releaseDevice(tx, { ...body, licenseId }))
    },

    async seats({ request, body }) {
      return withLicense(request, body.serialKey, (tx, licenseId) => seatsForDevice(tx, licenseId, body.deviceUuid))
    },

    async keys() {
      return { keys: await signer.keys() }
    },
  })
}
