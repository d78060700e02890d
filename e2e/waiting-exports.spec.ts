import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { demoProduct, expectAccessible, visit } from './journey.ts'

const product = demoProduct()
const id = '01900000-0000-7000-8000-000000000000'

test('an export that finds all places taken says its place, then its progress, survives a reload, and is downloaded when it is written (rules I5)', {
  tag: '@long',
}, async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'martin@halcyon.example', { ...product, at: '/products' })
  const file = { id, fileName: 'products.csv', creationDate: '2026-01-01T00:00:00.000Z', rows: 0, done: 0, size: null }
  let state: object = { ...file, status: 'queued', place: 3 }
  await page.route('**/api/v1/exports', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 202, json: { id } })
      : route.fulfill({ status: 200, json: [state] }),
  )
  await page.route(`**/api/v1/exports/${id}/download`, (route) =>
    route.fulfill({ status: 200, contentType: 'text/csv', body: 'Product\r\n' }),
  )
  await page.getByRole('button', { name: 'Export, order and columns' }).click()
  await page.getByRole('button', { name: /CSV/ }).first().click()
  const waiting = page.getByRole('region', { name: 'Others are exporting: your files wait' })
  await expect(waiting.getByRole('status')).toHaveText('Place 3 in the queue')
  await expectAccessible(page)

  await page.reload()
  await expect(waiting).toContainText('products.csv')
  state = { ...file, status: 'running', place: null, done: 1200 }
  await expect(waiting.getByRole('status')).toHaveText('1,200 rows written')

  const downloading = page.waitForEvent('download')
  state = { ...file, status: 'done', place: null, rows: 1300, done: 1300, size: 9 }
  const download = await downloading
  expect(download.suggestedFilename()).toBe('products.csv')
  expect(await readFile(await download.path(), 'utf8')).toBe('Product\r\n')
  await expect(page.getByText('products.csv is written and downloaded')).toBeVisible()
  await expect(waiting).toHaveCount(0)
  expect(complaints).toEqual([])
})
