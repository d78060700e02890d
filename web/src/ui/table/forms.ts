/**
 * The popups of the table, loaded when they are wanted. Most lists are used without them, and their fields
 * would be a tenth of a list's size.
 */
import { later } from '../later.tsx'
import { loadNamespaces } from '../translation.ts'

export type { FilterFormProps } from './FilterForm.tsx'

export const FilterForm = later(() => import('./FilterForm.tsx'))
export const FilterMenu = later(() => import('./FilterMenu.tsx'))
export const MoreMenu = later(() => import('./MoreMenu.tsx'))
export const ExportMenu = later(() => import('./ExportMenu.tsx'))
export const ViewsMenu = later(async () => {
  const [menu] = await Promise.all([import('./ViewsMenu.tsx'), loadNamespaces(['listViews'])])
  return menu
})
export const KeyHelp = later(() => import('./KeyHelp.tsx'))
