import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import type * as Kit from '../device/src/index.ts'

/**
 * A page of the vendor's own origin with the built kit, as a customer's browser gets it: a real server, because only pages of
 * a trustworthy origin may verify signatures.
 */
export async function openVendorPage(browser: Browser) {
  const server = createServer(async (request, response) => {
    const name = /^\/([\w-]+\.js)$/.exec(request.url ?? '')?.[1]
    const file =
      name && (await readFile(fileURLToPath(new URL(`../device/dist/${name}`, import.meta.url))).catch(() => undefined))
    if (name && !file) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': file ? 'text/javascript' : 'text/html' })
    response.end(file || '<!doctype html><link rel="icon" href="data:,"><title>Drawing</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const context = await browser.newContext()
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)

  const close = async () => {
    await context.close()
    server.close()
  }
  return { page, context, complaints, close }
}

/** What a call of the license returned in the page, or the code of its refusal. */
export const inPage = (
  page: Page,
  portalUrl: string,
  call: 'activate' | 'status' | 'heartbeat' | 'release',
  key = '',
) =>
  page.evaluate(
    async ([url, name, serialKey]) => {
      const kit = (await import(/* @vite-ignore */ `${location.origin}/index.js`)) as typeof Kit
      const license = kit.openLicense({ portalUrl: url, storage: kit.browserStorage(), retries: 0 })
      try {
        const result =
          name === 'activate'
            ? await license.activate(serialKey, { deviceName: 'Drawing table', osName: 'Windows' })
            : await license[name]()
        return result === undefined ? 'done' : result.valid ? 'valid' : result.reason
      } catch (error) {
        return kit.isRefusal(error) ? error.code : (error as Error).name
      }
    },
    [portalUrl, call, key] as const,
  )
