import { type ActionsByEntity, actionsByEntity } from '@trellis/contract/audit-actions'
import { inCamelCase } from '@trellis/contract/audit-fields'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { roleWords } from './roleWords.ts'

/** The texts that say what the values of a field mean; `*` is any kind of record. */
const wordsOfField: Readonly<Record<string, string>> = {
  'order.status': 'values:orderStatus',
  'deal.status': 'values:dealStatus',
  'product.status': 'values:productStatus',
  'user.status': 'common:userStatus',
  'certificate.status': 'values:certificateStatus',
  'certificate.kind': 'values:certificateKind',
  'certification.kind': 'values:certificateKind',
  'import.kind': 'values:importKind',
  '*.protectionStatus': 'values:protection',
  '*.eBidStatus': 'values:eBid',
  '*.licenseActivationRule': 'values:activation',
  '*.module': 'values:module',
  '*.excludedMenuEntries': 'common:menu',
  '*.entry': 'common:menu',
  '*.origin': 'common:menu',
  '*.languageCode': 'common:languages',
}

/** Words that are stored as numbers. */
const numbered: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  environmentType: { 1: 'values:environment.cloud', 2: 'values:environment.onPremise' },
  providerType: { 1: 'values:factor.email', 3: 'values:factor.authenticator' },
  typeId: valueTypes(),
  valueType: valueTypes(),
}

function valueTypes(): Record<string, string> {
  const names = ['dateTime', 'string', 'double', 'int', 'bool', 'object']
  return Object.fromEntries(names.map((name, index) => [index + 1, `values:valueType.${name}`]))
}

/** The texts of changes of records, for a route's loader. */
export const auditTexts = ['audit', 'values', 'common'] as const

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

/** The words of the audit log. */
export function useAuditWords(): AuditWords {
  const { t, i18n } = useTranslation(auditTexts)
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
