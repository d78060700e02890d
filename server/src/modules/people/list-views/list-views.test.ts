import { type ListViewDraft, listViews, mostViews } from '@trellis/contract/list-views'
import { users } from '@trellis/contract/users'
import { expect, test } from 'vitest'
import { network, type Person } from '../../../testing/network.ts'
import { raw } from '../../../testing/selling.ts'

const world = await network()
const { vendor, acme, acmeBasic, nordico, canary } = world

const draft = (name: string, more: Partial<ListViewDraft> = {}) => ({
  body: { list: 'orders.sellOut' as const, name, search: 'status=pending&sort=-orderTotal', ...more },
})
const read = (person: Person) => person.call(listViews.read)
const namesOf = async (person: Person) => (await read(person)).views.map(({ name }) => name)

test('a view is saved with its name and the state of the list, for the person who saved it and nobody else', async () => {
  const view = await acmeBasic.call(listViews.create, draft('Großkunden'))
  expect(view).toMatchObject({ name: 'Großkunden', search: 'status=pending&sort=-orderTotal', isDefault: false })
  expect((await read(acmeBasic)).views).toEqual([view])
  for (const other of [acme, vendor, nordico, canary]) {
    expect(await namesOf(other)).toEqual([])
    const params = { id: view.viewId }
    expect(await other.refused(listViews.update, { params, body: { name: 'Mine' } })).toMatchObject({ code: 'RQ404' })
    expect(await other.refused(listViews.remove, { params })).toMatchObject({ code: 'RQ404' })
  }
  expect(await namesOf(acmeBasic)).toEqual(['Großkunden'])
})

test('views are renamed, changed and deleted; fields that are left out do not change', async () => {
  const { viewId } = await acme.call(listViews.create, draft('B'))
  const other = await acme.call(listViews.create, draft('a', { list: 'licenses.search', search: '' }))
  const params = { id: viewId }
  expect(await acme.call(listViews.update, { params, body: { name: ' Bigger ' } })).toMatchObject({
    name: 'Bigger',
    search: 'status=pending&sort=-orderTotal',
  })
  expect(await acme.call(listViews.update, { params, body: { search: 'anything=x' } })).toMatchObject({
    name: 'Bigger',
    search: 'anything=x',
  })
  expect(await namesOf(acme)).toEqual(['a', 'Bigger'])
  await acme.call(listViews.remove, { params })
  expect(await acme.refused(listViews.remove, { params })).toMatchObject({ code: 'RQ404' })
  expect((await read(acme)).views).toEqual([other])
})

test('a name is unique in a list, ignoring case, but can be used in another list or by another person', async () => {
  const { viewId } = await nordico.call(listViews.create, draft('Open'))
  const second = await nordico.call(listViews.create, draft('Late'))
  const taken = { status: 422, code: 'RQ422', info: { issues: [{ path: 'name', code: 'taken' }] } }
  expect(await nordico.refused(listViews.create, draft(' open '))).toMatchObject(taken)
  const rename = { params: { id: second.viewId }, body: { name: 'OPEN' } }
  expect(await nordico.refused(listViews.update, rename)).toMatchObject(taken)
  expect(await nordico.call(listViews.update, { params: { id: viewId }, body: { name: 'OPEN' } })).toMatchObject({
    name: 'OPEN',
  })
  await nordico.call(listViews.create, draft('Open', { list: 'orders.sellIn' }))
  await acme.call(listViews.create, draft('Open'))
})

test('a list has at most one default view', async () => {
  const first = await vendor.call(listViews.create, draft('First', { isDefault: true }))
  const elsewhere = await vendor.call(listViews.create, draft('Keys', { list: 'licenses.search', isDefault: true }))
  const second = await vendor.call(listViews.create, draft('Second', { isDefault: true }))
  const defaults = async () =>
    (await read(vendor)).views.filter(({ isDefault }) => isDefault).map(({ viewId }) => viewId)
  expect(await defaults()).toEqual([elsewhere.viewId, second.viewId])
  await vendor.call(listViews.update, { params: { id: first.viewId }, body: { isDefault: true } })
  expect(await defaults()).toEqual([first.viewId, elsewhere.viewId])
  await vendor.call(listViews.update, { params: { id: first.viewId }, body: { isDefault: false } })
  expect(await defaults()).toEqual([elsewhere.viewId])
})

test('a list has at most twenty views, even if they are saved concurrently', async () => {
  const answers = await Promise.all(
    Array.from({ length: mostViews + 3 }, (_, n) => canary.raw(listViews.create, draft(`View ${n}`))),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(mostViews).fill(201), 409, 409, 409])
  expect(await namesOf(canary)).toHaveLength(mostViews)
  await canary.call(listViews.create, draft('One more', { list: 'deals.search' }))
})

test('a draft that is too long, empty or of an unknown list is refused at its field', async () => {
  for (const [body, path] of [
    [{ ...draft('x').body, list: 'users' }, 'list'],
    [{ ...draft('x').body, name: '  ' }, 'name'],
    [{ ...draft('x').body, name: 'x'.repeat(61) }, 'name'],
    [{ ...draft('x').body, name: null }, 'name'],
    [{ ...draft('x').body, search: 'x'.repeat(2001) }, 'search'],
    [{ ...draft('x').body, search: 'a\u0000b' }, 'search'],
    [{ ...draft('x').body, isDefault: 'yes' }, 'isDefault'],
  ] as const)
    expect(await acme.raw(listViews.create, { body }), path).toMatchObject({
      status: 422,
      body: { code: 'RQ422', info: { issues: [{ path }] } },
    })
  const shown = Object.fromEntries(Array.from({ length: 61 }, (_, n) => [`column${n}`, true]))
  for (const body of [{ list: 'deals.search', shown }, { list: 'deals.search', shown: { code: 'no' } }, { shown: {} }])
    expect((await acme.raw(listViews.chooseColumns, { body })).status).toBe(422)
})

test('a person’s choice of columns is saved on the server, the last choice counts, and other people’s do not change', async () => {
  const choose = (person: Person, shown: Record<string, boolean>) =>
    person.call(listViews.chooseColumns, { body: { list: 'deals.search', shown } })
  await choose(acme, { code: false, vendor: true })
  await choose(acme, { vendor: false })
  await choose(acmeBasic, { code: true })
  expect((await read(acme)).columns).toEqual([{ list: 'deals.search', shown: { vendor: false } }])
  expect((await read(acmeBasic)).columns).toEqual([{ list: 'deals.search', shown: { code: true } }])
  expect((await read(canary)).columns).toEqual([])
})

test('views and columns are deleted together with their person', async () => {
  await acme.call(users.remove, { params: { id: acmeBasic.userId } })
  for (const table of ['list_views', 'list_columns'])
    expect(await raw(world, `select 1 from ${table} where user_id = $1`, [acmeBasic.userId])).toEqual([])
})
