import {
  type FeatureTypeName,
  FeatureValue,
  fitsFeatureType,
  type ProductType,
  type TypeFeature,
} from '@trellis/contract/product-types'
import { Id, requiredText, text } from '@trellis/contract/values'
import * as z from 'zod/mini'
import { clashes, merged, mergedFeatures } from './merge.ts'

const typeNames = ['dateTime', 'string', 'double', 'int', 'bool', 'object'] as const satisfies FeatureTypeName[]

const Setting = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    typeName: z.enum(typeNames),
    value: FeatureValue,
  })
  .check(
    z.refine(({ typeName, value }) => fitsFeatureType(typeName, value), {
      path: ['value'],
      error: ({ input }) => {
        const typeName = (input as { typeName: FeatureTypeName }).typeName
        return typeName === 'int' || typeName === 'double' ? 'number' : 'invalid_value'
      },
    }),
  )

/** The form values of a product type. */
export const TypeFields = z.object({ name: requiredText(), description: text(2000), features: z.array(Setting) })
export type TypeInput = z.input<typeof TypeFields>
export type TypeOutput = z.output<typeof TypeFields>

export const settingOf = ({ id, name, description, typeName }: Omit<TypeFeature, 'typeId' | 'value'>) => ({
  id,
  name,
  description,
  typeName,
})

export const typeInputOf = (type: ProductType): TypeInput => ({
  name: type.name,
  description: type.description ?? '',
  features: type.features.map((feature) => ({ ...settingOf(feature), value: feature.value })),
})

/** The paths of the fields that were changed here and by somebody else. */
export function clashingFields(start: TypeInput, mine: TypeInput, now: TypeInput, seen: TypeInput): string[] {
  const flat = ({ name, description, features }: TypeInput) => ({
    name,
    description,
    ...Object.fromEntries(features.map(({ id, value }) => [id, value])),
  })
  return clashes(flat(start), flat(mine), flat(now), flat(seen)).map((key) => {
    const index = mine.features.findIndex(({ id }) => id === key)
    return index < 0 ? key : `features.${index}.value`
  })
}

/** The values to save for a type that somebody else may have changed since `start`. */
export const mergedType = (start: TypeInput, mine: TypeInput, now: TypeInput): TypeInput => ({
  ...merged(start, mine, now),
  features: mergedFeatures(start.features, mine.features, now.features),
})

export const typePayloadOf = ({ name, description, features }: TypeInput) => ({
  name: name.trim(),
  description: description.trim() === '' ? null : description,
  features: features.map(({ id, value }) => ({ id, value })),
})
