import { type Recipe, Recipe as recipeSchema } from '@trellis/contract/import-recipe'
import { type KeptRecipe, mostRecipes } from '@trellis/contract/recipes'
import { named } from '../../platform/database/search.ts'
import { json, type Sql, sql } from '../../platform/database/sql.ts'
import { lockRequestsOf } from '../../platform/database/tries.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'

type Owner = Pick<Actor, 'userId' | 'accountId'>

const ownedBy = ({ userId, accountId }: Owner): Sql =>
  sql`r.tenant_id = (select current_tenant()) and r.user_id = ${userId} and r.account_id = ${accountId}`

export const listRecipes = (tx: Reader, owner: Owner) =>
  tx.json<KeptRecipe[]>(sql`
    select coalesce(json_agg(json_build_object('recipeId', r.recipe_id, 'recipe', r.recipe)
                             order by ${named(sql`r.name`)}, r.kind, r.recipe_id), '[]')::text
    from import_recipes r where ${ownedBy(owner)}`)

/** Keeps a recipe in place of one with its name and kind. Two at once are one. */
export async function keepRecipe(tx: Tx, owner: Owner, recipe: Recipe): Promise<KeptRecipe> {
  await lockRequestsOf(tx, 'recipes', owner.userId)
  const { kind, name } = recipe
  const beside = await tx.row<{ id: string | null; count: number }>(sql`
    select max(case when r.kind = ${kind} and key_of(r.name) = key_of(${name}) then r.recipe_id::text end) as id,
           count(*)::int as count
    from import_recipes r where ${ownedBy(owner)}`)
  const recipeId = beside?.id ?? newId()
  if (beside?.id == null && (beside?.count ?? 0) >= mostRecipes)
    throw new Refusal('RQ409', null, `At most ${mostRecipes} recipes`)
  await tx.run(sql`
    insert into import_recipes (recipe_id, user_id, account_id, kind, name, recipe)
    values (${recipeId}, ${owner.userId}, ${owner.accountId}, ${kind}, ${name}, ${json(recipe)})
    on conflict (tenant_id, recipe_id) do update set name = excluded.name, recipe = excluded.recipe`)
  return { recipeId, recipe }
}

export const removeRecipe = (tx: Tx, owner: Owner, recipeId: string) =>
  tx.run(sql`delete from import_recipes r where ${ownedBy(owner)} and r.recipe_id = ${recipeId}`)

/** The recipes of a name that readers of the tenant keep, for the operator: those that differ. */
export async function recipesNamed(tx: Reader, name: string): Promise<Recipe[]> {
  const rows = await tx.rows<{ recipe: unknown }>(sql`
    select distinct r.recipe from import_recipes r
    where r.tenant_id = (select current_tenant()) and key_of(r.name) = key_of(${name})`)
  return rows.map(({ recipe }) => recipeSchema.parse(recipe))
}
