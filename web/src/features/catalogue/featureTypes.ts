import { type FeatureTypeId, type FeatureTypeName, featureTypeNames } from '@trellis/contract/product-types'

/** The value types of features, with the numbers used on the wire. */
export const featureTypes = Object.entries(featureTypeNames).map(
  ([id, name]): { id: FeatureTypeId; name: FeatureTypeName } => ({ id: Number(id) as FeatureTypeId, name }),
)
