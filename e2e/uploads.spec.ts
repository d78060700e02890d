import { createHash, randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { loseAnswer, ofTheNetwork } from './interruptions.ts'
import { demoProduct, expectAccessible, holdBack, visit } from './journey.ts'
import { startProxy } from './proxy.ts'
import { wireOf } from './wire.ts'

const product = demoProduct()

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

interface ListedFile {
  accountFileId: string
  fileName: string
  fileSizeInBytes: number
  fileHash: string
}

test('an interrupted upload is reported and retried as one complete file; a canceled one leaves no file (threats F2, F4)', {
  tag: '@long',
}, async ({ browser }) => {
  const luca = await wireOf(product, 'luca@ferrante.example')
  const { account } = await luca.call<{ account: { accountId: string } }>('GET', '/users/me')
  const all = async () => (await luca.call<{ items: ListedFile[] }>('POST', '/files/search', {})).items
  const ofTheDemo = new Set((await all()).map(({ accountFileId }) => accountFileId))
  /** The files that this journey uploaded. */
  const listed = async () => (await all()).filter(({ accountFileId }) => !ofTheDemo.has(accountFileId))
  const usedBytes = async () => (await luca.call<{ usedBytes: number }>('GET', '/files/usage')).usedBytes
  const usedBefore = await usedBytes()
  const buffer = randomBytes(20_000_000)
  const proxy = await startProxy(product)
  const { page, complaints } = await visit(browser, 'luca@ferrante.example', {
    ...proxy,
    at: `/accounts/${account.accountId}/files`,
  })
  const choose = async (name: string) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose files' }).click()
    // As a file: the browser reads it by itself, while bytes would first go through the test's connection to the page.
    const path = test.info().outputPath(name)
    await writeFile(path, buffer)
    await (await chooser).setFiles(path)
  }
  const uploads = page.getByRole('list', { name: 'Uploads' })
  const progressOf = (name: string) =>
    page.getByRole('progressbar', { name: `Upload of ${name}` }).evaluate((bar: HTMLProgressElement) => bar.value * 100)

  await test.step('the connection is cut in the middle of the bytes', async () => {
    proxy.hold(2_000_000)
    await choose('Terms.pdf')
    await expect.poll(() => progressOf('Terms.pdf'), { intervals: [50] }).toBeGreaterThan(10)
    expect(await progressOf('Terms.pdf')).toBeLessThan(100)
    const bar = await page.getByRole('progressbar').boundingBox()
    expect(bar?.height).toBeGreaterThan(4)
    proxy.cut()
    await expect(uploads.getByText('The connection broke off.')).toBeVisible()
    await expectAccessible(page)
    expect(await listed()).toEqual([])
    // Its address works again for some minutes, and so long its bytes are kept free.
    await expect.poll(usedBytes).toBe(usedBefore + buffer.length)
  })
  await test.step('trying again sends the whole file once', async () => {
    proxy.mend()
    await page.getByRole('button', { name: 'Try again to upload Terms.pdf' }).click()
    await expect(uploads.getByText('Uploaded')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'Terms.pdf' })).toHaveCount(1)
    expect(await listed()).toMatchObject([
      { fileName: 'Terms.pdf', fileSizeInBytes: buffer.length, fileHash: sha256(buffer) },
    ])
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Actions for Terms.pdf' }).click()
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    expect(sha256(await readFile(await (await download).path()))).toBe(sha256(buffer))
  })
  await test.step('a canceled upload leaves no file', async () => {
    proxy.hold(2_000_000)
    await choose('Draft.pdf')
    await expect.poll(() => progressOf('Draft.pdf'), { intervals: [50] }).toBeGreaterThan(10)
    await page.getByRole('button', { name: 'Cancel the upload of Draft.pdf' }).click()
    await expect(uploads.getByText('Draft.pdf')).toHaveCount(0)
    proxy.cut()
    // The file, and what the interrupted and the canceled upload keep free.
    await expect.poll(usedBytes).toBe(usedBefore + 3 * buffer.length)
    proxy.mend()
    await page.reload()
    await expect(page.getByRole('row').filter({ hasText: 'Terms.pdf' })).toBeVisible()
    await expect(page.getByText('Draft.pdf')).toHaveCount(0)
  })
  await test.step('once the bytes are in, an upload is no longer canceled: it is a file or it failed', async () => {
    const commit = await holdBack(page, '**/api/v1/files/upload/commit')
    const committing = page.waitForRequest('**/api/v1/files/upload/commit')
    await choose('Late.pdf')
    await committing
    const cancel = page.getByRole('button', { name: 'Cancel the upload of Late.pdf' })
    await expect(cancel).toHaveAttribute('aria-disabled', 'true')
    // A click that was in progress when the button was disabled.
    await cancel.dispatchEvent('click')
    await expect(uploads.getByText('Late.pdf')).toBeVisible()
    commit()
    await expect(uploads.getByText('Uploaded')).toBeVisible()
    await page.unrouteAll({ behavior: 'wait' })
    expect((await listed()).map(({ fileName }) => fileName)).toEqual(['Late.pdf', 'Terms.pdf'])
  })
  await test.step('an empty file is refused with its byte count, and trying again is not offered', async () => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose files' }).click()
    await (await chooser).setFiles({ name: 'Empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) })
    await expect(uploads.getByText('File size error: 0 bytes')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again to upload Empty.pdf' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Dismiss Empty.pdf' }).click()
  })
  await test.step('when the answers to the commit are lost, trying again makes no second file', async () => {
    await page.route('**/api/v1/files/upload/commit', loseAnswer)
    await choose('Offer.pdf')
    await expect(page.getByRole('button', { name: 'Try again to upload Offer.pdf' })).toBeVisible()
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('button', { name: 'Try again to upload Offer.pdf' }).click()
    await expect(uploads.getByText('Uploaded')).toBeVisible()
    expect((await listed()).map(({ fileName }) => fileName)).toEqual(['Offer.pdf', 'Late.pdf', 'Terms.pdf'])
  })
  await page.context().close()
  await proxy.stop()
  await rm(test.info().outputDir, { recursive: true })
  // The empty file is answered with 422.
  expect(complaints.filter((complaint) => !ofTheNetwork(complaint) && !/422/.test(complaint))).toEqual([])
})
