import { type FeatureTypeId, type FeatureTypeName, featureTypeNames } from '@trellis/contract/product-types'

/** What the value of a feature can be, with the numbers of the wire. */
export const featureTypes = Object.entries(featureTypeNames).map(
  ([id, name]): { id: FeatureTypeId; name: FeatureTypeName } => ({ id: Number(id) as FeatureTypeId, name }),
)
