import { expect, test } from 'vitest'
import { contrast, toHex, toOklch } from './color.ts'
import { defaultBrand, shadesOf } from './theme.ts'

test('converting a colour to OKLCH and back returns the same colour', () => {
  for (const hex of ['#0f6478', '#ff0000', '#c0322d', '#ffffff', '#123456']) expect(toHex(toOklch(hex)!)).toBe(hex)
  expect(toOklch('red')).toBeNull()
})

test('the contrast ratio is the one that WCAG defines', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test.each([defaultBrand, '#ffe600', '#00ff88', '#000000', '#ffffff', '#ff5a1f', '#7c3aed', '#808080', 'nonsense'])(
  'the shades of every brand colour are readable (%s)',
  (brand) => {
    const shades = shadesOf(brand)
    for (const shade of shades.slice(6)) expect(contrast(shade, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(shades[6], shades[0])).toBeGreaterThanOrEqual(4.5)
    expect(contrast(shades[8], shades[1])).toBeGreaterThanOrEqual(4.5)
    for (const shade of shades.slice(0, 5)) expect(contrast(shade, '#1f252b')).toBeGreaterThanOrEqual(4.5)
  },
)
