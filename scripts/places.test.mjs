import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { namedSchemas } from '../contract/src/schemas.ts'

/* Checks for places that are easily forgotten when a field or a column is added (CONTRIBUTING.md) and that no other check covers. */

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path) => readFileSync(root + path, 'utf8')
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
const all = (text, pattern) => [...text.matchAll(pattern)].map((match) => match[1])
const textOf = (pattern) => {
  const paths = tracked.filter((path) => pattern.test(path) && !/\.test\.|\.gen\./.test(path))
  return paths.map((path) => read(path)).join('\n')
}
const wordsOf = (text) => new Set(text.match(/\w+/g))

/** Contract fields that no source of the web app mentions, with the reason. */
const onNoScreen = {
  'File.fileHash': 'for programs that compare files',
  'File.uploadedByAccountId': 'shown by the name of the account',
  'AuthData.refreshToken': 'the browser keeps it in a cookie',
  'RefreshRequest.refreshToken': 'the browser keeps it in a cookie',
  'RefreshRequest.oauthProviderType': 'sign-in through another provider is not offered',
  'RefreshRequest.callbackUrl': 'sign-in through another provider is not offered',
  'TokenRequest.oauthProviderType': 'sign-in through another provider is not offered',
  'TokenRequest.callbackUrl': 'sign-in through another provider is not offered',
  'Currency.currencySymbol': 'money is shown by its letters',
  'DealStatistics.currencySymbol': 'money is shown by its letters',
  'OrderStatistics.currencySymbol': 'money is shown by its letters',
  'OrderStatistics.totalSellOutPriceCurrencyId': 'the figures are in the currency of the account',
  'TimeSeries.sameSamplingRate': 'the axis follows the sampling of the current period',
  'OrderItem.priceListCustomPriceDiscountType': 'lines show the price that came of it',
  'OrderItem.priceListCustomPriceDiscountAmount': 'lines show the price that came of it',
  'Order.relationId': 'a chain is shown by its derived orders',
  'Lease.lease': 'for devices, not for people',
  'Lease.leaseExpirationDate': 'for devices, not for people',
  'LicenseClaims.issuedAt': "for the vendor's software",
  'LicenseFile.documents': "for the vendor's software",
  'License.licenseHasBeenActivated': 'shown by its dates',
  'LicenseSeat.deviceLang': 'reported by devices, for the software itself',
}

/** What browsers and the library of WebAuthn tell each other: handed over whole, and read by no source of ours. */
const ofWebAuthn = /^Passkey(Assertion|Creation|Descriptor|Owner|Portal|Registration|Request)$/

const fields = [...namedSchemas]
  .filter(([name]) => !ofWebAuthn.test(name))
  .flatMap(([name, schema]) => Object.keys(schema._zod.def.shape ?? {}).map((field) => ({ name, field })))

