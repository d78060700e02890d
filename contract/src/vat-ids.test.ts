import { expect, test } from 'vitest'
import { judgeVatId } from './vat-ids.ts'

test.each([
  ['IT', 'IT00743110157'],
  ['IT', '00743110157'],
  ['DE', 'DE 136 695 976'],
  ['AT', 'ATU13585627'],
  ['FR', 'FR83404833048'],
  ['FR', 'FRK7399859412'],
  ['BE', 'BE0428759497'],
  ['CH', 'CHE-107.787.577 IVA'],
  ['DK', 'DK13585628'],
  ['FI', 'FI20774740'],
  ['GR', 'EL094259216'],
  ['HR', 'HR33392005961'],
  ['LU', 'LU15027442'],
  ['NL', 'NL004495445B01'],
  ['NL', 'NL002455799B11'],
  ['NO', 'NO995525828MVA'],
  ['PL', 'PL8567346215'],
  ['PT', 'PT501964843'],
  ['SE', 'SE556188840401'],
  ['ES', 'ESB58378431'],
  ['GB', 'GB980780684'],
  ['US', '12-3456789'],
])('in %s, %s is plausible', (country, vatId) => expect(judgeVatId(vatId, country)).toBe('plausible'))

test.each([
  ['IT', '00743110158'],
  ['DE', 'DE136695978'],
  ['FR', '84404833048'],
  ['CH', 'CHE107787578'],
  ['PL', '8567346216'],
  ['IT', 'DE136695976'],
  ['DE', 'CHE-107.787.577'],
])('in %s, %s is unusual: a digit mistyped, or registered abroad', (country, vatId) =>
  expect(judgeVatId(vatId, country)).toBe('unusual'),
)

test.each([
  ['IT', '0074311015'],
  ['IT', 'IT007431101577'],
  ['DE', 'U13585627'],
  ['AT', 'AT13585627'],
  ['US', 'none'],
  ['US', '?'],
  ['IT', '<script>'],
  ['JP', '123456789012345678901'],
])('in %s, %s is impossible', (country, vatId) => expect(judgeVatId(vatId, country)).toBe('impossible'))
