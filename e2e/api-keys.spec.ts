import { expect, test } from '@playwright/test'
import { isRefusal, openPortal } from '../client/src/index.ts'
import { demoProduct, expectAccessible, expectText, idle, visit } from './journey.ts'
import { linkIn, newestMail } from './mails.ts'

const product = demoProduct()

/** What an integrator's program does with the key; the code if it is refused. */
const ordersWith = async (token: string) => {
  const portal = openPortal({ portalUrl: product.baseURL, tenantCode: 'demo', token })
  const answer = portal.call('POST /orders/search', { body: { limit: 1 } })
  return answer.then(
    ({ items }) => items.length,
    (error) => isRefusal(error) && error.code,
  )
}

test('an administrator makes an API key with some of their permissions, copies it once, and ends it', {
  tag: '@long',
}, async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', product)
  await page.goto('/accounts')
  await page.getByRole('link', { name: 'Chiavi API' }).click()
  await expectText(page, 'Ancora nessuna chiave API')
  await idle(page)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Crea una chiave' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Crea una chiave' })).toBeVisible()

  await test.step('without a name and permissions nothing is made', async () => {
    await expect(page.getByRole('textbox', { name: 'Nome' })).toBeFocused()
    await page.getByRole('button', { name: 'Crea una chiave' }).click()
    await expectText(page, 'Scegli almeno un permesso.')
    await expect(page.getByRole('textbox', { name: 'Nome' })).toBeFocused()
  })

  let key = ''
  const name = 'ERP di Ponte, che riceve gli ordini e restituisce le fatture'
  await test.step('it has the chosen permissions, and only those that the maker holds can be chosen', async () => {
    await page.getByRole('textbox', { name: 'Nome' }).fill(name)
    await page.getByRole('checkbox', { name: 'Ordini: Modifica' }).check()
    await expect(page.getByRole('checkbox', { name: 'Ordini: Lettura', exact: true })).toBeChecked()
    await expect(page.getByRole('checkbox', { name: 'Prodotti: Eliminazione' })).toHaveCount(0)
    await page.getByRole('textbox', { name: 'Accettata da' }).fill('10.0.0.300')
    await page.getByRole('button', { name: 'Crea una chiave' }).click()
    await expect(page.getByRole('textbox', { name: 'Accettata da' })).toHaveAttribute('aria-invalid', 'true')
    await page.getByRole('textbox', { name: 'Accettata da' }).fill('127.0.0.1\n::1')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Crea una chiave' }).click()
    await expectText(page, 'Copiala ora: nessuno potrà più vederla.')
    key = await page.getByTestId('api-key').innerText()
    expect(key).toMatch(/^trk_[0-9a-z]{52}$/)
    await expect(page.getByRole('button', { name: 'Copia la chiave' })).toBeFocused()
    await expectAccessible(page)
    await expect(page.getByRole('link', { name: 'Che cosa si può chiamare' })).toHaveAttribute('href', '/api')
    expect(await ordersWith(key)).toBe(1)
  })

  await test.step('the list shows its beginning and its permissions in words, and never the key', async () => {
    await page.getByRole('link', { name: 'Alle chiavi' }).click()
    const row = page.getByRole('row', { name: /ERP di Ponte/ })
    await expect(row).toContainText(`${key.slice(0, 12)}…${key.slice(-4)}`)
    const beginning = row.getByText(`${key.slice(0, 12)}…${key.slice(-4)}`, { exact: true })
    expect(await beginning.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await expect(beginning).toBeInViewport({ ratio: 1 })
    await expect(row).toContainText('Ordini (lettura, modifica)')
    await expect(row).toContainText('Attiva')
    await idle(page)
    expect(await page.content()).not.toContain(key)
    await page.reload()
    await expect(row).toBeVisible()
    expect(await page.content()).not.toContain(key)
  })

  await test.step('after it has ended its next call is refused', async () => {
    await page.getByRole('button', { name: `Azioni per ${name}` }).click()
    await page.getByRole('button', { name: 'Termina', exact: true }).click()
    const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await expect(question).toContainText(`Terminare la chiave ${name}`)
    await question.getByRole('button', { name: 'Termina', exact: true }).click()
    await expectText(page, 'Chiave terminata')
    await expect(page.getByRole('row', { name: /ERP di Ponte/ })).toContainText('Terminata')
    expect(await ordersWith(key)).toBe('RQ401')
  })
  expect(complaints).toEqual([])
})

test('who may not make users sees no API keys, not even by the address of the screen', { tag: '@long' }, async ({
  browser,
}) => {
  const { page } = await visit(browser, 'sara@ferrante.example', product)
  await page.goto('/accounts')
  await expect(page.getByRole('link', { name: 'Utenti' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Chiavi API' })).toHaveCount(0)
  const own = await page.getByRole('link', { name: 'Utenti' }).getAttribute('href')
  await page.goto(`${own?.replace(/users$/, 'keys')}`)
  await expectText(page, 'Non puoi gestire le chiavi API.')
  await page.goto(`${own?.replace(/users$/, 'keys/create')}`)
  await expectText(page, 'Non puoi gestire le chiavi API.')
})

test('a key for a directory comes with its address, and the person that the directory makes is in the list of users', {
  tag: '@long',
}, async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', product)
  await page.goto('/accounts')
  await page.getByRole('link', { name: 'Chiavi API' }).click()
  await page.getByRole('link', { name: 'Crea una chiave' }).first().click()
  await page.getByRole('textbox', { name: 'Nome' }).fill('Directory')
  await page.getByRole('switch', { name: 'Solo per una directory che gestisce gli utenti (SCIM)' }).click()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await idle(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Crea una chiave' }).click()
  const key = await page.getByTestId('api-key').innerText()
  const address = await page.getByTestId('scim-address').innerText()
  expect(address).toBe(`${product.baseURL}/api/v1/tenants/demo/scim/v2`)
  await expectAccessible(page)

  const made = await fetch(`${address}/Users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/scim+json' },
    body: JSON.stringify({
      userName: 'nadia@pontenuovo.example',
      displayName: 'Nadia Sala',
      preferredLanguage: 'it-IT',
      active: true,
    }),
  })
  expect(made.status).toBe(201)
  await page.getByRole('link', { name: 'Alle chiavi' }).click()
  await expect(page.getByRole('row', { name: /Directory/ })).toContainText('Provisioning tramite SCIM')
  await page.getByRole('link', { name: 'Utenti' }).click()
  await expect(page.getByRole('row', { name: /Nadia Sala/ })).toContainText('nadia@pontenuovo.example')
  await idle(page)
  expect(complaints).toEqual([])

  // Without a role yet, the person is told who gives one.
  const email = 'nadia@pontenuovo.example'
  const post = (path: string, body: object) =>
    fetch(`${product.baseURL}/api/v1/auth/password/reset${path}`, {
      method: 'POST',
      headers: { 'x-tenant-code': 'demo', 'content-type': 'application/json' },
      body: JSON.stringify({ email, ...body }),
    })
  await post('/request', {})
  const link = new URL(linkIn(await newestMail(product, email), '/auth/reset-password'))
  expect((await post('', { token: link.searchParams.get('reset'), password: 'Halcyon-Days-1' })).status).toBe(204)
  const person = await visit(browser, email, product)
  await expectText(person.page, 'Non hai ancora un ruolo. Te lo assegna chi amministra Ponte Nuovo Distribuzione.')
  expect(person.complaints).toEqual([])
})
