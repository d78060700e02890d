import { Theme } from '@trellis/contract/settings'
import { expect, test } from 'vitest'
import { darkGround, shadesOf } from './theme.ts'

/**
 * The contrast of WCAG 2.2 by exact integers, independently of the code: of the formula only the power is left, which is
 * taken from a table of all 256 values of a channel.
 */
const linear = Array.from({ length: 256 }, (_, value) => {
  const share = value / 255
  return share <= 0.04045 ? share / 12.92 : Math.exp(2.4 * Math.log((share + 0.055) / 1.055))
})
function brightness(hex: string): number {
  const number = Number.parseInt(hex.slice(1), 16)
  const part = (shift: number) => linear[(number >> shift) & 255] ?? 0
  return part(16) * 0.2126 + part(8) * 0.7152 + part(0) * 0.0722 + 0.05
}
function ratio(one: string, other: string): number {
  const [a, b] = [brightness(one), brightness(other)]
  return a > b ? a / b : b / a
}

/** Random colours, the grey ones, and all corners of the cube. */
function colors(): string[] {
  let seed = 20_261
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  const hex = (number: number) => `#${number.toString(16).padStart(6, '0')}`
  const greys = Array.from({ length: 256 }, (_, value) => hex(value * 0x01_01_01))
  const corners = Array.from({ length: 8 }, (_, n) =>
    hex((n & 4 ? 0xff0000 : 0) + (n & 2 ? 0xff00 : 0) + (n & 1 ? 0xff : 0)),
  )
  return [...greys, ...corners, ...Array.from({ length: 1_500 }, () => hex(next(0x1_00_00_00)))]
}

const isAccepted = (primaryColor: string) => Theme.safeParse({ primaryColor }).success

test('a colour is accepted exactly when white on it has a contrast of 4.5 (rules G15)', () => {
  const all = colors()
  expect(all.filter((color) => isAccepted(color) !== ratio(color, '#ffffff') >= 4.5)).toEqual([])
  // The test is worth nothing if all colours were on one side.
  expect(all.filter(isAccepted).length).toBeGreaterThan(500)
  expect(all.filter((color) => !isAccepted(color)).length).toBeGreaterThan(500)
})

test('of every accepted colour the shades are readable where the portal uses them, in both themes (rules G15)', () => {
  const faults = colors()
    .filter(isAccepted)
    .flatMap((color) => {
      const shade = shadesOf(color)
      const pairs: [string, string, string][] = [
        // Buttons are of shade 6 in both themes, and darker under the pointer.
        ['white on a button', '#ffffff', shade[6]],
        ['white on a button under the pointer', '#ffffff', shade[7]],
        ['a link on white', shade[6], '#ffffff'],
        ['a link on a chosen row', shade[6], shade[0]],
        ['words of a light button', shade[8], shade[1]],
        ['words of a light button under the pointer', shade[8], shade[2]],
        ['a link in the dark theme', shade[4], darkGround],
        ['brand words in the dark theme', shade[3], darkGround],
      ]
      return pairs.filter(([, one, other]) => ratio(one, other) < 4.5).map(([what]) => `${what}: ${color}`)
    })
  expect(faults).toEqual([])
})
