import { news } from '@trellis/contract/news'
import { orders } from '@trellis/contract/orders'
import { beforeEach, expect, test } from 'vitest'
import { network } from '../../testing/network.ts'
import { runJob } from '../../testing/queue.ts'
import { raw, selling } from '../../testing/selling.ts'

const world = await network()
const { vendor, nordico, acme, fjord, acmeBasic } = world
const { change, request, offer, issue, items } = selling(world)

await issue({ 'EDGE-1Y': 100 })
await change(vendor, (await request(nordico, { 'EDGE-1Y': 30 })).id, 'approved')

const run = (name: string) => runJob(world, name)
/** The mails posted since the start of the test, sorted by address. */
async function told(): Promise<{ to: string; subject: string }[]> {
  await run('news:mail')
  const mails = await world.mails()
  return mails
    .map(({ to, subject }) => ({ to, subject }))
    .sort((a, b) => (`${a.to} ${a.subject}` < `${b.to} ${b.subject}` ? -1 : 1))
}
const set = (statement: string, values: unknown[] = []) => raw(world, statement, values)

beforeEach(async () => {
  await run('news:mail')
  await set(`delete from mails`)
  await set(`update users set is_notification_enabled = true, language_code = 'en'`)
  await set(`update accounts set notification_email = null`)
})

test('a purchase is mailed to those of the vendor’s users who may read orders, and to nobody else', async () => {
  const { id, orderCode } = await request(acme, { 'EDGE-1Y': 2 })
  expect(await told()).toEqual([{ to: 'nora@nordico.example', subject: `New order ${orderCode} from Acme` }])
  const [mail] = await world.mails()
  expect(mail?.text).toContain(`http://localhost:3000/sell-out/${id}`)
  expect(mail?.text).toContain('one product, €200.00 in total')
})

test('a sale is mailed to the buyer, with a link to its purchases', async () => {
  const { id, orderCode } = await offer(nordico, acme, { 'EDGE-1Y': 1 })
  expect(await told()).toEqual([
    { to: 'anna@acme.example', subject: `New order ${orderCode} for Acme` },
    { to: 'basil@acme.example', subject: `New order ${orderCode} for Acme` },
  ])
  expect((await world.mails('anna@acme.example'))[0]?.text).toContain(`http://localhost:3000/sell-in/${id}`)
})

test.each(['approved', 'canceled'] as const)(
  'that an order was %s is news to the other side, and never to who did it',
  async (status) => {
    const order = await request(acme, { 'EDGE-1Y': 1 })
    await run('news:mail')
    await set('delete from mails')
    await change(nordico, order.id, status)
    const subject = `Order ${order.orderCode} was ${status}`
    expect(await told()).toEqual([
      { to: 'anna@acme.example', subject },
      { to: 'basil@acme.example', subject },
    ])
    // Takes the stock away from Acme again, so that Nordico sells to Acme's buyers.
    if (status === 'approved') await change(nordico, order.id, 'revoked')
  },
)

test('who gets only a part is told which order the rest is', async () => {
  const { id } = await request(acme, { 'EDGE-1Y': 3 })
  const [line] = (await nordico.call(orders.read, { params: { id } })).items ?? []
  await run('news:mail')
  await set('delete from mails')
  const body = { status: 'approved' as const, items: [{ orderItemId: line?.orderItemId ?? '', quantity: 1 }] }
  const { chain = [] } = await nordico.call(orders.changeStatus, { params: { id }, body })
  await run('news:mail')
  const [rest] = chain
  const { text = '' } = (await world.mails('anna@acme.example'))[0] ?? {}
  expect(text).toContain(`The rest waits as order ${rest?.orderCode}.`)
  expect(text).not.toContain('instead of')
  await set('delete from mails')
  await change(nordico, rest?.orderId ?? '', 'canceled')
  await change(nordico, id, 'revoked')
  await run('news:mail')
  await set('delete from mails')
})

