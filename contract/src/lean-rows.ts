/*
 * The fields that the portal's screens request for the rows of the two largest lists (decision 072). The benchmark sends the
 * same requests.
 */
import type { License } from './licenses.ts'
import type { Order } from './orders.ts'

/** Of the lists of orders. */
export const carriedOfOrders = [
  'orderId',
  'orderCode',
  'buyer',
  'vendor',
  'orderRefCode',
  'creationDate',
  'status',
  'invoiced',
  'paid',
  'orderTotal',
  'currencyCode',
  'blocked',
] as const satisfies readonly (keyof Order)[]
export type OrderRow = Pick<Order, (typeof carriedOfOrders)[number]>

/** Of the list of licenses. */
export const carriedOfLicenses = [
  'licenseId',
  'serialKey',
  'product',
  'ownerAccount',
  'seats',
  'seatsOccupied',
  'activationDate',
  'expirationDate',
  'maintenanceExpirationDate',
  'licenseIsPerpetual',
  'maintenanceIsPerpetual',
  'licenseHasBeenActivated',
  'licenseHasBeenExported',
  'exportOnPremiseEnvironmentId',
  'licenseExport',
  'creationDate',
  'licenseNote',
  'blocked',
] as const satisfies readonly (keyof License)[]
export type LicenseRow = Pick<License, (typeof carriedOfLicenses)[number]>
