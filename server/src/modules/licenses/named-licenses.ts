import type { LicenseSearch } from '@trellis/contract/licenses'
import type { RenewalSearch } from '@trellis/contract/renewals'
import { isWellFormed, normalize } from '@trellis/contract/serial-keys'
import { containsCode, type Value } from '../../platform/database/search.ts'
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
import { productsNamed } from './filters.ts'

/** The texts and names by which a word finds a license: its key, devices, creator, order, product and owner. */
const sources = {
  texts: recordsNamed('license'),
  makers: usersByWord,
  orders: recordsNamed('order'),
  products: {
    ids: (patterns: Sql) => sql`
      select b.product_id from offered.product_publications b
      join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
      where b.tenant_id = (select current_tenant()) and (p.name_folded like any(${patterns}) or p.sku_folded like any(${patterns}))`,
  },
  owners: accountsByWord,
  outside: byExternalId('license'),
}

/** What the texts of a search name: its words, parts of keys, and parts of the names of owners. */
export interface Found {
  words: Named<keyof typeof sources>
  keys: Named<'texts'>
  owners: Named<'parties'>
}

type Asked = Pick<LicenseSearch, 'filterBy'> | Pick<RenewalSearch, 'filterBy'>

export async function lookUpLicenses(tx: Reader, asked: Asked): Promise<Found> {
  const filterBy = asked.filterBy.filter(({ field, values }) => field !== 'serialKey' || !areWhole(values))
  return {
    words: await lookUp(tx, asked, sources),
    keys: await lookUpParts(tx, { filterBy }, ['serialKey'], { texts: sources.texts }),
    owners: await lookUpParts(tx, asked, ['ownerAccountName'], { parties: sources.owners }),
  }
}

/** Of a search without texts. */
export const nothingFound: Found = { words: nothingNamed, keys: nothingNamed, owners: nothingNamed }

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