test('who is approved other prices than were asked for is told what both come to', async () => {
  const { id } = await request(acme, { 'EDGE-1Y': 3 })
  const [line] = (await nordico.call(orders.read, { params: { id } })).items ?? []
  await run('news:mail')
  await set('delete from mails')
  const items = [{ orderItemId: line?.orderItemId ?? '', quantity: 2, price: 110.005 }]
  await nordico.call(orders.changeStatus, { params: { id }, body: { status: 'approved', items } })
  await run('news:mail')
  expect((await world.mails('anna@acme.example'))[0]?.text).toContain(
    'one product, €220.01 in total instead of €200.00, because prices were changed.',
  )
  const [told] = (await acme.call(news.list)).items
  expect(told).toMatchObject({ kind: 'order_approved', words: { total: '220.0100', asked: '200.00' } })
  await set('delete from mails')
  await change(nordico, id, 'revoked')
  await run('news:mail')
  expect((await world.mails('anna@acme.example'))[0]?.text).not.toContain('instead of')
  await set('delete from mails')
})

test('changes of several orders are sent in one mail per recipient, in the order of the events', async () => {
  const approved = await request(acme, { 'EDGE-1Y': 1 })
  await change(nordico, approved.id, 'approved')
  const canceled = await request(acme, { 'EDGE-1Y': 1 })
  await change(nordico, canceled.id, 'canceled')
  await change(nordico, approved.id, 'revoked')
  const subject = 'News of 2 orders'
  expect(await told()).toEqual([
    { to: 'anna@acme.example', subject },
    { to: 'basil@acme.example', subject },
    { to: 'nora@nordico.example', subject },
  ])
  const [mail] = await world.mails('anna@acme.example')
  expect(mail?.text.match(/^Order .* was \w+$/gm)).toEqual([
    `Order ${approved.orderCode} was approved`,
    `Order ${canceled.orderCode} was canceled`,
    `Order ${approved.orderCode} was revoked`,
  ])
  expect(mail?.text).toContain(`http://localhost:3000/sell-in/${canceled.id}`)
  expect(mail?.text).toContain('Open my orders:\nhttp://localhost:3000/sell-in\n')
})

test('an address on both sides of an order that the System cancels gets one mail', async () => {
  await set(`update users set is_notification_enabled = false`)
  await set(`update accounts set notification_email = 'both@example.org' where name in ('Nordico', 'Fjord')`)
  const order = await offer(nordico, fjord, { 'EDGE-1Y': 1 })
  await run('news:mail')
  await set(`delete from mails`)
  await set(`update orders set created_at = now() - interval '15 days' where order_id = $1`, [order.id])
  await run('orders:cancel-stale')
  expect(await told()).toEqual([{ to: 'both@example.org', subject: `Order ${order.orderCode} was canceled` }])
})

test('an order that the System cancels after 14 days is mailed to both sides', async () => {
  const order = await offer(nordico, fjord, { 'EDGE-1Y': 1 })
  await told()
  await set(`delete from mails`)
  await set(`update orders set created_at = now() - interval '15 days' where order_id = $1`, [order.id])
  await run('orders:cancel-stale')
  const subject = `Order ${order.orderCode} was canceled`
  expect(await told()).toEqual([
    { to: 'finn@fjord.example', subject },
    { to: 'nora@nordico.example', subject },
  ])
  expect((await world.mails())[0]?.text).toContain('waited too long for a decision')
})

test('when an account above the vendor creates the order, only the buyer is mailed', async () => {
  const order = await request(acme, { 'EDGE-1Y': 1 })
  await told()
  await set(`delete from mails`)
  await change(vendor, order.id, 'approved')
  expect((await told()).map(({ to }) => to)).toEqual(['anna@acme.example', 'basil@acme.example'])
})

