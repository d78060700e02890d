import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Recipe } from '@trellis/contract/import-recipe'
import { shippedRecipes } from '@trellis/contract/import-recipes'
import { mostRecipes, recipes } from '@trellis/contract/recipes'
import { encoded } from '@trellis/contract/testing/encoded'
import { afterAll, expect, test } from 'vitest'
import { recipesOf } from '../../cli/import-recipes.ts'
import { network } from '../../testing/network.ts'
import { raw } from '../../testing/selling.ts'
import { importFolder } from './engine/folder.ts'

const world = await network()
const { vendor, nordico, acmeBasic, canary } = world
const scratch = mkdtempSync(join(tmpdir(), 'trellis-recipes-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const recipe = (name: string, more: Partial<Recipe> = {}): Recipe => ({
  ...{ name, kind: 'products', headings: ['Cod', 'Nome', 'Prezzo (k€)', 'Colore'] },
  columns: { sku: { from: ['Cod'] }, name: { from: ['Nome'] }, price: { from: ['Prezzo (k€)'], unit: 1000 } },
  ...more,
})
const keep = (body: Recipe) => vendor.call(recipes.keep, { body })
const names = async () => (await vendor.call(recipes.list)).map(({ recipe: { name } }) => name).sort()

test('a reader keeps a recipe by its name, in place of the one before, and deletes it', async () => {
  const first = await keep(recipe('Danea'))
  expect(await vendor.call(recipes.list)).toEqual([{ recipeId: first.recipeId, recipe: recipe('Danea') }])
  const again = await keep(recipe('DANEA', { columns: { sku: { from: ['Cod'] } } }))
  expect(again.recipeId).toBe(first.recipeId)
  expect(await names()).toEqual(['DANEA'])
  // The same name for another kind of file is another recipe.
  const other = await keep(recipe('Danea', { kind: 'stock', columns: {} }))
  expect(await names()).toEqual(['DANEA', 'Danea'])
  for (const { recipeId } of [first, other]) await vendor.call(recipes.remove, { params: { id: recipeId } })
  expect(await names()).toEqual([])
})

test('a recipe that is sent twice at once is one', async () => {
  const kept = await Promise.all([keep(recipe('Twice')), keep(recipe('Twice')), keep(recipe('Twice'))])
  expect(new Set(kept.map(({ recipeId }) => recipeId)).size).toBe(1)
  expect(await names()).toEqual(['Twice'])
  await vendor.call(recipes.remove, { params: { id: kept[0]?.recipeId ?? '' } })
})

test('recipes are their reader’s own: a colleague, another account and another tenant see and delete nothing (threats T2)', async () => {
  const { recipeId } = await keep(recipe('Own'))
  for (const stranger of [world.manager, nordico, canary]) {
    expect(await stranger.call(recipes.list)).toEqual([])
    expect(await stranger.refused(recipes.remove, { params: { id: recipeId } })).toMatchObject({ code: 'RQ404' })
  }
  expect(await names()).toEqual(['Own'])
  await vendor.call(recipes.remove, { params: { id: recipeId } })
})

test('nobody keeps a recipe for what they may not import', async () => {
  const refusal = await acmeBasic.refused(recipes.keep, { body: recipe('Mine', { kind: 'users' }) })
  expect(refusal).toMatchObject({ code: 'RQ403', info: { permission: 'Users:c' } })
  expect(await nordico.refused(recipes.keep, { body: recipe('Mine', { kind: 'orders' }) })).toMatchObject({
    code: 'RQ403',
  })
})

