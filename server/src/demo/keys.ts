import {
  activateDevice,
  createLicenses,
  findSelfReleases,
  releaseDevice,
  selfRelease,
} from '../modules/licenses/index.ts'
import { sql } from '../platform/database/sql.ts'
import type { Member, Product } from './members.ts'
import type { Story } from './story.ts'
import type { Line, Order, Trade } from './trade.ts'

const computers = [
  { osName: 'Windows', osVersion: '11 Pro' },
  { osName: 'Windows', osVersion: '11 Enterprise' },
  { osName: 'Windows', osVersion: '10 Pro' },
  { osName: 'macOS', osVersion: '15.5' },
  { osName: 'Ubuntu', osVersion: '24.04' },
]
const rooms = ['design', 'studio', 'cad', 'office', 'workshop', 'laptop', 'render']
const versions: Record<string, string[]> = {
  Atlas: ['12.1', '13.0', '13.2', '13.4'],
  Vela: ['7.5', '8.0', '8.1'],
  Norma: ['10.2', '10.6'],
  Relay: ['4.0', '4.1'],
}

/** Maximum number of simulated devices of one key: more would add nothing. */
const devicesPerKey = 6

export interface Keys {
  /** Creates keys from an approved order. */
  makeFrom(order: Order): Promise<void>
  /** A trial for a prospective customer. */
  giveTrial(giver: Member, owner: Member, product: Product): Promise<void>
}

export function openKeys(story: Story, trade: Trade): Keys {
  const { chance } = story

  /** Takes a seat for a computer, which checks in again later unless the seat is released. */
  const activateSoon = (serialKey: string, product: Product, owner: Member, seat: number) => {
    const device = computerOf(product, owner, seat)
    const licenseIdOf = async () => {
      const row = await story.tx.row<{ licenseId: string }>(
        sql`select license_id as "licenseId" from offered.licenses where tenant_id = (select current_tenant()) and serial_key = ${serialKey}`,
      )
      if (row === undefined) throw new Error(`There is no key ${serialKey}`)
      return row.licenseId
    }
    const activate = async () => activateDevice(story.tx, { licenseId: await licenseIdOf(), ...device })
    story.later(0.1, 14, null, async () => {
      const { seat: held } = await activate()
      if (product.trial) return
      if (chance.percent(7)) {
        story.later(20, 160, null, async () => giveBack(await licenseIdOf(), device.deviceUuid, held.seatId))
      } else if (chance.percent(25) && !product.months) {
        story.later(20, 200, null, async () => void (await activate()))
      }
    })
  }

  /** The device releases its seat; of a product that allows it, somebody else with the key does, as for a lost laptop. */
  const giveBack = async (licenseId: string, deviceUuid: string, licenseSeatId: string) => {
    const { left } = await findSelfReleases(story.tx, licenseId)
    if (left > 0) await selfRelease(story.tx, { licenseId, licenseSeatId, by: 'page' })
    else await releaseDevice(story.tx, { licenseId, deviceUuid })
  }

  const computerOf = (product: Product, owner: Member, seat: number) => {
    const family = product.name.split(/[ ,]/).find((word) => versions[word] !== undefined) ?? 'Atlas'
    const hex = () => chance.between(0, 0xffff).toString(16).padStart(4, '0')
    return {
      deviceUuid: `${hex()}${hex()}-${hex()}-4${hex().slice(1)}-8${hex().slice(1)}-${hex()}${hex()}${hex()}`,
      deviceName: `${owner.company.code.toLowerCase().slice(0, 6)}-${chance.pick(rooms)}-${seat}`,
      deviceDescription: null,
      deviceLang: owner.company.languageCode,
      installedProduct: family,
      installedVersion: chance.pick(versions[family] ?? ['1.0']),
      ...chance.pick(computers),
    }
  }

  const occupySeats = (serialKeys: string[], product: Product, owner: Member, seats: number) => {
    const taken = Math.min(chance.between(Math.ceil(seats * 0.5), seats), devicesPerKey)
    for (let seat = 1; seat <= taken; seat++) {
      activateSoon(serialKeys[(seat - 1) % serialKeys.length] as string, product, owner, seat)
    }
  }

  return {
    async makeFrom(order) {
      const { buyer, orderId } = order
      const licenses = order.lines.filter(
        ({ product, quantity }) => product.prefix && !product.extends && trade.available(buyer, product) >= quantity,
      )
      for (const { product, quantity } of licenses) {
        const extension = extensionFor(order.lines, product, quantity)
        if (extension && trade.available(buyer, extension.product) < quantity) continue
        const separate = quantity <= 5 && chance.percent(35)
        const { serialKeys } = await createLicenses(story.tx, buyer.admin, {
          items: [
            {
              productId: product.productId,
              qt: quantity,
              generateSeparateKeys: separate,
              extensions: extension ? [{ productId: extension.product.productId, qt: quantity }] : [],
            },
          ],
          parentAccountId: buyer.accountId,
          ...(chance.percent(70) ? { derivedOrderId: orderId } : {}),
          ...(chance.percent(20) ? { licenseNote: chance.pick(notes) } : {}),
        })
        trade.use(buyer, product, quantity)
        if (extension) trade.use(buyer, extension.product, quantity)
        // Some keys are never activated.
        if (!product.onPremise && chance.percent(85)) occupySeats(serialKeys, product, buyer, quantity)
      }
    },

    async giveTrial(giver, owner, product) {
      const { serialKeys } = await createLicenses(story.tx, giver.admin, {
        items: [{ productId: product.productId, qt: 1, generateSeparateKeys: false, extensions: [] }],
        parentAccountId: owner.accountId,
      })
      if (chance.percent(80)) occupySeats(serialKeys, product, owner, 1)
    },
  }
}

const notes = ['Second floor', 'For the new project team', 'Replaces last year’s keys', 'Training room', 'Night shift']

const extensionFor = (lines: Line[], product: Product, quantity: number): Line | undefined =>
  lines.find((line) => line.product.extends === product.sku && !line.product.upgrade && line.quantity === quantity)
