/**
 * The actions of the audit log by the kind of record that they concern: `record.what_happened`, one name for one thing,
 * whether it came from a screen, an import or a job.
 */
const actionsByEntity = {
  account: [
    'account.created',
    'account.updated',
    'account.address_changed',
    'account.address_added',
    'account.moved',
    'account.deleted',
    'price_list.associated',
    'price_list.dissociated',
    'stock.imported',
    'stock.threshold_changed',
  ],
  certificate: ['certificate.created', 'certificate.updated', 'certificate.removed'],
  certification: [
    'certification.issued',
    'certification.imported',
    'certification.renewed',
    'certification.noted',
    'certification.revoked',
  ],
  deal: [
    'deal.created',
    'deal.updated',
    'deal.protection_decided',
    'deal.ebid_asked',
    'deal.ebid_decided',
    'deal.extension_asked',
    'deal.extended',
    'deal.extension_refused',
    'deal.expired',
    'deal.ordered',
    'deal.imported',
  ],
  deal_settings: ['deal_settings.updated'],
  environment: ['environment.created', 'environment.updated', 'environment.removed'],
  feature: ['feature.created', 'feature.updated', 'feature.removed'],
  file: ['file.uploaded', 'file.updated', 'file.removed'],
  import: ['import.done'],
  license: [
    'license.created',
    'license.imported',
    'license.activated',
    'license.noted',
    'license.seat_taken',
    'license.seat_released',
    'license.seat_cleared',
    'license.seat_deleted',
    'license.seat_suspended',
    'license.seat_resumed',
    'license.exported',
    'license.renewed',
  ],
  order: [
    'order.created',
    'order.imported',
    'order.updated',
    'order.approved',
    'order.canceled',
    'order.revoked',
    'order.attached',
    'order.detached',
  ],
  price_list: [
    'price_list.created',
    'price_list.updated',
    'price_list.removed',
    'price_list.products_set',
    'price_list.product_added',
    'price_list.product_changed',
    'price_list.product_removed',
  ],
  product: ['product.created', 'product.updated', 'product.removed', 'product.deleted'],
  product_type: ['product_type.created', 'product_type.updated', 'product_type.removed'],
  session: ['session.started', 'session.ended'],
  tenant: ['audit.anchored'],
  user: [
    'mfa.backup_code_used',
    'mfa.disabled',
    'mfa.enabled',
    'password.changed',
    'password.reset_requested',
    'user.activated',
    'user.created',
    'user.deleted',
    'user.invited',
    'user.reactivated',
    'user.roles_changed',
    'user.suspended',
    'user.updated',
  ],
} as const

type ActionsByEntity = typeof actionsByEntity
export type Entity = keyof ActionsByEntity
/** The names of the actions on one kind of record; any other name is a type error. */
export type ActionOn<E extends Entity> = ActionsByEntity[E][number]

/** All names, for the test that compares them with what the code records. */
export const actionNames: readonly string[] = Object.values(actionsByEntity).flat()