test('users who switched notifications off, are suspended or may not read orders get no mail', async () => {
  await set(`update users set is_notification_enabled = false where email = 'anna@acme.example'`)
  await set(`update users set status = 'user_suspended' where email = 'basil@acme.example'`)
  await offer(nordico, acme, { 'EDGE-1Y': 1 })
  expect(await told()).toEqual([])
  await set(`update users set status = 'user_active', is_notification_enabled = true`)
  await set(
    `update roles set permissions = '[{"module": "Orders", "flags": "c-u"}, {"module": "Users", "flags": "r"}]'
     where tenant_id = $1 and name = 'Basic'`,
    [world.tenantId],
  )
  await offer(nordico, acme, { 'EDGE-1Y': 1 })
  expect((await told()).map(({ to }) => to)).toEqual(['anna@acme.example'])
})

test('the account’s notification address gets one mail in the language of its first user, unless its owner made the change', async () => {
  await set(`update users set language_code = 'it' where email = 'anna@acme.example'`)
  await set(`update accounts set notification_email = 'orders@acme.example' where name = 'Acme'`)
  const { orderCode } = await offer(nordico, acme, { 'EDGE-1Y': 1 })
  expect(await told()).toContainEqual({ to: 'orders@acme.example', subject: `Nuovo ordine ${orderCode} per Acme` })
  const ofAccount = (await world.mails('orders@acme.example'))[0]?.text
  expect(ofAccount).toContain('Ciao Acme,')
  expect(ofAccount).toContain('Acme ha indicato questo indirizzo')
  expect(ofAccount).not.toContain('/profile')

  await set(`delete from mails`)
  await set(`update accounts set notification_email = 'ANNA@acme.example' where name = 'Acme'`)
  await offer(nordico, acme, { 'EDGE-1Y': 1 })
  await run('news:mail')
  expect(await world.mails('anna@acme.example')).toHaveLength(1)
  expect((await world.mails('anna@acme.example'))[0]?.text).toContain('Ciao Anna Acme,')

  await set(`delete from mails`)
  await set(`update accounts set notification_email = 'nora@nordico.example' where name = 'Acme'`)
  await offer(nordico, acme, { 'EDGE-1Y': 1 })
  expect((await told()).map(({ to }) => to)).not.toContain('nora@nordico.example')
})

test('an order within one account and a refused order are mailed to nobody', async () => {
  await issue({ 'EDGE-1Y': 1 })
  await acme.refused(orders.create, { body: { items: items({ 'EDGE-1Y': 1 }, { 'EDGE-1Y': 1 }) } })
  expect(await told()).toEqual([])
  expect(await set('select from news where mail is not null')).toEqual([])
})

test('each news item is mailed once, however often and however many times in parallel the job runs', async () => {
  await request(acme, { 'EDGE-1Y': 1 })
  await request(acmeBasic, { 'EDGE-1Y': 1 })
  await Promise.all(Array.from({ length: 6 }, () => run('news:mail')))
  await run('news:mail')
  const mails = await world.mails('nora@nordico.example')
  expect(mails.flatMap(({ text }) => text.match(/http:\S+sell-out\/\S+/g) ?? [])).toHaveLength(2)
  expect(await set('select from news where mail is not null')).toEqual([])
})

test('news is mailed only within the tenant, in its branding', async () => {
  await request(acme, { 'EDGE-1Y': 1 })
  await run('news:mail')
  const [mail] = await world.mails()
  expect(JSON.stringify(await world.mails())).not.toMatch(/canary/i)
  expect(mail?.headers.From).toBe('Verdant <no-reply@localhost>')
  expect(await set(`select distinct tenant_id from mails`)).toEqual([{ tenant_id: world.tenantId }])
})

test('all stale sell-outs are cancelled in one run, however many there are', { tags: ['long'] }, async () => {
  await issue({ 'EDGE-1Y': 300 })
  await change(vendor, (await request(nordico, { 'EDGE-1Y': 250 })).id, 'approved')
  const ids: string[] = []
  for (let made = 0; made < 201; made++) ids.push((await offer(nordico, fjord, { 'EDGE-1Y': 1 })).id)
  await set(`update orders set created_at = now() - interval '15 days' where order_id = any($1::uuid[])`, [ids])
  await run('orders:cancel-stale')
  expect(await set(`select from orders where status = 'pending' and order_id = any($1::uuid[])`, [ids])).toEqual([])
})
