import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { verifyWebhook } from '../client/src/index.ts'
import { demoProduct, expectAccessible, expectText, idle, visit } from './journey.ts'

const product = demoProduct()

/** A receiver that knows a secret, and answers with this status. */
const receiver = { secret: '', status: 200, arrived: [] as string[], url: '' }
const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  const event = await verifyWebhook({ secret: receiver.secret, headers: request.headers, body })
  receiver.arrived.push(event.type)
  response.writeHead(receiver.status).end('grazie <b>mille</b>')
})
test.beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/eventi`
})
test.afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('an administrator makes a webhook, tests it, sees what came back, sends it again, changes its secret and ends it', {
  tag: '@long',
}, async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', product)
  const within = { timeout: 30_000 }
  await page.goto('/accounts')
  await page.getByRole('link', { name: 'Webhook', exact: true }).click()
  await expectText(page, 'Ancora nessun webhook')
  await idle(page)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Crea un webhook' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Crea un webhook' })).toBeVisible()

  await test.step('an address inside the network is refused at its field', async () => {
    const address = page.getByRole('textbox', { name: 'Indirizzo' })
    await expect(address).toBeFocused()
    await address.fill('https://10.0.0.1/')
    await page.getByRole('button', { name: 'Crea un webhook' }).click()
    await expect(address).toHaveAttribute('aria-invalid', 'true')
    await idle(page)
    await expectAccessible(page)
    await address.fill(receiver.url)
    await page.getByRole('textbox', { name: 'Descrizione' }).fill('ERP di Ponte')
    await page.getByRole('combobox', { name: 'Tipi di eventi' }).fill('order.approved')
    await page.getByRole('option', { name: 'order.approved' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Crea un webhook' }).click()
  })

  await test.step('the secret is shown once', async () => {
    await expectText(page, 'Copia il segreto ora: nessuno potrà più vederlo.')
    receiver.secret = await page.getByTestId('webhook-secret').innerText()
    expect(receiver.secret).toMatch(/^whsec_/)
    await expect(page.getByRole('button', { name: 'Copia il segreto' })).toBeFocused()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Al webhook' }).click()
    await expectText(page, 'Ancora nessun invio')
    expect(await page.content()).not.toContain(receiver.secret)
  })

  const delivered = page.getByRole('row', { name: /webhook\.test/ })
  await test.step('a test arrives, and the log shows request and answer as text', async () => {
    await page.getByRole('button', { name: 'Invia una prova' }).click()
    await expect(delivered).toContainText('Consegnato', within)
    await expect(delivered).toContainText('200')
    await delivered.getByRole('button', { name: /^Mostra webhook\.test/ }).click()
    const shown = page.getByRole('dialog')
    await expect(shown.getByRole('region', { name: 'Testo della risposta' })).toContainText('grazie <b>mille</b>')
    await expect(shown.getByRole('region', { name: 'Richiesta', exact: true })).toContainText('"type": "webhook.test"')
    await idle(page)
    await expectAccessible(page)
  })

  await test.step('a receiver that fails is seen to fail, and the delivery is sent again by hand', async () => {
    receiver.status = 500
    await page.getByRole('dialog').getByRole('button', { name: 'Invia di nuovo' }).click()
    await expect(delivered).toContainText('Non riuscito, si riprova', within)
    await expectText(page, 'Non riesce dal')
    receiver.status = 200
    await delivered.getByRole('button', { name: /^Mostra webhook\.test/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Invia di nuovo' }).click()
    await expect(delivered).toContainText('Consegnato', within)
    expect(receiver.arrived.length).toBeGreaterThanOrEqual(3)
  })

  await test.step('it is paused and resumed, and its secret changed', async () => {
    await page.getByRole('button', { name: 'Sospendi' }).click()
    await expectText(page, 'È sospeso. Quando lo riprendi, continua da dove si era fermato.')
    await page.getByRole('button', { name: 'Riprendi' }).click()
    await expect(page.getByRole('button', { name: 'Sospendi' })).toBeVisible()
    await page.getByRole('button', { name: 'Altre azioni' }).click()
    await page.getByRole('button', { name: 'Cambia il segreto' }).click()
    const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await question.getByRole('button', { name: 'Cambia il segreto' }).click()
    await expectText(page, 'Il segreto è stato cambiato')
    expect(await page.getByTestId('webhook-secret').innerText()).not.toBe(receiver.secret)
    await page.getByRole('link', { name: 'Al webhook' }).click()
    await expectText(page, 'Il vecchio segreto firma fino al')
  })

  await test.step('on the narrowest phone the list cuts no word of the button that makes one', async () => {
    const size = page.viewportSize() ?? { width: 1280, height: 720 }
    const own = page.url()
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('main').getByRole('link', { name: 'Webhook', exact: true }).click()
    const words = page.getByRole('link', { name: 'Crea un webhook' }).getByText('Crea un webhook')
    await expect(words).toBeVisible()
    await idle(page)
    expect(await words.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await expect(page.getByRole('button', { name: 'Viste' })).toBeInViewport({ ratio: 1 })
    await expectAccessible(page)
    await page.setViewportSize(size)
    await page.goto(own)
  })

  await test.step('ended, it is in the list no more', async () => {
    await page.getByRole('button', { name: 'Altre azioni' }).click()
    await page.getByRole('button', { name: 'Termina', exact: true }).click()
    const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await question.getByRole('button', { name: 'Termina', exact: true }).click()
    await expectText(page, 'Ancora nessun webhook')
  })
  // Chromium itself tells of the refused address; the rest of the journey is silent.
  expect(complaints).toEqual([expect.stringContaining('status of 422')])
})

test('who may not make users sees no webhooks, not even by the address of the screen', { tag: '@long' }, async ({
  browser,
}) => {
  const { page } = await visit(browser, 'sara@ferrante.example', product)
  await page.goto('/accounts')
  const users = page.getByRole('link', { name: 'Utenti' })
  await expect(users).toBeVisible()
  await expect(page.getByRole('link', { name: 'Webhook', exact: true })).toHaveCount(0)
  const own = await users.getAttribute('href')
  for (const part of ['webhooks', 'webhooks/create', 'webhooks/019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6071']) {
    await page.goto(`${own?.replace(/users$/, part)}`)
    await expectText(page, 'Non puoi gestire i webhook.')
  }
})
