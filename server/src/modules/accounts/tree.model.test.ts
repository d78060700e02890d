import { type AccountNode, accounts } from '@trellis/contract/accounts'
import { licenses } from '@trellis/contract/licenses'
import { network as endpoints } from '@trellis/contract/network'
import { orders } from '@trellis/contract/orders'
import { firstLevelWithoutChildren } from '@trellis/contract/placement'
import { priceLists } from '@trellis/contract/price-lists'
import { expect, test } from 'vitest'
import { invariants } from '../../cli/check/run.ts'
import { sql } from '../../platform/database/sql.ts'
import { branches, group } from '../../testing/branches.ts'
import { dice } from '../../testing/dice.ts'
import { often } from '../../testing/full.ts'
import { licensing } from '../../testing/licensing.ts'
import { network } from '../../testing/network.ts'
import { selling } from '../../testing/selling.ts'
import { foldSums, sumLicenses } from '../dashboard/index.ts'

/*
 * A network of about forty accounts in which accounts are randomly created, deleted and moved and do business. Each step
 * is also done to a small model. After every step the portal's answer must be the expected one and its tree must equal
 * the model's. Closure, lists, counters and sums must equal a recomputation; from time to time everything is checked.
 */

const world = await network()
const { vendor } = world
const { draft, findings } = branches(world)
const { items } = selling(world)
const { give, write, product } = licensing(world)
const steps = Number(process.env.TREE_STEPS ?? often(100, 2000))

const levels = [10, 15, 20, 30, 40, 60]
const levelOf: Record<number, number> = { 3: 20, 4: 30, 5: 40, 6: 40, 7: 40, 8: 60 }
const nextLevel = (level: number) => levels.find((other) => other > level)

interface Node {
  accountId: string
  level: number
  parent: Node | null
  stock: number
}
interface Pending {
  id: string
  buyer: Node
  vendor: Node
}

const root: Node = { accountId: vendor.accountId, level: 20, parent: null, stock: 0 }
const nodes: Node[] = [root]
let waiting: Pending[] = []

const above = (node: Node): Node[] => (node.parent ? [node.parent, ...above(node.parent)] : [])
const isWithin = (node: Node, branch: Node) => node === branch || above(node).includes(branch)
const childrenOf = (node: Node) => nodes.filter((other) => other.parent === node)
const place = (parent: Node, level: number) =>
  parent.level >= firstLevelWithoutChildren ? 'parentLevel' : level === nextLevel(parent.level) ? null : 'group'

function misplaced(node: Node, to: Node): string | null {
  if (node === root) return 'root'
  if (isWithin(to, node)) return 'cycle'
  const why = place(to, node.level)
  return why === 'group' && to.level === node.parent?.level ? null : why
}

function stuckBy(node: Node, to: Node): Pending[] {
  const lost = above(node).filter((ancestor) => ancestor !== to && !above(to).includes(ancestor))
  return waiting.filter((order) => isWithin(order.buyer, node) && lost.includes(order.vendor))
}

const { below, one } = dice(Number(process.env.TREE_SEED ?? 20261121))
const counts: Record<string, number> = {}

/** Makes a call and returns `done`, or the code of the refusal with its reason. */
async function outcome(endpoint: Parameters<typeof vendor.raw>[0], request: object): Promise<[string, { id: string }]> {
  const { status, body } = await vendor.raw(endpoint, request)
  if (status < 400) return ['done', body as { id: string }]
  const { code, info } = body as { code: string; info: { reason?: string } | null }
  return [info?.reason ? `${code} ${info.reason}` : code, { id: '' }]
}

/** The propagating list of the vendor's distributors, assigned to every new account. */
const [verdantList] = (await vendor.call(priceLists.search, { body: {} })).items
const listId = verdantList?.priceListId ?? ''

