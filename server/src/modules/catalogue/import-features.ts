import { hasPermission } from '@trellis/contract/permissions'
import { featureTypeNames } from '@trellis/contract/product-types'
import { sql } from '../../platform/database/sql.ts'
import { oneOf, required, text } from '../../platform/import/cells.ts'
import { definitionImport } from '../../platform/import/definition.ts'
import { key } from '../../platform/import/keys.ts'
import { report, sound } from '../../platform/import/stage.ts'
import { recordRows } from '../audit/index.ts'

const names = Object.values(featureTypeNames)
const typeNumber = sql`array_position(array[${sql.join(names)}]::text[], s.type_name)`

/** What kinds of product can have (rules C9). They come before the product types, which give them values. */
export const featuresImport = definitionImport({
  name: 'features.csv',
  columns: {
    featureName: required(key()),
    typeName: required(oneOf(...names)),
    description: required(text(2000)),
  },
  table: 'features',
  id: 'feature_id',
  key: { column: 'featureName', sameAs: 'key_of(feature_name)' },
  async find(tx) {
    await tx.run(sql`
      update stage_features s set record_id = f.feature_id from features f
      where f.tenant_id = (select current_tenant()) and key_of(f.name) = key_of(s.feature_name)`)
    await report(
      tx,
      'typeName',
      'otherFeatureType',
      sql`from stage_features s
        join features f on f.tenant_id = (select current_tenant()) and f.feature_id = s.record_id
        where ${sound} and f.value_type <> ${typeNumber}`,
    )
  },
  named: { name: sql`s.feature_name`, value_type: typeNumber },
  renamed: ['name'],
  facts: [{ column: 'description', to: 'description', otherwise: sql`''` }],
  mayChange: ({ actor }) => hasPermission(actor.permissions, 'ProductTypes', 'u'),
  told: sql`jsonb_build_object('name', d.name, 'description', d.description)`,
  noteChange: (tx, change, rows) =>
    recordRows(tx, change === 'created' ? 'feature.created' : 'feature.updated', 'feature', rows),
  present: (among) => sql`
    select f.feature_id::text as id, f.name as "featureName", (array[${sql.join(names)}]::text[])[f.value_type] as "typeName", f.description
    from features f
    -- A type that this version does not know is in no file.
    where f.tenant_id = (select current_tenant()) and f.value_type <= ${names.length} and ${among(sql`f.feature_id`)}
    order by key_of(f.name)`,
})
