import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Recipe } from '@trellis/contract/import-recipe'
import { shippedRecipes } from '@trellis/contract/import-recipes'
import { imports, mostRecipes } from '@trellis/contract/imports'
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
const keep = (body: Recipe) => vendor.call(imports.keepRecipe, { body })
const names = async () => (await vendor.call(imports.recipes)).map(({ recipe: { name } }) => name).sort()

test('a reader keeps a recipe by its name, in place of the one before, and deletes it', async () => {
  const first = await keep(recipe('Danea'))
  expect(await vendor.call(imports.recipes)).toEqual([{ recipeId: first.recipeId, recipe: recipe('Danea') }])
  const again = await keep(recipe('DANEA', { columns: { sku: { from: ['Cod'] } } }))
  expect(again.recipeId).toBe(first.recipeId)
  expect(await names()).toEqual(['DANEA'])
  // The same name for another kind of file is another recipe.
  const other = await keep(recipe('Danea', { kind: 'stock', columns: {} }))
  expect(await names()).toEqual(['DANEA', 'Danea'])
  for (const { recipeId } of [first, other]) await vendor.call(imports.removeRecipe, { params: { id: recipeId } })
  expect(await names()).toEqual([])
})

test('a recipe that is sent twice at once is one', async () => {
  const kept = await Promise.all([keep(recipe('Twice')), keep(recipe('Twice')), keep(recipe('Twice'))])
  expect(new Set(kept.map(({ recipeId }) => recipeId)).size).toBe(1)
  expect(await names()).toEqual(['Twice'])
  await vendor.call(imports.removeRecipe, { params: { id: kept[0]?.recipeId ?? '' } })
})

test('recipes are their reader’s own: a colleague, another account and another tenant see and delete nothing (threats T2)', async () => {
  const { recipeId } = await keep(recipe('Own'))
  for (const stranger of [world.manager, nordico, canary]) {
    expect(await stranger.call(imports.recipes)).toEqual([])
    expect(await stranger.refused(imports.removeRecipe, { params: { id: recipeId } })).toMatchObject({ code: 'RQ404' })
  }
  expect(await names()).toEqual(['Own'])
  await vendor.call(imports.removeRecipe, { params: { id: recipeId } })
})

test('nobody keeps a recipe for what they may not import', async () => {
  const refusal = await acmeBasic.refused(imports.keepRecipe, { body: recipe('Mine', { kind: 'users' }) })
  expect(refusal).toMatchObject({ code: 'RQ403', info: { permission: 'Users:c' } })
  expect(await nordico.refused(imports.keepRecipe, { body: recipe('Mine', { kind: 'orders' }) })).toMatchObject({
    code: 'RQ403',
  })
})

test(`a reader keeps at most ${mostRecipes} recipes`, async () => {
  for (let number = 0; number < mostRecipes; number += 1) await keep(recipe(`Number ${number}`))
  expect(await vendor.refused(imports.keepRecipe, { body: recipe('One more') })).toMatchObject({ code: 'RQ409' })
  // One of those can be changed still.
  await keep(recipe('Number 1', { keepAll: true }))
  await raw(world, 'delete from import_recipes')
})

test('the command takes a recipe by its name or from a file, and reads as it says', async () => {
  await keep(recipe('Danea'))
  const file = join(scratch, 'danea.json')
  writeFileSync(file, JSON.stringify(recipe('From a file')))
  writeFileSync(join(scratch, 'products.csv'), 'Cod;Nome;Prezzo (k€);Colore\r\nR-1;Uno;1,5;rosso\r\n')
  const run = async (recipes: Recipe[]) => {
    const said: string[] = []
    const options = { dryRun: false, keepGood: false, refusedTo: scratch, recipes }
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
