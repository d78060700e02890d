import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type MatchedProspect, matchKeys, sameCompany } from './matching.ts'

interface Pair {
  same: boolean
  a: MatchedProspect
  b: MatchedProspect
}

/** A line is `=` or `!`, a country, a name, `~`, the other's country where it differs, the other name. */
function pairsOf(file: string): Pair[] {
  return readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => /^[=!] /.test(line))
    .map((line) => {
      const [, sign, country, name, otherCountry, otherName] = /^(.) (..) (.*) ~ (?:@(..) )?(.*)$/.exec(line)!
      return {
        same: sign === '=',
        a: { countryCode: country!, name: name! },
        b: { countryCode: otherCountry ?? country!, name: otherName! },
      }
    })
}

const tuning = pairsOf('pairs-tuning.txt')
const heldOut = pairsOf('pairs-held-out.txt')
const companies = [...tuning, ...heldOut].flatMap(({ a, b }) => [a, b])
const areSame = (a: MatchedProspect, b: MatchedProspect) => sameCompany(a, b).length > 0
const shareKey = (a: MatchedProspect, b: MatchedProspect) => {
  const keys = new Set(matchKeys(b))
  return matchKeys(a).some((key) => keys.has(key))
}

/** Precision: how many of the pairs called the same are. Recall: how many of the same are called so, or share a key. */
function measure(pairs: readonly Pair[]) {
  const called = pairs.filter(({ a, b }) => areSame(a, b))
  const same = pairs.filter((pair) => pair.same)
  const share = (part: readonly Pair[], of: readonly Pair[]) => Math.round((part.length / of.length) * 1000) / 1000
  return {
    pairs: pairs.length,
    same: same.length,
    precision: share(
      called.filter((pair) => pair.same),
      called,
    ),
    recall: share(
      same.filter(({ a, b }) => areSame(a, b)),
      same,
    ),
    keys: share(
      same.filter(({ a, b }) => shareKey(a, b)),
      same,
    ),
  }
}

describe('company names of many countries', () => {
  test('are matched with few errors, on pairs that the matching was not tuned with', () => {
    const figures = { 'tuned with': measure(tuning), 'held out': measure(heldOut) }
    console.table(figures)
    expect(tuning.length + heldOut.length).toBeGreaterThanOrEqual(300)
    for (const { precision, recall, keys } of Object.values(figures)) {
      expect(precision).toBeGreaterThanOrEqual(0.95)
      expect(recall).toBeGreaterThanOrEqual(0.9)
      expect(keys, 'no pair is lost before it is compared').toBe(1)
    }
  })

  test('match themselves, in capitals and without accents too', () => {
    for (const company of companies) {
      const plain = company.name.normalize('NFD').replace(/\p{M}/gu, '')
      for (const name of [
        company.name,
        company.name.toUpperCase(),
        company.name.toLowerCase(),
        plain,
        ` ${company.name} `,
      ]) {
        const other = { ...company, name }
        expect(sameCompany(company, other), name).toEqual(['name'])
        expect(shareKey(company, other), name).toBe(true)
      }
    }
  })

  test('match in both directions', () => {
    for (const { a, b } of [...tuning, ...heldOut]) {
      expect(sameCompany(a, b), `${a.name} ~ ${b.name}`).toEqual(sameCompany(b, a))
    }
  })

  test('have a key in common wherever they match, with typing errors too', { tags: ['long'] }, () => {
    const random = randomNumbers(51)
    const pick = (length: number) => Math.floor(random() * length)
    let matched = 0
    let lost = 0
    for (const company of companies) {
      for (let turn = 0; turn < 20; turn++) {
        const at = 1 + pick(company.name.length - 2)
        const swapped = company.name[at + 1]! + company.name[at]!
        const letter = 'aeinrst'[pick(7)]!
        const error = [swapped, letter + company.name[at], company.name[at + 1]!, letter + company.name[at + 1]][
          pick(4)
        ]!
        const other = { ...company, name: company.name.slice(0, at) + error + company.name.slice(at + 2) }
        if (!areSame(company, other)) continue
        matched++
        if (!shareKey(company, other)) lost++
      }
    }
    expect(matched).toBeGreaterThan(companies.length)
    expect(lost / matched).toBeLessThan(0.01)
  })

  test('of two countries never match by name', () => {
    for (const company of companies) {
      expect(sameCompany(company, { ...company, countryCode: company.countryCode === 'MT' ? 'CY' : 'MT' })).toEqual([])
    }
  })

  test('need few keys, whatever the name', () => {
    for (const name of [
      ...companies.map((company) => company.name),
      '',
      '---',
      'S.r.l.',
      'x'.repeat(255),
      '株式会社日立',
      '🙂',
    ]) {
      expect(matchKeys({ name, countryCode: 'IT' }).length).toBeLessThanOrEqual(5)
    }
    expect(sameCompany({ name: '---', countryCode: 'IT' }, { name: '', countryCode: 'IT' })).toEqual([])
  })
})

