import { type ActionsByEntity, type AuditedEntity, actionsByEntity } from '@trellis/contract/audit-actions'
import { inCamelCase } from '@trellis/contract/audit-fields'
import type { CustomTypeOptions } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { roleWords } from './roleWords.ts'

/** The texts of other screens that say what the values of a field mean; `*` is any kind of record. */
const wordsOfField: Readonly<Record<string, string>> = {
  'order.status': 'orders:status',
  'deal.status': 'deals:status',
  'product.status': 'products:status',
  'user.status': 'common:userStatus',
  'certificate.status': 'certifications:definition.statuses',
  'certificate.kind': 'certifications:definition.kinds',
  'certification.kind': 'certifications:definition.kinds',
  'import.kind': 'imports:kind',
  '*.protectionStatus': 'deals:protection',
  '*.eBidStatus': 'deals:ebid',
  '*.licenseActivationRule': 'products:rules',
  '*.module': 'profile:permissions.modules',
  '*.excludedMenuEntries': 'common:menu',
  '*.entry': 'common:menu',
  '*.origin': 'common:menu',
  '*.languageCode': 'common:languages',
}

/** Words that are stored as numbers. */
const numbered: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  environmentType: { 1: 'products:environment.cloud', 2: 'products:environment.onPremise' },
  providerType: { 1: 'profile:factors.names.email', 3: 'profile:factors.names.authenticator' },
  typeId: valueTypes(),
  valueType: valueTypes(),
}

function valueTypes(): Record<string, string> {
  const names = ['dateTime', 'string', 'double', 'int', 'bool', 'object']
  return Object.fromEntries(names.map((name, index) => [index + 1, `productTypes:types.${name}`]))
}

type Namespace = keyof CustomTypeOptions['resources']

/** The namespaces that hold the words of each kind of record. */
const namespaces: Readonly<Partial<Record<AuditedEntity, readonly Namespace[]>>> = {
  certificate: ['certifications'],
  certification: ['certifications'],
  deal: ['deals'],
  feature: ['productTypes'],
  import: ['imports'],
  order: ['orders'],
  product: ['products'],
  role: ['profile'],
  user: ['profile'],
}

/** Texts that must be loaded before the changes of these kinds of records are shown, for a route's loader. */
export const auditTexts = (...entities: readonly string[]): Namespace[] => [
  'audit',
  'common',
  ...new Set(entities.flatMap((entity) => namespaces[entity as AuditedEntity] ?? [])),
]

/** `customPriceDiscount` → `Custom price discount`, for a field of a later version. */
export function readable(name: string): string {
  const words = inCamelCase(name)
    .replace(/Ids?$/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1)
}

export interface AuditWords {
  /** What happened: "Order approved". */
  action(name: string): string
  /** A kind of record: "Price list". */
  entity(name: string): string
  /** The label of a field, with the names of the facts that it is part of: "Prospect: City". */
  field(entity: string, path: readonly string[]): string
  /** The word for a value of a field; the value itself if there is none. */
  value(entity: string, name: string, value: unknown): string
  /** All kinds of records, and all actions or those on some kinds, for choices. */
  entities: readonly { value: string; label: string }[]
  actionsOn(entities: readonly string[]): readonly { value: string; label: string }[]
}

/** The words of the audit log; `entity` loads those of the values of that kind of record too. */
export function useAuditWords(entity?: string): AuditWords {
  const { t, i18n } = useTranslation(auditTexts(...(entity === undefined ? [] : [entity])))
  return useMemo(() => {
    const text = t as (key: string) => string
    const known = (key: string, otherwise: string) => (i18n.exists(key) ? text(key) : otherwise)
    const label = (of: string, name: string) => {
      const field = inCamelCase(name)
      return known(`audit:fieldsOf.${of}.${field}`, known(`audit:fields.${field}`, readable(name)))
    }
    const choices = (names: readonly string[], word: (name: string) => string) =>
      names
        .map((name) => ({ value: name, label: word(name) }))
        .sort((one, other) => one.label.localeCompare(other.label, i18n.resolvedLanguage))
    const action = (name: string) => known(`audit:actions.${name}`, readable(name.replace('.', '_')))
    const entityWord = (name: string) => known(`audit:entities.${name}`, readable(name))
    return {
      action,
      entity: entityWord,
      field: (of, path) => path.map((name) => label(of, name)).join(': '),
      value: (of, name, value) => {
        const field = inCamelCase(name)
        if (field === 'flags') return roleWords(String(value), known)
        const number = numbered[field]?.[String(value)]
        if (number !== undefined) return known(number, String(value))
        const place = wordsOfField[`${of}.${field}`] ?? wordsOfField[`*.${field}`] ?? `audit:values.${field}`
        return known(`${place}.${value}`, String(value))
      },
      entities: choices(Object.keys(actionsByEntity), entityWord),
      actionsOn: (entities) =>
        choices(
          (Object.entries(actionsByEntity) as [keyof ActionsByEntity, readonly string[]][])
            .filter(([of]) => entities.length === 0 || entities.includes(of))
            .flatMap(([, names]) => names),
          action,
        ),
    }
  }, [t, i18n])
}
