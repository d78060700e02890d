import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Recipe } from './import-recipe.ts'
import { ById, Id } from './values.ts'

/** Recipes that a reader may keep. */
export const mostRecipes = 50

export const KeptRecipe = z.object({ recipeId: Id, recipe: Recipe })
export type KeptRecipe = z.output<typeof KeptRecipe>

export const recipes = {
  list: endpoint({
    method: 'GET',
    path: '/imports/recipes',
    summary: "The caller's recipes for files to import, by name",
    permission: 'session',
    answer: z.array(KeptRecipe),
    onlyPeople: true,
  }),
  keep: endpoint({
    method: 'PUT',
    path: '/imports/recipes',
    summary: 'Keep a recipe for the caller, in place of one with its name and kind; at most 50 (RQ409)',
    permission: 'session',
    body: Recipe,
    answer: KeptRecipe,
    refusals: ['RQ403', 'RQ409'],
    onlyPeople: true,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/imports/recipes/:id',
    summary: 'Delete a recipe of the caller',
    permission: 'session',
    params: ById,
    refusals: ['RQ404'],
    onlyPeople: true,
  }),
}
