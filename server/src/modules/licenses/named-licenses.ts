import { type Sql, sql } from '../../platform/database/sql.ts'
import { everyRecordNamed, everyWord, hasWord, type Named, recordsNamed, some } from '../../platform/database/words.ts'
import { accountsByWord, isAccountByWord } from '../accounts/index.ts'
import { isUserByWord, usersByWord } from '../people/index.ts'
import { byExternalId, isByExternalId } from '../tenants/index.ts'
import { productsNamed } from './filters.ts'

/** The texts and names by which a word finds a license: its key, devices, creator, order, product and owner. */
export const sources = {
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
export type Found = Named<keyof typeof sources>

export const byWords = (found: Found) =>
  everyWord((word) =>
    some([
      found(
        'texts',
        word,
        sql`l.license_id`,
        () => sql`(${hasWord(word, sql`lower(l.serial_key)`)} or l.license_id in (
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
