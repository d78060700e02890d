import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { leanContract } from './leanContract.ts'
import { leanRoutes } from './leanRoutes.ts'
import { filesOfPart, parts } from './parts.ts'
import { startFiles } from './startFiles.ts'
import { valueWords } from './valueWords.ts'

// Keep the browser's host header: the server accepts cookies only from its own origin.
const api = { target: process.env.PORTAL_SERVER ?? 'http://127.0.0.1:3000', changeOrigin: false }

/** Code that the sign-in screen needs too; everything added here slows down the first screen of every visit. */
const forEverybody =
  /node_modules\/(react|react-dom|scheduler)\/|web\/src\/app\/(i18n|places|problem|publicCall|redirect|refresh|session|tenant)\.ts|web\/src\/ui\/(color|translation)\.ts|contract\/src\/(codes|passwords)\.ts/

/** The modules, with their imports, that every signed-in screen needs: frame, router, cache. */
const forTheFrame = /web\/src\/(app\/App|app\/frame\/Frame|routes\/_frame)\.tsx/

/** The modules, with their imports, that a list needs before any click. Forms, dialogs and charts are not included. */
const forEveryList =
  /web\/src\/(app\/(KnownTag|fields|known|useImportAction|useList|bulk\/(RunDialog|nextRow|useBulk))|ui\/(ActionButton|ActionMenu|Badge|Bytes|ColorDot|DataTable|DateTime|Dialog|EntityLink|FilterBar|Money|Panel|Percentage|Quantity|StatusTag|Switch|TabLinks|field|table\/Summary))\.tsx?|contract\/src\/lean-rows\.ts/

/** Small modules that the first screen and the lists share: their calls, what the application knows of its records, and icons. */
const forManyScreens =
  /contract\/src\/(accounts|addresses|catalogue|currencies|durations|deal-states|deals|issued-certificates|license-changes|licenses|news|order-approvals|orders|placement|price-lists|product-types|renewals|reports|search|stock|tenants|today|users|values)\.ts$|web\/src\/app\/(addressLines|amounts|countryName|network|productHref|purchase|queries|stockLevels|roleNames|CertificateBadges|live\/authors)\.tsx?$|web\/src\/features\/(?:accounts\/(?:GroupBadge|queries)|deals\/(?:obstacle|useDeal))\.tsx?$|web\/src\/ui\/(LinkedText|ShortNote|download|money|press)\.tsx?$|node_modules\/@tabler\//

/** What the list of a feature is made of: its columns, states, filters and what is done to many of its rows. */
const forTheListOf =
  /web\/src\/features\/([\w-]+)\/(?:lists|tags|time|worth|rules|periods|expiry|currencies|stale|duration|bulkActions|manyDecisions|stateCells|Sums|YesNo|StateTag|NetworkTab|StatusOfProduct|DealsFrame|use(?:LinkedFilters|WhyNot|SelectionReport)|use(?!Item)\w+(?:Columns|Bulk)|useProductActions|(?:Licenses|Orders)Table|\w+StatusTag|ExpiryTag|(?:Orders|Licenses)(?:Page|Summary))\.tsx?$|web\/src\/features\/(deals)\/deals\.module\.css$/

/** Files of a screen that several screens have: its modules are too small for a file each. */
const filesOf: Readonly<Record<string, RegExp>> = {
  'deal-rows':
    /web\/src\/features\/deals\/(?:lists|manyDecisions|stateCells|useLinkedFilters|useDeal(?:Bulk|Columns))\.tsx?$/,
  // What a change of a record is shown with, in the list and in each record's history.
  audit:
    /web\/src\/app\/audit\/(?:AuditSummary|AuditValue|comparison|currencyBeside|reading|roleWords|useAuditWords|useRecordHref)\.tsx?$|contract\/src\/audit(?:-actions|-fields)?\.ts$/,
  deciding: /web\/src\/(?:app\/HeldActs|features\/deals\/useDecisions|ui\/useDecisionRows)\.tsx?$/,
  account: /web\/src\/features\/accounts\/(?:AccountBar|AccountPage|whyNoAccount)\.tsx?$/,
  certifications: /web\/src\/features\/certifications\/(?:blocked|issued)\.ts$|contract\/src\/certificates\.ts$/,
  users: /web\/src\/features\/people\/members\/(?:UsersTable|lists|useUser(?:Bulk|Columns))\.tsx?$/,
  user: /web\/src\/(?:features\/people\/members\/(?:blocked|useUser(?:Actions|Changes))|app\/UserStatusTag)\.tsx?$/,
}

