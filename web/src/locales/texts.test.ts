import i18next from 'i18next'
import { expect, test } from 'vitest'
import licenses from './it/licenses.ts'
import orderForm from './it/orderForm.ts'

const files = import.meta.glob<Record<string, unknown>>('./*/*.ts', { import: 'default', eager: true })

/** Every text of a language with its key: `orderForm:save`. */
function textsOf(language: string): [key: string, text: string][] {
  const flat = (prefix: string, value: unknown): [string, string][] =>
    typeof value === 'string'
      ? [[prefix, value]]
      : Object.entries(value as object).flatMap(([key, each]) =>
          flat(prefix.endsWith(':') ? prefix + key : `${prefix}.${key}`, each),
        )
  return Object.entries(files).flatMap(([path, texts]) => {
    const [, folder, namespace] = /^\.\/(\w+)\/(\w+)\.ts$/.exec(path) ?? []
    return folder === language ? flat(`${namespace}:`, texts) : []
  })
}

test.each([
  ['en', /^(include .*accounts|only m(y|ine)\b|only this account|all levels below)/i],
  ['it', /^(includi .*account|solo (i|le|il) mi[oe]|solo questo account|tutti i livelli)/i],
])(
  'the switch about accounts below has a different text for each of its two meanings (%s)',
  (language, looksLikeIt) => {
    const keys = textsOf(language).flatMap(([key, text]) => (looksLikeIt.test(text) ? [key] : []))
    expect(keys.toSorted()).toEqual(['common:scope.onlyMine', 'common:scope.withBelow', 'deals:onlyMine'])
  },
)

test('the word for one piece is singular in Italian', async () => {
  const words = i18next.createInstance()
  await words.init({ lng: 'it', resources: { it: { licenses, orderForm } } })
  const said = (key: 'licenses:onHand' | 'orderForm:available' | 'orderForm:notEnough', count: number) =>
    words.t(key, { count, amount: count, quantity: count })
  expect([said('licenses:onHand', 1), said('licenses:onHand', 2)]).toEqual(['1 disponibile', '2 disponibili'])
  expect([said('orderForm:available', 1), said('orderForm:available', 0)]).toEqual(['1 disponibile', '0 disponibili'])
  expect(said('orderForm:notEnough', 1)).toBe('Disponibile solo 1')
})

test('the question before a revocation says that it is final', () => {
  const texts = [...textsOf('en'), ...textsOf('it')].filter(([key]) => /^orders:actions\.revoke(Issue)?Text$/.test(key))
  expect(texts).toHaveLength(4)
  for (const [, text] of texts) expect(text).toMatch(/the revocation is final|la revoca è definitiva/)
})

/** "Error fetching account" and its like are asked for by the letter; Italian has one sentence for them. */
const notLoaded = { en: /^Error fetching \S/, it: /^Non è stato possibile caricare \S/ }

test('what could not be loaded is told by one pattern in each language', () => {
  const failures = (language: 'en' | 'it') =>
    textsOf(language).flatMap(([key, text]) => (notLoaded[language].test(text) ? [key] : []))
  expect(failures('en').length).toBeGreaterThan(60)
  expect(failures('it').toSorted()).toEqual(failures('en').toSorted())
  for (const language of ['en', 'it'] as const) {
    const named = textsOf(language).filter(([key]) => /fetch\w*error$/i.test(key))
    expect(named.filter(([, text]) => !notLoaded[language].test(text))).toEqual([])
  }
})

test.each([
  [
    'en',
    /(could|can) ?not (be )?(load|fetch|retriev|show)|(error|failed|unable) (to )?(load|retriev)|n’t (load|fetch)/i,
  ],
  ['it', /errore (nel|durante|di|in) .*(caricamento|recupero|caricare|recuperare)|impossibile (caricare|recuperare)/i],
])('no other words tell that something could not be loaded (%s)', (language, otherWords) => {
  const others = textsOf(language).flatMap(([key, text]) => (otherWords.test(text) ? [key] : []))
  // A screen that cannot be drawn, a file that could not be uploaded, a password that could not be recovered.
  expect(others.toSorted()).toEqual(
    language === 'en' ? ['common:failed.title'] : ['files:upload.error', 'later:forgotten.failed'],
  )
})

test('in Italian *Annulla* is the verb of orders alone: nothing that dismisses, deselects or undoes is called so', () => {
  // An order, a purchase and what says that one was canceled.
  const ofOrders = /ordin|acquist|^Annullat[oi]\b|\{\{code\}\}|\{\{who\}\} può annullarlo|annullat[oi] o revocat[oi]/i
  const others = textsOf('it').filter(([, text]) => /annull/i.test(text) && !ofOrders.test(text))
  expect(others).toEqual([])
})

test('what dismisses a dialog about orders is not called as what ends an order', () => {
  const texts = Object.fromEntries(textsOf('en'))
  const dismissing = ['ui:leave.asItIs', 'ui:back', 'ui:close', 'manyRows:close', 'orders:actions.keep']
  for (const key of dismissing) expect(texts[key], key).not.toMatch(/cancel/i)
})
