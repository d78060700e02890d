/**
 * What opens from the head of a table: fetched when a pointer or the keyboard comes near. Most lists are read without it,
 * and its fields would be a tenth of what a list weighs.
 */
import { later } from '../later.tsx'

export type { FilterFormProps } from './FilterForm.tsx'

export const FilterForm = later(() => import('./FilterForm.tsx'))
export const ColumnChoice = later(() => import('./ColumnChoice.tsx'))
