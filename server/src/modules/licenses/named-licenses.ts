import type { LicenseSearch } from '@trellis/contract/licenses'
import type { RenewalSearch } from '@trellis/contract/renewals'
import { isWellFormed, normalize } from '@trellis/contract/serial-keys'
import { contains, containsCode, type Value } from '../../platform/database/search.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import {
  everyRecordNamed,
  everyWord,
  hasWord,
  hasWordInCapitals,
  lookUp,
  lookUpParts,
  type Named,
  nothingNamed,
  partOf,
  recordsNamed,
  some,
} from '../../platform/database/words.ts'
import { accountsByWord, isAccountByWord } from '../accounts/index.ts'
import { isUserByWord, usersByWord } from '../people/index.ts'
import { byExternalId, isByExternalId } from '../tenants/index.ts'
import { products, productsByName, productsBySku, productsByWord, productsNamed } from './filters.ts'

/** The texts and names by which a word finds a license: its key, devices, creator, order, product and owner. */
const sources = {
  texts: recordsNamed('license'),
  makers: usersByWord,
  orders: recordsNamed('order'),
  products: productsByWord,
  owners: accountsByWord,
  outside: byExternalId('license'),
}

/** What the texts of a search name: its words, parts of keys, of the names of owners, and of names and SKUs of products. */
export interface Found {
  words: Named<keyof typeof sources>
  keys: Named<'texts'>
  owners: Named<'parties'>
  names: Named<'products'>
  skus: Named<'products'>
}

type Asked = Pick<LicenseSearch, 'filterBy'> | Pick<RenewalSearch, 'filterBy'>

export async function lookUpLicenses(tx: Reader, asked: Asked): Promise<Found> {
  const filterBy = asked.filterBy.filter(({ field, values }) => field !== 'serialKey' || !areWhole(values))
  return {
    words: await lookUp(tx, asked, sources),
    keys: await lookUpParts(tx, { filterBy }, ['serialKey'], { texts: sources.texts }),
    owners: await lookUpParts(tx, asked, ['ownerAccountName'], { parties: sources.owners }),
    names: await lookUpParts(tx, asked, ['productName'], { products: productsByName }),
    skus: await lookUpParts(tx, asked, ['sku'], { products: productsBySku }),
  }
}

/** Of a search without texts. */
export const nothingFound: Found = {
  ...{ words: nothingNamed, keys: nothingNamed, owners: nothingNamed },
  ...{ names: nothingNamed, skus: nothingNamed },
}

/** Whether the ids of many keys lead (`Named.isMany`). */
export const areKeysNamed = ({ words, keys }: Found): boolean => words.isMany || keys.isMany

/** Filters by what few keys may have among many, each served by an index. */
const narrow = new Set<string>([
  ...['anything', 'licenseId', 'serialKey', 'externalId', 'ownerAccountName', 'ownerAccountId'],
  ...['productName', 'sku', 'productId', 'needsMe'],
])
export const isNarrow = ({ filterBy }: Asked): boolean =>
  filterBy.some(({ field, values }) => narrow.has(field) && values.length > 0)

/** The few products with the name or SKU are looked up first; each may have many licenses. */
const ofProducts = (found: Named<'products'>, alike: (values: Value[]) => Sql) => (values: Value[]) =>
  some(values.map((value) => found('products', String(value), sql`l.product_id`, () => products(alike)([value]))))
export const productNames = ({ names }: Found) => ofProducts(names, contains(sql`p.name_folded`))
export const skus = (found: Found) => ofProducts(found.skus, contains(sql`p.sku_folded`))

/** Complete keys are looked up by equality, parts of keys in the texts. All keys are stored in capitals. */
export const serialKeys =
  ({ keys }: Found) =>
  (values: Value[]): Sql =>
    areWhole(values)
      ? sql`l.serial_key = any(${values.map((value) => normalize(String(value)))}::text[])`
      : partOf(keys, 'texts', sql`l.license_id`, containsCode(sql`l.serial_key`))(values)

const areWhole = (values: readonly Value[]) => values.every((value) => isWellFormed(normalize(String(value))))

export const byWords = ({ words: found }: Found) =>
  everyWord((word) =>
    some([
      found(
        'texts',
        word,
        sql`l.license_id`,
        () => sql`(${hasWordInCapitals(word, sql`l.serial_key`)} or l.license_id in (
          select s.license_id from license_seats s
          where s.tenant_id = (select current_tenant()) and ${hasWord(word, sql`s.device_folded`)}))`,
      ),
      found('makers', word, sql`l.created_by`, () => isUserByWord(sql`l.created_by`, word)),
      found(
        'orders',
        word,
        sql`l.derived_order_id`,
        () => sql`l.derived_order_id in (${everyRecordNamed('order', word)})`,
      ),
      found('products', word, sql`l.product_id`, () => productsNamed(word)),
      found('outside', word, sql`l.license_id`, () => isByExternalId('license', sql`l.license_id`, word)),
      found('owners', word, sql`l.owner_id`, () => isAccountByWord(sql`l.owner_id`, word)),
    ]),
  )