test(`a reader keeps at most ${mostRecipes} recipes`, async () => {
  for (let number = 0; number < mostRecipes; number += 1) await keep(recipe(`Number ${number}`))
  expect(await vendor.refused(recipes.keep, { body: recipe('One more') })).toMatchObject({ code: 'RQ409' })
  await raw(world, `delete from import_recipes where name = 'Number 0'`)
  const two = await Promise.allSettled([keep(recipe('At once')), keep(recipe('Both'))])
  expect(two.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  // One of those can be changed still.
  await keep(recipe('Number 1', { keepAll: true }))
  await raw(world, 'delete from import_recipes')
})

test('the command takes a recipe by its name or from a file, and reads as it says', async () => {
  await keep(recipe('Danea'))
  const file = join(scratch, 'danea.json')
  writeFileSync(file, JSON.stringify(recipe('From a file')))
  writeFileSync(join(scratch, 'products.csv'), 'Cod;Nome;Prezzo (k€);Colore\r\nR-1;Uno;1,5;rosso\r\n')
  const run = async (taken: Recipe[]) => {
    const said: string[] = []
    const options = { dryRun: false, keepGood: false, refusedTo: scratch, recipes: taken }
    const good = await importFolder(world.db, world.tenantId, scratch, {
      ...options,
      onProblem: (_, { column, reason }) => said.push(`${column}: ${reason}`),
    })
    return { good, said }
  }
  expect((await run([])).said).toEqual([
    expect.stringMatching(/^null: has columns that are not known: .*Colore; known are sku/),
    'price: has a heading that names thousands: say in a recipe how many pieces of money one is',
  ])
  const named = await recipesOf(world.db, world.tenantId, ['danea'])
  expect(named).toEqual([recipe('Danea')])
  expect(await run(named)).toEqual({ good: true, said: [] })
  expect(await raw(world, `select price_msrp::text as price from products where sku = 'R-1'`)).toEqual([
    { price: '1500.0000' },
  ])
  expect(await run(await recipesOf(world.db, world.tenantId, [file]))).toEqual({ good: true, said: [] })
})

/** An import by command with a recipe: what is said, and whether it came in. */
async function bring(
  file: string,
  content: string | Uint8Array,
  body: Recipe,
  { dryRun = false, keepGood = false } = {},
) {
  const folder = mkdtempSync(join(scratch, 'one-'))
  writeFileSync(join(folder, file), content)
  const said: string[] = []
  let leftOut: number[] = []
  const good = await importFolder(world.db, world.tenantId, folder, {
    ...{ dryRun, keepGood, refusedTo: folder, recipes: [body] },
    onProblem: (_, { line, column, value, reason }) => said.push(`${line} ${column} ${value}: ${reason}`),
    onFile: (outcome) => {
      leftOut = outcome.leftOut
    },
  })
  return { good, said, leftOut, folder }
}
const plain = (more: Partial<Recipe> = {}): Recipe => ({
  ...{ name: 'Plain', kind: 'products', headings: ['sku', 'name', 'price'] },
  columns: { sku: { from: ['sku'] }, name: { from: ['name'] }, price: { from: ['price'] } },
  ...more,
})
const nameOf = async (sku: string) =>
  (await raw<{ name: string }>(world, 'select name from products where sku = $1', [sku]))[0]?.name

test('the encoding of a recipe counts where the letters can be read in several ways, and never against the file itself', async () => {
  const doubtful = encoded('sku,name,price\r\nE-1,Kovač,1\r\n', 'windows-1250') as Uint8Array
  expect(await bring('products.csv', doubtful, plain({ encoding: 'windows-1250' }))).toMatchObject({ good: true })
  expect(await nameOf('E-1')).toBe('Kovač')
  const certain = 'sku,name,price\r\nE-2,Kovač Größe,1\r\n'
  expect(await bring('products.csv', certain, plain({ encoding: 'windows-1250' }))).toMatchObject({ good: true })
  expect(await nameOf('E-2')).toBe('Kovač Größe')
})

test('a fault in one of the lines of a row is told with the row of the file, and that row is written to the refused ones', async () => {
  const rows = ['A,EDGE-1Y,1,CORE-3Y,2', 'B,EDGE-1Y,1,NOTHING,2', 'C,CORE-3Y,1,CORE-3Y,many', 'A,EDGE-1Y,1,,']
  const head = 'Firm,Product 1,Quantity 1,Product 2,Quantity 2'
  const [owner] = await raw<{ code: string }>(world, 'select code from accounts where account_id = $1', [
    nordico.accountId,
  ])
  const said = (value: string) => ({ value })
  const body: Recipe = {
    ...{ name: 'Wide', kind: 'deals', headings: head.split(',') },
    columns: {
      ...{ line: { count: true }, company: { from: ['Firm'] }, vendorAccountCode: said(owner?.code ?? '') },
      ...{ status: said('New'), creationDate: said('2024-05-31') },
    },
    lines: [
      { sku: 'Product 1', quantity: 'Quantity 1' },
      { sku: 'Product 2', quantity: 'Quantity 2' },
    ],
  }
  const text = (lines: string[]) => `${[head, ...lines].join('\r\n')}\r\n`
  const { said: faults } = await bring('deals.csv', text(rows), body, { dryRun: true })
  expect(faults).toEqual([
    expect.stringMatching(/^2 line .*: belongs to an order/),
    expect.stringMatching(/^2 line .*: belongs to an order/),
    expect.stringMatching(/^3 line .*: belongs to an order/),
    '3 sku NOTHING: is no product',
    expect.stringMatching(/^4 line .*: belongs to an order/),
    '4 quantity many: is not a whole number',
    '5 line 1: repeats the row of line 2',
  ])
  const { folder } = await bring('deals.csv', text(rows.slice(0, 3)), body, { keepGood: true })
  expect(readFileSync(join(folder, 'refused-deals.csv'), 'utf8')).toBe(text(rows.slice(1, 3)))
  const kept = await raw(
    world,
    `select i.line, i.qt from deals d join deal_items i using (tenant_id, deal_id)
    join deal_prospects p using (tenant_id, deal_id) where p.name = 'A' order by i.line`,
  )
  expect(kept).toEqual([
    { line: 1, qt: 1 },
    { line: 2, qt: 2 },
  ])
})

test('rows of totals are records where the recipe says so, and left out otherwise', async () => {
  const text = 'sku,name,price\r\nT-1,One,1\r\nTotal,,1\r\n'
  expect(await bring('products.csv', text, plain(), { dryRun: true })).toMatchObject({
    good: true,
    said: [],
    leftOut: [3],
  })
  expect(await bring('products.csv', text, plain({ keepAll: true }), { dryRun: true })).toMatchObject({
    ...{ good: false, leftOut: [] },
    said: ['3 name : is required'],
  })
})

test('a recipe of another source does not read the file: what it lacks and what is new are named', async () => {
  const folder = mkdtempSync(join(scratch, 'other-'))
  writeFileSync(join(folder, 'products.csv'), 'Cod;Nome;Sconto\r\nR-2;Due;2\r\n')
  const said: string[] = []
  await importFolder(world.db, world.tenantId, folder, {
    ...{ dryRun: true, keepGood: false, refusedTo: scratch, recipes: [recipe('Danea')] },
    onProblem: (_, { reason }) => said.push(reason),
  })
  expect(said).toEqual([
    expect.stringMatching(/^has columns that are not known: Sconto/),
    'lacks columns that the recipe reads: Prezzo (k€)',
  ])
})

test('a name that nobody keeps, a file that is no recipe, and two for one kind are refused in words', async () => {
  const of = (...given: string[]) => recipesOf(world.db, world.tenantId, given)
  await expect(of('Nothing')).rejects.toThrow(/keeps a recipe Nothing. These come with the portal: Salesforce opp/)
  const file = join(scratch, 'wrong.json')
  writeFileSync(file, '{"name": "x"')
  await expect(of(file)).rejects.toThrow(/is not JSON/)
  writeFileSync(file, JSON.stringify({ ...recipe('x'), kind: 'everything' }))
  await expect(of(file)).rejects.toThrow(/is no recipe: kind: /)
  await expect(of(join(scratch, 'absent.json'))).rejects.toThrow(/cannot be read/)
  await expect(of('Salesforce products', 'Shopify products')).rejects.toThrow(/several recipes for products.csv/)
  expect((await of('salesforce opportunities'))[0]).toBe(shippedRecipes[0])
})
