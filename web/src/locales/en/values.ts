/** The words of values in the audit log. Each stands once, in the namespace of its records; the build writes them out here. */
import certifications from './certifications.ts'
import deals from './deals.ts'
import imports from './imports.ts'
import orders from './orders.ts'
import products from './products.ts'
import productTypes from './productTypes.ts'
import profile from './profile.ts'

const { r, ra, c, cu, u, d } = profile.permissions.flags

export default {
  certificateStatus: certifications.definition.statuses,
  certificateKind: certifications.definition.kinds,
  dealStatus: deals.status,
  protection: deals.protection,
  eBid: deals.ebid,
  importKind: imports.kind,
  orderStatus: orders.status,
  productStatus: products.status,
  activation: products.rules,
  environment: products.environment,
  valueType: productTypes.types,
  module: profile.permissions.modules,
  flag: { r: r.word, ra: ra.word, c: c.word, cu: cu.word, u: u.word, d: d.word },
  factor: profile.factors.names,
}
