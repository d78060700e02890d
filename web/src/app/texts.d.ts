/** The keys that `t` accepts: the English texts define every namespace. */
import 'i18next'
import type accountCredit from '../locales/en/accountCredit.ts'
import type accountForm from '../locales/en/accountForm.ts'
import type accounts from '../locales/en/accounts.ts'
import type apiKeys from '../locales/en/apiKeys.ts'
import type approvals from '../locales/en/approvals.ts'
import type audit from '../locales/en/audit.ts'
import type auditChain from '../locales/en/auditChain.ts'
import type certifications from '../locales/en/certifications.ts'
import type charts from '../locales/en/charts.ts'
import type common from '../locales/en/common.ts'
import type dashboard from '../locales/en/dashboard.ts'
import type dealOrders from '../locales/en/dealOrders.ts'
import type deals from '../locales/en/deals.ts'
import type directories from '../locales/en/directories.ts'
import type email from '../locales/en/email.ts'
import type environments from '../locales/en/environments.ts'
import type errors from '../locales/en/errors.ts'
import type files from '../locales/en/files.ts'
import type firstSteps from '../locales/en/firstSteps.ts'
import type foresight from '../locales/en/foresight.ts'
import type importPreview from '../locales/en/importPreview.ts'
import type imports from '../locales/en/imports.ts'
import type installation from '../locales/en/installation.ts'
import type keyLink from '../locales/en/keyLink.ts'
import type keyPage from '../locales/en/keyPage.ts'
import type later from '../locales/en/later.ts'
import type licenses from '../locales/en/licenses.ts'
import type lines from '../locales/en/lines.ts'
import type listViews from '../locales/en/listViews.ts'
import type maintenance from '../locales/en/maintenance.ts'
import type manyRows from '../locales/en/manyRows.ts'
import type networkMap from '../locales/en/networkMap.ts'
import type news from '../locales/en/news.ts'
import type orderForm from '../locales/en/orderForm.ts'
import type orderParts from '../locales/en/orderParts.ts'
import type orders from '../locales/en/orders.ts'
import type ownAccounts from '../locales/en/ownAccounts.ts'
import type palette from '../locales/en/palette.ts'
import type passkeys from '../locales/en/passkeys.ts'
import type priceLists from '../locales/en/priceLists.ts'
import type pricePlans from '../locales/en/pricePlans.ts'
import type prices from '../locales/en/prices.ts'
import type productForm from '../locales/en/productForm.ts'
import type products from '../locales/en/products.ts'
import type productTypes from '../locales/en/productTypes.ts'
import type profile from '../locales/en/profile.ts'
import type renewals from '../locales/en/renewals.ts'
import type reports from '../locales/en/reports.ts'
import type secondFactor from '../locales/en/secondFactor.ts'
import type session from '../locales/en/session.ts'
import type settings from '../locales/en/settings.ts'
import type signInSettings from '../locales/en/signInSettings.ts'
import type stock from '../locales/en/stock.ts'
import type today from '../locales/en/today.ts'
import type ui from '../locales/en/ui.ts'
import type users from '../locales/en/users.ts'
import type validation from '../locales/en/validation.ts'
import type values from '../locales/en/values.ts'
import type verify from '../locales/en/verify.ts'
import type webhooks from '../locales/en/webhooks.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    returnNull: false
    resources: {
      accountCredit: typeof accountCredit
      accountForm: typeof accountForm
      accounts: typeof accounts
      apiKeys: typeof apiKeys
      approvals: typeof approvals
      audit: typeof audit
      auditChain: typeof auditChain
      certifications: typeof certifications
      charts: typeof charts
      common: typeof common
      dashboard: typeof dashboard
      today: typeof today
      dealOrders: typeof dealOrders
      deals: typeof deals
      directories: typeof directories
      email: typeof email
      environments: typeof environments
      errors: typeof errors
      importPreview: typeof importPreview
      imports: typeof imports
      installation: typeof installation
      foresight: typeof foresight
      keyLink: typeof keyLink
      keyPage: typeof keyPage
      later: typeof later
      licenses: typeof licenses
      lines: typeof lines
      listViews: typeof listViews
      maintenance: typeof maintenance
      manyRows: typeof manyRows
      networkMap: typeof networkMap
      news: typeof news
      orderForm: typeof orderForm
      orderParts: typeof orderParts
      orders: typeof orders
      ownAccounts: typeof ownAccounts
      palette: typeof palette
      passkeys: typeof passkeys
      priceLists: typeof priceLists
      pricePlans: typeof pricePlans
      prices: typeof prices
      productTypes: typeof productTypes
      productForm: typeof productForm
      products: typeof products
      profile: typeof profile
      renewals: typeof renewals
      reports: typeof reports
      secondFactor: typeof secondFactor
      session: typeof session
      files: typeof files
      firstSteps: typeof firstSteps
      settings: typeof settings
      signInSettings: typeof signInSettings
      stock: typeof stock
      ui: typeof ui
      users: typeof users
      validation: typeof validation
      values: typeof values
      verify: typeof verify
      webhooks: typeof webhooks
    }
  }
}
