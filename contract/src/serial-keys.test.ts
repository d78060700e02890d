import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { base32Alphabet, isWellFormed, normalize, randomCharacters, serialKeyOf } from './serial-keys.ts'

const rounds = 500
const randomKey = (prefix = 'CORE') =>
  serialKeyOf(
    prefix,
    Array.from({ length: randomCharacters }, () => randomInt(32)),
  )

/** Each character after the prefix with its position, without hyphens. */
const placesOf = (key: string) =>
  Array.from(key, (character, place) => ({ character, place }))
    .slice(key.indexOf('-') + 1)
    .filter(({ character }) => character !== '-')
    .map(({ place }) => place)
const withAt = (key: string, place: number, character: string) => key.slice(0, place) + character + key.slice(place + 1)

test('a serial key is its prefix and four groups of five, and passes its own check', () => {
  for (let round = 0; round < rounds; round++) {
    const key = randomKey()
    expect(key).toMatch(/^CORE(-[0-9A-HJKMNP-TV-Z]{5}){4}$/)
    expect(isWellFormed(key)).toBe(true)
    expect(normalize(key)).toBe(key)
  }
})

test('a serial key is accepted in small letters, with spaces, missing or other hyphens, O for 0, and I or L for 1', () => {
  for (let round = 0; round < rounds; round++) {
    const key = randomKey()
    const [prefix = '', ...groups] = key.split('-')
    const body = groups.join('')
    const typed = [
      key.toLowerCase(),
      ` ${key} `,
      key.replaceAll('-', ' '),
      key.replaceAll('-', '–'),
      prefix + body,
      `${prefix} ${body.replaceAll('0', 'o').replaceAll('1', round % 2 ? 'l' : 'I')}`,
    ]
    for (const text of typed) expect(normalize(text)).toBe(key)
  }
})

test('letters of the prefix are not replaced', () => {
  const key = randomKey('LILO')
  expect(normalize(key.toLowerCase())).toBe(key)
  expect(isWellFormed(key)).toBe(true)
})

test('any single wrong character is detected', () => {
  const key = randomKey()
  for (const place of placesOf(key)) {
    for (const character of base32Alphabet) {
      if (character !== key[place]) expect(isWellFormed(withAt(key, place, character))).toBe(false)
    }
  }
})

test('any swap of two characters is detected', () => {
  for (let round = 0; round < 20; round++) {
    const key = randomKey()
    const places = placesOf(key)
    for (const one of places) {
      for (const other of places) {
        if (key[one] === key[other]) continue
        const swapped = withAt(withAt(key, one, key.charAt(other)), other, key.charAt(one))
        expect(isWellFormed(swapped)).toBe(false)
      }
    }
  }
})

test('one in 32 random texts of the right shape passes the check: it detects typing errors and is no secret', () => {
  const texts = Array.from({ length: 32_000 }, () => {
    const body = Array.from({ length: 20 }, () => base32Alphabet.charAt(randomInt(32))).join('')
    return `CORE-${body.replace(/(.{5})(?=.)/g, '$1-')}`
  })
  const passed = texts.filter(isWellFormed).length
  expect(passed).toBeGreaterThan(800)
  expect(passed).toBeLessThan(1200)
})

test('what is no serial key is not well formed, and causes no error', () => {
  for (const text of [
    '',
    '-',
    'CORE',
    'CORE-',
    '-ABCDE-ABCDE-ABCDE-ABCDE',
    'x'.repeat(10_000),
    '💥'.repeat(30),
    'ß'.repeat(24),
  ]) {
    expect(isWellFormed(text)).toBe(false)
    expect(isWellFormed(normalize(text))).toBe(false)
  }
})
