import * as accounts from './accounts.ts'
import * as apiKeys from './api-keys.ts'
import * as approvals from './approvals.ts'
import * as attachments from './attachments.ts'
import * as audit from './audit.ts'
import * as batch from './batch.ts'
import * as catalogue from './catalogue.ts'
import * as certificates from './certificates.ts'
import * as credit from './credit.ts'
import * as dashboard from './dashboard.ts'
import * as dealAnswers from './deal-answers.ts'
import * as dealChanges from './deal-changes.ts'
import * as deals from './deals.ts'
import * as devices from './devices.ts'
import * as directories from './directories.ts'
import * as emailChanges from './email-changes.ts'
import type { Schema } from './endpoint.ts'
import * as environments from './environments.ts'
import * as events from './events.ts'
import * as exportsOfLists from './exports.ts'
import * as externalIds from './external-ids.ts'
import * as files from './files.ts'
import * as find from './find.ts'
import * as firstSteps from './first-steps.ts'
import * as foresight from './foresight.ts'
import * as identity from './identity.ts'
import * as importPreview from './import-preview.ts'
import * as imports from './imports.ts'
import * as installation from './installation.ts'
import * as issuedCertificates from './issued-certificates.ts'
import * as keyPages from './key-pages.ts'
import * as licenseChanges from './license-changes.ts'
import * as licenseDocuments from './license-documents.ts'
import * as licenses from './licenses.ts'
import * as listViews from './list-views.ts'
import * as live from './live.ts'
import * as monthReports from './month-reports.ts'
import * as network from './network.ts'
import * as networkMap from './network-map.ts'
import * as news from './news.ts'
import * as orderApprovals from './order-approvals.ts'
import * as orderMarks from './order-marks.ts'
import * as orders from './orders.ts'
import * as ownAccounts from './own-accounts.ts'
import * as passkeys from './passkeys.ts'
import * as pastOrders from './past-orders.ts'
import * as pastPrices from './past-prices.ts'
import * as permissions from './permissions.ts'
import * as priceLists from './price-lists.ts'
import * as pricePlans from './price-plans.ts'
import * as pricing from './pricing.ts'
import * as productTypes from './product-types.ts'
import * as proofs from './proofs.ts'
import * as prospects from './prospects.ts'
import * as recipes from './recipes.ts'
import * as renewals from './renewals.ts'
import * as reports from './reports.ts'
import * as sandbox from './sandbox.ts'
import * as secondFactors from './second-factors.ts'
import * as settings from './settings.ts'
import * as signInSettings from './sign-in-settings.ts'
import * as stock from './stock.ts'
import * as tenants from './tenants.ts'
import * as today from './today.ts'
import * as users from './users.ts'
import * as values from './values.ts'
import * as webhooks from './webhooks.ts'

const modules: Record<string, unknown>[] = [
  values,
  permissions,
  tenants,
  sandbox,
  settings,
  signInSettings,
  identity,
  emailChanges,
  proofs,
  secondFactors,
  directories,
  ownAccounts,
  passkeys,
  users,
  apiKeys,
  listViews,
  externalIds,
  accounts,
  network,
  networkMap,
  news,
  catalogue,
  productTypes,
  priceLists,
  pricing,
  pricePlans,
  pastOrders,
  pastPrices,
  stock,
  files,
  approvals,
  credit,
  orders,
  orderApprovals,
  orderMarks,
  attachments,
  audit,
  certificates,
  issuedCertificates,
  environments,
  events,
  batch,
  licenseChanges,
  licenses,
  devices,
  prospects,
  dealChanges,
  dealAnswers,
  deals,
  renewals,
  keyPages,
  live,
  licenseDocuments,
  dashboard,
  foresight,
  imports,
  importPreview,
  installation,
  recipes,
  today,
  find,
  firstSteps,
  exportsOfLists,
  reports,
  monthReports,
  webhooks,
]

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && '_zod' in value

/**
 * Every exported schema of the contract by its export name, which the OpenAPI document uses. Not for the browser: it
 * would load every schema.
 */
export const namedSchemas: ReadonlyMap<string, Schema> = named()

function named(): Map<string, Schema> {
  const found = new Map<string, Schema>()
  for (const [name, schema] of modules.flatMap((module) => Object.entries(module))) {
    if (!/^[A-Z]/.test(name) || !isSchema(schema)) continue
    if ((found.get(name) ?? schema) !== schema) throw new Error(`Two schemas are called ${name}`)
    found.set(name, schema)
  }
  return found
}