const fileOf = (module: string): string | null =>
  Object.entries(filesOf).find(([, modules]) => modules.test(module))?.[0] ??
  forTheListOf.exec(module)?.slice(1).find(Boolean) ??
  null

const library = 'node_modules\\/@mantine\\/(?:core|hooks)\\/esm\\/'
/** Pieces of forms, which would be twenty files. */
const pieces: Readonly<Record<string, RegExp>> = {
  box: new RegExp(
    `${library}(?:core\\/(?:Box|factory|styles-api|utils)\\/|components\\/UnstyledButton\\/|use-(?:id|merged-ref|uncontrolled)\\/)`,
  ),
  inputs: new RegExp(
    `${library}components\\/(?:CloseButton|Input|InputBase|TextInput)\\/|web\\/src\\/(?:app\\/sale|ui\\/(?:faults|faultFocus))\\.ts$`,
  ),
  choosing: new RegExp(
    `${library}components\\/(?:Combobox|Popover)\\/|node_modules\\/@floating-ui\\/|web\\/src\\/ui\\/(?:ComboField|SearchSelect|TreeSelect|firstFound|tree)\\.(?:tsx?|module\\.css)$`,
  ),
}

const pieceOf = (module: string): string | null =>
  Object.entries(pieces).find(([, modules]) => modules.test(module))?.[0] ?? null

/** Files that are told apart by name: by `parts.ts`, by journeys, and by who looks at what a browser loads. Others have a hash alone. */
const hasName = /^(base|frame|list|calls|decisions|schemas|rolldown-runtime)$|App$|Block$|^laterScreens$/

export default defineConfig({
  plugins: [
    leanContract(),
    valueWords(),
    parts(),
    tanstackRouter({
      target: 'react',
      routesDirectory: './src/routes',
      generatedRouteTree: './src/routeTree.gen.ts',
      autoCodeSplitting: true,
      codeSplittingOptions: { defaultBehavior: [['loader', 'component'], ['errorComponent'], ['notFoundComponent']] },
      quoteStyle: 'single',
      semicolons: false,
    }),
    leanRoutes(),
    react(),
    startFiles(),
  ],
  // Compile the contract from its source, so that tree shaking keeps only what a screen uses.
  resolve: {
    conditions: ['source', 'module', 'browser', 'development|production'],
    alias: {
      '@tanstack/react-router': fileURLToPath(new URL('src/app/routing/index.ts', import.meta.url)),
      'react-i18next': fileURLToPath(new URL('src/ui/translation.ts', import.meta.url)),
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': api, '/health': api, '/dev': api },
  },
  build: {
    target: 'es2023',
    sourcemap: false,
    // Inlined `data:` files would need a wider content security policy and could not be cached.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, needed, { hostType }) => (hostType === 'js' ? filesOfPart(file, needed) : needed),
    },
    rolldownOptions: {
      output: {
        // The names of all files are in what the first screen loads, and a hash cannot be compressed: seven letters are 42 bits, and fewer are refused for so many files.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: ({ name }) => (hasName.test(name) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:8].js'),
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          // By default the bundler creates one file for every set of screens that share a module: sixty requests for a
          // list.
          groups: [
            { name: 'base', test: forEverybody, priority: 9 },
            // Which only forms need.
            {
              name: 'schemas',
              // With the constants that only schemas are made of.
              test: /node_modules\/zod\/|contract\/src\/[\w-]+\.ts\?schemas|contract\/src\/(brand|events)\.ts$/,
              includeDependenciesRecursively: false,
              priority: 10,
            },
            { name: 'frame', test: forTheFrame, priority: 8 },
            { name: 'list', test: forEveryList, priority: 7 },
            {
              name: 'calls',
              test: forManyScreens,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 6,
            },
            {
              name: fileOf,
              test: (module) => fileOf(module) !== null,
              includeDependenciesRecursively: false,
              priority: 5,
            },
            // The bar, the tabs and the facts of a record's page.
            {
              name: 'record',
              test: /web\/src\/ui\/(CopyButton|RecordBar|RecordPage|Record|Segmented|stuck)\.(tsx?|module\.css)$|AccountPage\.module\.css$|node_modules\/@mantine\/hooks\/esm\/use-clipboard/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 5,
            },
            // What forms are made of: what every piece of the library of components needs, inputs, and choosing from many.
            {
              name: pieceOf,
              test: (module) => pieceOf(module) !== null,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 4,
            },
            // What the desk has of the records that are decided there, in one file.
            {
              name: 'decisions',
              test: /contract\/src\/(approvals|dashboard)\.ts$|web\/src\/(app\/(margin|period)|features\/today\/(Fetched|today)|ui\/Trend)\.tsx?$/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 5,
            },
          ],
        },
      },
    },
  },
})