describe('other than by name, a company is recognized', () => {
  const acme = {
    name: 'Acme S.r.l.',
    countryCode: 'IT',
    vatId: 'IT 012 345 678 90',
    email: 'info@acme.example.it',
    webSite: '',
  }
  const other = (more: Partial<MatchedProspect>) => ({ name: 'Another name', countryCode: 'IT', ...more })

  test('by its VAT id, with and without the prefix, in its country only', () => {
    expect(sameCompany(acme, other({ vatId: '01234567890' }))).toEqual(['vatId'])
    expect(shareKey(acme, other({ vatId: '01234567890' }))).toBe(true)
    expect(sameCompany(acme, other({ vatId: '01234567890', countryCode: 'FR' }))).toEqual([])
  })

  test('by no VAT id that says that there is none', () => {
    for (const vatId of ['', 'n/a', '00000000000', '-', 'IT', '999999999', null]) {
      expect(sameCompany({ ...acme, name: 'Acme', vatId }, other({ vatId })), String(vatId)).toEqual([])
    }
  })

  test.each([
    ['www.kappa.it', 'https://kappa.it/contatti?x=1'],
    ['KAPPA.IT', 'http://shop.kappa.it:8080'],
    ['https://kappa.co.uk', 'www.kappa.co.uk/'],
  ])('by the domain of its web site: %s and %s', (webSite, second) => {
    expect(sameCompany(other({ webSite }), { name: 'Kappa', countryCode: 'DE', webSite: second })).toEqual(['domain'])
    expect(shareKey(other({ webSite }), { name: 'Kappa', countryCode: 'DE', webSite: second })).toBe(true)
  })

  test("by the domain of a mail address, which can be that of the other's web site", () => {
    const kappa = { name: 'Kappa', countryCode: 'IT', webSite: 'www.kappa.it' }
    expect(sameCompany(other({ email: 'Anna.Conti@mail.kappa.it' }), kappa)).toEqual(['domain'])
  })

  test.each([
    ['gmail.com', 'gmail.com'],
    ['studio@pec.it', 'altro@pec.it'],
    ['facebook.com/kappa', 'https://www.facebook.com/sigma'],
    ['kappa.wixsite.com', 'sigma.wixsite.com'],
    ['kappa.co.uk', 'sigma.co.uk'],
    ['not a site', 'not a site'],
    ['192.168.1.10', '192.168.1.10'],
  ])('by no domain that many share: %s and %s', (first, second) => {
    const at = (text: string) => (text.includes('@') ? { email: text } : { webSite: text, email: `info@${text}` })
    expect(sameCompany(other(at(first)), { name: 'Kappa', countryCode: 'IT', ...at(second) })).toEqual([])
  })

  test('by all of these at once, the strongest reason first', () => {
    expect(sameCompany({ ...acme, webSite: 'kappa.it' }, { ...acme, webSite: 'www.kappa.it' })).toEqual([
      'vatId',
      'domain',
      'name',
    ])
  })
})

/** The same numbers from 0 to 1 at each run (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