test('every contract field is used by the web app or listed with the reason why not', () => {
  const words = wordsOf(textOf(/^web\/src\/(app|features)\//))
  const missing = fields.filter(({ field }) => !words.has(field)).map(({ name, field }) => `${name}.${field}`)
  expect(fields.length).toBeGreaterThan(300)
  expect(missing.sort()).toEqual(Object.keys(onNoScreen).sort())
})

/** For each request that creates a record: the sources of the form that sends it. */
const forms = {
  'network.NewAccount': 'accounts/CreateAccountForm|accounts/newAccount',
  'deal-changes.DealDraft': 'deals/newDeal|deals/CreateDealPage',
  'prospects.ProspectDraft': 'deals/newDeal|deals/ProspectFields',
  'orders.OrderDraft': 'orders/draft|orders/OrderForm|orders/useOrderWriting',
  'catalogue.ProductDraft': 'catalogue/',
  'environments.EnvironmentDraft': 'environments/EnvironmentDialog',
  'certificates.CertificateDraft': 'certifications/',
  'license-changes.LicenseDraft': 'licenses/Create|licenses/draft',
  'price-lists.PriceListDraft': 'price-lists/Create',
}

/** Fields of these requests that no form asks for, with the reason. */
const inNoForm = {
  'DealDraft.externalIds': 'entered on the page of the deal',
  'EnvironmentDraft.parentAccountId': 'another name of accountId',
  'LicenseDraft.externalIds': 'for programs',
  'NewAccount.externalIds': 'entered on the page of the account',
  'NewAccount.notificationReceiverEmail': 'entered on the page of the account',
  'OrderDraft.dealId': 'sent by the dialog of a deal',
  'OrderDraft.externalIds': 'for programs',
  'OrderDraft.source': 'for programs',
  'OrderDraft.sourceData': 'for programs',
  'ProspectDraft.coordinates': 'for programs',
  'ProspectDraft.legalName': 'for programs; people enter one name',
  'ProspectDraft.locality': 'for programs',
}

test('every field of a request that creates a record is in the form that sends it', async () => {
  const missing = []
  for (const [name, sources] of Object.entries(forms)) {
    const [file, schema] = name.split('.')
    const { [schema]: draft } = await import(`../contract/src/${file}.ts`)
    const words = wordsOf(textOf(new RegExp(`^web/src/features/(${sources})`)))
    missing.push(
      ...Object.keys(draft._zod.def.shape)
        .filter((field) => !words.has(field))
        .map((field) => `${schema}.${field}`),
    )
  }
  expect(missing.toSorted()).toEqual(Object.keys(inNoForm).toSorted())
})

/** Schemas of the wire with fields that the server does not fill or read yet. */
const notYet = ['TokenRequest', 'RefreshRequest']

test('every contract field is used by the server', () => {
  const words = wordsOf(textOf(/^server\/(src\/(modules|platform)|schema)\//))
  const missing = fields.filter(({ name, field }) => !words.has(field) && !notYet.includes(name))
  expect(missing).toEqual([])
})

test('every contract file with endpoints is registered in schemas.ts', () => {
  const named = new Set(all(read('contract/src/schemas.ts'), /from '\.\/([\w-]+)\.ts'/g))
  const withCalls = tracked
    .filter((path) => /^contract\/src\/[\w-]+\.ts$/.test(path) && /= endpoint\(|: endpoint\(/.test(read(path)))
    .map((path) => path.slice('contract/src/'.length, -'.ts'.length))
  expect(withCalls.filter((name) => !named.has(name))).toEqual([])
})

test('every list is searched by a call of `searchOf`, so that it can be exported', () => {
  const contract = textOf(/^contract\/src\/[\w-]+\.ts$/)
  const byHand = all(contract, /[^.]endpoint\(\{\s*method: 'POST',\s*path: '([^']+\/search)'/g)
  expect(all(contract, /searchOf\((\w+List), \{/g).length).toBeGreaterThan(8)
  expect(byHand).toEqual(['/subscriptions/search']) // options of a form, not a list screen
})

test('each filter of a list that the contract offers is on its screen, or `notOffered` there', async () => {
  const missing = []
  const screens = tracked.filter(
    (path) => /^web\/src\/features\/.*\.tsx$/.test(path) && /= fieldsOf\(/.test(read(path)),
  )
  for (const path of screens) {
    const [, local] = /= fieldsOf\((\w+)[,)]/.exec(read(path))
    const [, imported, file] = new RegExp(
      `import \\{([^}]*\\b${local}\\b[^}]*)\\} from '@trellis/contract/([\\w-]+)'`,
    ).exec(read(path))
    const name = new RegExp(`(\\w+) as ${local}\\b`).exec(imported)?.[1] ?? local
    const { [name]: list } = await import(`../contract/src/${file}.ts`)
    const folder = path.replace(/[^/]+$/, '')
    const lists = read(`${folder}lists.ts`)
    // A field above the rows sets some of them.
    const above = tracked.filter((other) => other.startsWith(folder) && other.endsWith('.tsx')).map(read)
    const options = lists.match(/notOffered: \[[^\]]*/g) ?? []
    const named = new Set([
      ...all(read(path), /\bfield\('(\w+)'/g),
      ...all(read(path), /filteredBy: '(\w+)'/g),
      ...all(options.join(), /'(\w+)'/g),
      ...all(lists, /searchedBy: '(\w+)'/g),
      ...all(above.join(), /withFilter\(list\.state, '(\w+)'/g),
    ])
    const filters = Object.keys(list.fields).filter(
      (field) => ![undefined, 'exact'].includes(list.fields[field].filter),
    )
    missing.push(...filters.filter((field) => !named.has(field)).map((field) => `${name}.${field}`))
  }
  expect(screens.length).toBeGreaterThan(8)
  expect(missing).toEqual([])
})

test('no route makes each filter of its list another screen for the router', () => {
  const lists = tracked.filter((path) => path.startsWith('web/src/routes/') && read(path).includes('prefetchList'))
  expect(lists.length).toBeGreaterThan(20)
  // See `prefetchList`: the outline would be drawn over the list, and the search field would lose the focus.
  expect(lists.filter((path) => read(path).includes('loaderDeps'))).toEqual([])
})

test('CONTRIBUTING names every file that the example of a new field is in', () => {
  const [, section] = /## A new field\n([\s\S]*?)\n## /.exec(read('CONTRIBUTING.md'))
  const [, field, column] = /git grep -nE "(\w+)\|(\w+)"/.exec(section)
  const places = all(section, /`([\w./*-]+\.\w+)`/g).map(
    (place) => new RegExp(`(^|/)${place.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}$`),
  )
  const floors =
    /^(contract\/src|docs|server\/(schema|src\/modules\/orders)|web\/src\/(app|features\/orders|locales|testing))\//
  const having = tracked.filter(
    (path) => floors.test(path) && !/\.test\./.test(path) && new RegExp(`\\b(${field}|${column})\\b`).test(read(path)),
  )
  expect(having.length).toBeGreaterThan(20)
  expect(having.filter((path) => !places.some((place) => place.test(path)))).toEqual([])
})

test('every file in server/schema is named after a module', () => {
  const modules = new Set(all(tracked.join('\n'), /^server\/src\/modules\/([\w-]+)\//gm))
  const texts = all(tracked.join('\n'), /^server\/schema\/([\w-]+)\.sql$/gm)
  expect(texts.filter((name) => !['platform', 'app'].includes(name) && !modules.has(name))).toEqual([])
})

test('migration and decision numbers are unique', () => {
  for (const numbers of [
    all(tracked.join('\n'), /^server\/migrations\/(\d{4})_/gm),
    all(tracked.join('\n'), /^docs\/decisions\/(\d{3})-/gm),
  ]) {
    expect(numbers.filter((number, place) => numbers.indexOf(number) < place)).toEqual([])
  }
})

test('every package of the lock file has an exact version, an integrity and a licence that we may ship (ASVS 15.1.2)', () => {
  const { packages } = JSON.parse(read('package-lock.json'))
  const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)
  // Its package.json names no licence; the file LICENSE is the MIT licence.
  const faulty = installed
    .filter(([path]) => path !== 'node_modules/png-js')
    .filter(
      ([, { version, integrity, license, dev }]) =>
        !/^\d+\.\d+\.\d+/.test(version) || !integrity || (!dev && (!license || /\b[AL]?GPL/.test(license))),
    )
  expect(installed.length).toBeGreaterThan(300)
  expect(faulty.map(([path, { license }]) => `${path} ${license}`)).toEqual([])
})

test('every npm script is documented', () => {
  const explained =
    read('CONTRIBUTING.md') + read('README.md') + read('docs/operations.md') + read('docs/performance.md')
  const { scripts } = JSON.parse(read('package.json'))
  const names = Object.keys(scripts).map((name) =>
    ['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`,
  )
  expect(names.filter((name) => !explained.includes(name))).toEqual([])
})