const doings: Record<string, () => Promise<[string, string]>> = {
  async open() {
    const parent = one(nodes)
    const fitting = Object.values(group).filter((groupId) => levelOf[groupId] === nextLevel(parent.level))
    const groupId = fitting.length > 0 && below(4) > 0 ? one(fitting) : one(Object.values(group))
    const level = levelOf[groupId] ?? 0
    const why = nodes.length > 45 ? 'enough' : place(parent, level)
    if (why === 'enough') return ['done', 'done']
    const list = { priceListId: listId, canPropagate: true }
    const body = draft(`Account ${nodes.length}`, { groupId, under: parent, ...list })
    const [got, { id }] = await outcome(endpoints.create, { body })
    if (got === 'done') nodes.push({ accountId: id, level, parent, stock: 0 })
    return [got, why === null ? 'done' : `AC422 ${why}`]
  },

  async move() {
    const node = waiting.length > 0 && below(4) === 0 ? one(waiting).buyer : one(nodes)
    // Usually a parent that is allowed, because otherwise half of the steps would be refused.
    const fitting = nodes.filter((to) => misplaced(node, to) === null)
    const to = fitting.length > 0 && below(3) > 0 ? one(fitting) : one(nodes)
    const why = misplaced(node, to)
    const expected = why ? `AC422 ${why}` : stuckBy(node, to).length > 0 ? 'AC409' : 'done'
    const preview = await vendor.call(endpoints.movePreview, {
      params: { id: node.accountId },
      query: { parentAccountId: to.accountId },
    })
    expect(preview.blocked.move).toBe(expected === 'done' ? null : expected.slice(0, 5))
    expect(preview.accounts).toBe(nodes.filter((other) => isWithin(other, node)).length)
    const [got] = await outcome(endpoints.move, {
      params: { id: node.accountId },
      body: { parentAccountId: to.accountId },
    })
    if (got === 'done') node.parent = to
    return [got, expected]
  },

  async close() {
    const node = one(nodes)
    const isBusy = waiting.some(({ buyer, vendor: seller }) => buyer === node || seller === node)
    const stays = node === root || childrenOf(node).length > 0 || isBusy || node.stock > 0
    const [got] = await outcome(endpoints.remove, { params: { id: node.accountId } })
    if (got === 'done') nodes.splice(nodes.indexOf(node), 1)
    return [got, stays ? 'AC409' : 'done']
  },

  async sell() {
    const buyer = one(nodes)
    if (!buyer.parent) return ['done', 'done']
    if (buyer.parent !== root) await give({ ...vendor, ...buyer.parent }, 'EDGE-1Y', 1)
    const asSeller = { parentAccountId: buyer.parent.accountId, buyerAccountId: buyer.accountId }
    const order = await vendor.call(orders.create, { body: { ...asSeller, items: items({ 'EDGE-1Y': 1 }) } })
    await vendor.call(orders.changeStatus, { params: { id: order.id }, body: { status: 'approved' } })
    buyer.stock += 1
    return ['done', 'done']
  },

  async ask() {
    const buyer = one(nodes)
    if (!buyer.parent) return ['done', 'done']
    const body = { parentAccountId: buyer.accountId, items: items({ BOX: 1 }) }
    const [got, { id }] = await outcome(orders.create, { body })
    waiting.push({ id, buyer, vendor: buyer.parent })
    return [got, 'done']
  },

  async cancel() {
    if (waiting.length === 0) return ['done', 'done']
    const order = one(waiting)
    waiting = waiting.filter((other) => other !== order)
    const [got] = await outcome(orders.changeStatus, { params: { id: order.id }, body: { status: 'canceled' } })
    return [got, 'done']
  },

  async license() {
    const node = one(nodes)
    if (node.stock === 0) return ['done', 'done']
    const { productId } = product('EDGE-1Y')
    const body = { parentAccountId: node.accountId, items: [{ productId, qt: 1 }] }
    const [got] = await outcome(licenses.create, { body })
    node.stock -= 1
    return [got, 'done']
  },

  async fold() {
    await write(foldSums)
    await write((tx) => sumLicenses(tx, 1))
    return ['done', 'done']
  },
}
/** The faults of `portal check` that concern data rewritten by a move. */
const rewritten = /tree|hangs on|lies below|more senior|in the lists|counters|dashboard/
const looks = sql.join(
  invariants.filter(({ name }) => rewritten.test(name)).map(({ broken }) => sql`select what from (${broken}) b`),
  sql` union all `,
)
const wrong = () => write((tx) => tx.rows(looks))

/** The kinds of steps, repeated by their frequency. */
const lots = 'open open open move move move move close close sell sell sell ask ask cancel license license fold'.split(
  ' ',
)

test(`after ${steps} random steps the network equals the model`, { timeout: 900_000 }, async () => {
  const known = await vendor.call(accounts.search, { body: { includeChildren: true } })
  for (const account of [...known.items].sort((a, b) => a.level - b.level)) {
    const parent = nodes.find((node) => node.accountId === account.parents.at(-1)?.id) ?? root
    nodes.push({ accountId: account.accountId, level: account.level, parent, stock: 0 })
  }
  while (nodes.length < 35) await doings.open?.()
  for (let step = 0; step < steps; step++) {
    const name = one(lots)
    const [got, expected] = await (doings[name]?.() ?? Promise.reject(new Error(name)))
    expect([step, name, got]).toEqual([step, name, expected])
    counts[`${name} ${got}`] = (counts[`${name} ${got}`] ?? 0) + 1
    expect(shape(await vendor.call(accounts.tree)), `${step} ${name}`).toEqual(modelShape(root))
    expect(await wrong(), `after step ${step}, ${name}`).toEqual([])
  }
  expect(await findings()).toEqual([])
  // A run without any refusal, or without any success, would prove little.
  const met = (outcome: RegExp) =>
    Object.entries(counts).reduce((sum, [name, count]) => sum + (outcome.test(name) ? count : 0), 0)
  for (const needed of [/^open done/, /^open AC422/, /^move done/, /^move AC422/, /^close done/, /^close AC409/])
    expect(met(needed), `${needed} of ${JSON.stringify(counts)}`).toBeGreaterThan(2)
  expect(met(/^move AC409/), JSON.stringify(counts)).toBeGreaterThan(0)
  expect(nodes.length).toBeGreaterThan(25)
})

type Shape = [string, Shape[]]
const sorted = (shapes: Shape[]) => shapes.sort(([a], [b]) => (a < b ? -1 : 1))
const shape = (node: AccountNode): Shape => [node.id, sorted(node.children.map(shape))]
const modelShape = (node: Node): Shape => [node.accountId, sorted(childrenOf(node).map(modelShape))]
