import {
  type FirstStep,
  type FirstSteps,
  type FollowingStep,
  followingSteps,
  type OwnStep,
} from '@trellis/contract/first-steps'
import { type Flag, hasPermission, type Module } from '@trellis/contract/permissions'
import { canHaveChildren } from '@trellis/contract/placement'
import type { MenuEntry } from '@trellis/contract/tenants'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { found } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { type FirstStepsChoice, firstStepsChoice } from '../people/index.ts'

/** Days for which an account that has orders is young (rules Y5). */
const youngDays = 60

type Step = FirstStep['step']

/** What there is: of each step whether it is done, and with what it goes on. */
type Facts = Partial<Record<Step, { isDone: boolean; recordId?: string | null }>>

/** What the statement of a reader says. */
interface Said {
  facts: Facts
  choice: FirstStepsChoice | null
  /** The menu entries that the tenant excludes, whose screens are closed. */
  closed: string[]
}

const isVendor = ({ accountId, rootAccountId }: Actor) => accountId === rootAccountId

/** The steps that the actor may do, in their order. Each is led through by the screen of the same permission. */
function stepsOf(actor: Actor): OwnStep[] {
  const may = (module: Module, flag: Flag) => hasPermission(actor.permissions, module, flag)
  const mayPartner = may('Accounts', 'c') && canHaveChildren(actor.level)
  const steps: [OwnStep, boolean][] = isVendor(actor)
    ? [
        ['brand', actor.isSuperAdmin],
        // It is done once the product is Active, and saving its form makes it so.
        ['product', may('Products', 'c') && may('Products', 'u')],
        ['priceList', may('PriceLists', 'c')],
        ['partner', mayPartner],
        ['order', may('Orders', 'c')],
      ]
    : [
        ['company', may('Accounts', 'u')],
        ['prices', may('Products', 'r') && may('Orders', 'c')],
        ['partner', mayPartner],
        ['order', may('Orders', 'c')],
      ]
  return steps.flatMap(([step, isOpen]) => (isOpen ? [step] : []))
}

/** Who does what follows the first order: the vendor approves it, and whoever may make keys makes one. */
const isFollowedBy = (actor: Actor): Record<FollowingStep, boolean> => ({
  approval: isVendor(actor) && hasPermission(actor.permissions, 'Orders', 'u'),
  key: hasPermission(actor.permissions, 'Licenses', 'c'),
  activation: hasPermission(actor.permissions, 'Licenses', 'r'),
})

const here = sql`(select current_tenant())`

/** The menu entry of the screen of each step that has one. */
const entriesOf = (actor: Actor): Partial<Record<Step, MenuEntry>> => ({
  ...{ product: 'products', prices: 'products', priceList: 'pricelists', partner: 'accounts' },
  ...{ order: isVendor(actor) ? 'sell-out' : 'sell-in', approval: 'sell-out', key: 'licenses', activation: 'licenses' },
})

/** SQL: the JSON of the menu entries that the tenant excludes. */
const closed = sql`(select to_json(m.excluded_menu_entries) from offered.tenant_menus m)`

/** SQL: the orders `o` by which an account begins: what the vendor sells, what a partner buys. */
const ordersOf = (actor: Actor): Sql =>
  isVendor(actor)
    ? sql`o.tenant_id = ${here} and o.vendor_id = ${actor.accountId} and o.buyer_id <> o.vendor_id`
    : sql`o.tenant_id = ${here} and o.buyer_id = ${actor.accountId}`

const step = (isDone: Sql, recordId: Sql = sql`null`): Sql =>
  sql`json_build_object('isDone', ${isDone}, 'recordId', ${recordId})`

/** SQL: whether the account or one below it has keys in this state. */
const hasKeys = (actor: Actor, state: Sql): Sql => sql`coalesce((
  select sum(t.licenses) > 0 from offered.license_tallies t
  where t.tenant_id = ${here} and t.account_id = ${actor.accountId} and not t.own and ${state}), false)`

const isUsed = (actor: Actor): Sql => hasKeys(actor, sql`(t.activated or t.exported)`)

