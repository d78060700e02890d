import { MantineProvider } from '@mantine/core'
import { modules } from '@trellis/contract/permissions'
import i18next from 'i18next'
import { renderToString } from 'react-dom/server'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { expect, test } from 'vitest'
import common from '../locales/en/common.ts'
import errors from '../locales/en/errors.ts'
import profile from '../locales/en/profile.ts'
import ui from '../locales/en/ui.ts'
import { DataTable } from '../ui/DataTable.tsx'
import { ErrorBlock } from '../ui/ErrorBlock.tsx'
import type { List } from '../ui/list.ts'
import { LocaleProvider } from '../ui/locale.tsx'
import { ErrorWordsProvider } from '../ui/words.tsx'
import { Loaded } from './Loaded.tsx'
import { ProblemError } from './problem.ts'
import { useServerErrorWords } from './useErrorWords.tsx'

const i18n = i18next.createInstance()
await i18n.use(initReactI18next).init({
  lng: 'en',
  resources: { en: { common, errors, profile, ui } },
  defaultNS: 'common',
  interpolation: { escapeValue: false },
})

const refusal = (info: unknown) => new ProblemError({ code: 'RQ403', status: 403, message: 'Not permitted', info })
const noReading = refusal({ permission: 'Licenses:r' })
const failure = new ProblemError({ code: 'RQ500', status: 500, message: 'Internal error' })
const retry = () => undefined
const list = {
  state: { filters: {} },
  status: 'error',
  rows: [],
  count: 0,
  retry,
  change: retry,
} as unknown as List<object>

function Portal({ children }: { children: React.ReactNode }) {
  return (
    <MantineProvider>
      <LocaleProvider language="en" timeZone="UTC">
        <ErrorWordsProvider words={useServerErrorWords()}>{children}</ErrorWordsProvider>
      </LocaleProvider>
    </MantineProvider>
  )
}

/** What a reader reads. */
const read = (what: React.ReactNode) =>
  renderToString(
    <I18nextProvider i18n={i18n}>
      <Portal>{what}</Portal>
    </I18nextProvider>,
  )
    .replace(/<style.*?<\/style>|<script.*?<\/script>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

const places: [string, (error: Error) => React.ReactNode][] = [
  [
    'list',
    (error) => (
      <DataTable list={{ ...list, error }} columns={[]} rowKey={String} label="Keys" failed="Failed" find="Code" />
    ),
  ],
  [
    'page',
    (error) => (
      <Loaded query={{ data: undefined, error, refetch: retry as never }} title="Failed" lines={3}>
        {() => null}
      </Loaded>
    ),
  ],
  ['block of the dashboard, panel or tab', (error) => <ErrorBlock error={error} title="Failed" retry={retry} />],
  ['field of a form', (error) => <ErrorBlock error={error} title="Failed" retry={retry} shape="line" />],
]

test.each(places)(
  'a %s that one may not read says which permission is missing, and is no failure to retry',
  (_, shown) => {
    const words = read(shown(noReading))
    expect(words).toContain('You may not see this')
    expect(words).toContain(
      'Your role does not include License keys (read). An administrator of your company can change that.',
    )
    expect(words).not.toMatch(/Failed|Try again|Search/)
  },
)

test.each(places)('a %s that failed to load offers to try again', (_, shown) => {
  const words = read(shown(failure))
  expect(words).toMatch(/Failed.*Try again/)
  expect(words).not.toContain('You may not see this')
})

test('a refusal that names no permission says that it is the role', () => {
  for (const info of [null, { permission: 'Something:r' }, { level: 40 }]) {
    const words = read(<ErrorBlock error={refusal(info)} retry={retry} />)
    expect(words).toContain('Your role does not include it. An administrator of your company can change that.')
  }
})

test('a refused action is told as such, in its form', () => {
  const words = read(
    <ErrorBlock error={refusal({ permission: 'Licenses:u' })} title="The key could not be saved" shape="line" />,
  )
  expect(words).toContain('The key could not be saved You do not have permission to do this.')
})

test.each(modules)('the permission to read %s has words', (module) => {
  expect(read(<ErrorBlock error={refusal({ permission: `${module}:r` })} retry={retry} />)).toMatch(
    /does not include [A-Z][a-z ]+ \(read\)\./,
  )
})
