import { readFile } from 'node:fs/promises'
import { Recipe } from '@trellis/contract/import-recipe'
import { shippedRecipes } from '@trellis/contract/import-recipes'
import { recipesNamed } from '../modules/imports/index.ts'
import type { Database } from '../platform/database/database.ts'
import { CommandError } from './command.ts'

/**
 * The recipes of `--recipe`: each a file as the import screen downloads it, or the name of one that somebody of the tenant keeps
 * or that comes with the portal. For each kind of file there can be one.
 */
export async function recipesOf(db: Database, tenantId: string, given: readonly string[]): Promise<Recipe[]> {
  const found: Recipe[] = []
  for (const name of given)
    found.push(...(/\.json$/i.test(name) ? await fromFile(name) : await named(db, tenantId, name)))
  const kinds = found.map(({ kind }) => kind)
  const twice = kinds.find((kind, at) => kinds.indexOf(kind) !== at)
  if (twice !== undefined) throw new CommandError(`There are several recipes for ${twice}.csv: say one.`)
  return found
}

async function fromFile(path: string): Promise<Recipe[]> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new CommandError(`The recipe cannot be read: ${error.message}`)
  })
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw new CommandError(`${path} is not JSON.`)
  }
  return (Array.isArray(content) ? content : [content]).map((each) => {
    const read = Recipe.safeParse(each)
    if (read.success) return read.data
    const [issue] = read.error.issues
    throw new CommandError(`${path} is no recipe: ${issue?.path.join('.') || 'it'}: ${issue?.message}`)
  })
}

async function named(db: Database, tenantId: string, name: string): Promise<Recipe[]> {
  const tx = db.read({ tenantId, userId: null, reach: null, clock: null, requestId: null })
  const kept = await recipesNamed(tx, name)
  if (kept.length > 0) return kept
  const shipped = shippedRecipes.filter((recipe) => recipe.name.toLowerCase() === name.trim().toLowerCase())
  if (shipped.length > 0) return shipped
  const names = shippedRecipes.map((recipe) => recipe.name).join(', ')
  throw new CommandError(`Nobody of the tenant keeps a recipe ${name}. These come with the portal: ${names}.`)
}