/** SQL: the facts of each step, from what there is. */
function factsOf(actor: Actor): Sql {
  const own = sql`${actor.accountId}::uuid`
  const orders = ordersOf(actor)
  const facts: Record<Step, Sql> = {
    brand: step(sql`exists (
      select from offered.tenants t
      where t.tenant_id = ${here} and (t.logo_url is not null or t.theme ->> 'primaryColor' is not null))`),
    product: step(
      sql`exists (select from offered.products p where p.tenant_id = ${here} and p.status = 'Active')`,
      sql`(select p.product_id from offered.products p
           where p.tenant_id = ${here} and p.status = 'Pending' order by p.product_id desc limit 1)`,
    ),
    priceList: step(
      sql`exists (
        select from offered.price_lists l
        join offered.price_list_items i on i.tenant_id = l.tenant_id and i.price_list_id = l.price_list_id
        where l.tenant_id = ${here} and l.account_id = ${own})`,
      sql`(select l.price_list_id from offered.price_lists l
           where l.tenant_id = ${here} and l.account_id = ${own} order by l.price_list_id desc limit 1)`,
    ),
    company: step(sql`exists (
      select from offered.accounts a
      where a.tenant_id = ${here} and a.account_id = ${own} and a.notification_email is not null)`),
    prices: step(sql`exists (select from effective_price_list(${own}))`),
    partner: step(sql`exists (
      select from offered.accounts a
      where a.tenant_id = ${here} and a.parent_id = ${own} and a.deleted_at is null)`),
    order: step(sql`exists (select from offered.orders o where ${orders} and o.status in ('pending', 'approved'))`),
    approval: step(
      sql`exists (select from offered.orders o where ${orders} and o.status = 'approved')`,
      sql`(select o.order_id from offered.orders o
           where ${orders} and o.status = 'pending' order by o.created_at desc, o.order_id desc limit 1)`,
    ),
    key: step(
      hasKeys(actor, sql`true`),
      sql`(select o.buyer_id from offered.orders o
           where ${orders} and o.status = 'approved' order by o.created_at desc, o.order_id desc limit 1)`,
    ),
    activation: step(
      isUsed(actor),
      sql`(select l.serial_key from offered.licenses l
           where l.tenant_id = ${here} and l.owner_id in (
             ${own}, (select o.buyer_id from offered.orders o
               where ${orders} and o.status = 'approved' order by o.created_at desc, o.order_id desc limit 1))
           order by l.created_at desc, l.license_id desc limit 1)`,
    ),
  }
  const asked: Step[] = [...stepsOf(actor), ...followingSteps]
  return sql`json_build_object(${sql.join(asked.map((name) => sql`${sql.lit(name)}, ${facts[name]}`))})`
}

/** SQL: the account has no keys in use, and is a matter of days or without an order that was approved. */
const isYoung = (actor: Actor): Sql => sql`(not ${isUsed(actor)} and (
  exists (
    select from offered.accounts a
    where a.tenant_id = ${here} and a.account_id = ${actor.accountId}::uuid
      and a.created_at > (select clock()) - ${youngDays} * interval '1 day')
  or not exists (select from offered.orders o where ${ordersOf(actor)} and o.status = 'approved')))`

/**
 * SQL: what `hasOpenSteps` asks, or null where there is nothing to ask: for most readers one look at the counters of keys, so that the first
 * screen of an account that has been at work for long costs no more.
 */
export function beginning(actor: Actor): Sql {
  if (stepsOf(actor).length === 0) return sql`null::json`
  return sql`(
    select case when (c.choice ->> 'isDismissed')::boolean then null
                when c.choice is not null or ${isYoung(actor)} then json_build_object('choice', c.choice, 'facts', ${factsOf(actor)}, 'closed', ${closed}) end
    from (select ${firstStepsChoice(actor)} as choice) c)`
}

/** Whether there is a step that is neither done nor skipped. */
export const hasOpenSteps = (actor: Actor, said: Said | null): boolean =>
  said !== null && presented(actor, said).steps.some(({ state }) => state === 'open')

/** The first steps of the actor's account that the actor may do, at any age of the account. */
export async function readFirstSteps(tx: Reader, actor: Actor): Promise<FirstSteps> {
  const said = await tx.row<Said>(
    sql`select ${firstStepsChoice(actor)} as choice, ${factsOf(actor)} as facts, ${closed} as closed`,
  )
  return presented(actor, found(said))
}

function presented(actor: Actor, { facts, choice, closed }: Said): FirstSteps {
  const entries = entriesOf(actor)
  const isClosed = (step: Step) => closed.includes(entries[step] ?? '')
  const own = stepsOf(actor).filter((step) => !isClosed(step))
  const follows = isFollowedBy(actor)
  const shown = (step: Step, isYours: boolean, isSkipped: boolean): FirstStep => {
    const { isDone = false, recordId = null } = facts[step] ?? {}
    const state = isDone ? 'done' : isSkipped ? 'skipped' : 'open'
    return { step, state, isYours, recordId: isDone ? null : recordId }
  }
  return {
    steps:
      own.length === 0
        ? []
        : [
            ...own.map((step) => shown(step, true, choice?.skipped.includes(step) ?? false)),
            ...followingSteps.filter((step) => !isClosed(step)).map((step) => shown(step, follows[step], false)),
          ],
    isDismissed: choice?.isDismissed ?? false,
  }
}
