import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const source = fileURLToPath(new URL('..', import.meta.url))
const sheets = join(dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css')), 'styles')
const read = (file: string) => readFileSync(join(source, file), 'utf8')

test('every component of Mantine that is used has its style sheet: without it, it would not be seen', () => {
  const imported = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => [...read(file).matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)])
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
  const wanted = new Set(imported.filter((name) => existsSync(join(sheets, `${name}.layer.css`))))
  expect(wanted).toContain('Modal')
  const styles = read('ui/styles.ts')
  expect([...wanted].filter((name) => !styles.includes(`/${name}.layer.css`)).sort()).toEqual([])
})
