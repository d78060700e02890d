import { expect, test } from '@playwright/test'
import { demoProduct, expectAccessible, visit } from './journey.ts'
import { wireOf } from './wire.ts'

const product = demoProduct()

/** The id of an account that the vendor reaches. */
async function accountNamed(name: string): Promise<string> {
  const wire = await wireOf(product, 'vera@halcyon.example')
  const body = { includeChildren: true, filterBy: [{ field: 'accountName', values: [name] }] }
  const { items } = await wire.call<{ items: { accountId: string }[] }>('POST', '/accounts/search', body)
  return items[0]?.accountId ?? ''
}

test('a distributor certifies a colleague of a reseller, renews, prints and revokes, in Italian', {
  tag: '@long',
}, async ({ browser }) => {
  const id = await accountNamed('Studio Ferrante')
  const at = `/accounts/${id}/certifications`
  const { page, complaints } = await visit(browser, 'giulia@pontenuovo.example', { ...product, at })
  const ofUsers = page.getByRole('table', { name: 'Certificazioni degli utenti' })
  await expect(ofUsers.getByRole('link', { name: /Luca Ferrante/ }).first()).toBeVisible()
  await expect(page.getByRole('navigation', { name: /pagin/i })).toHaveCount(0)
  await expectAccessible(page)

  await test.step('the form asks for certificate and user, and goes back to the list', async () => {
    await page.getByRole('link', { name: 'Nuova certificazione utente' }).click()
    await page.getByRole('button', { name: 'Certifica', exact: true }).click()
    await expect(page.getByText('Campo obbligatorio').first()).toBeVisible()
    await page.getByRole('combobox', { name: 'Certificato' }).click()
    await page.getByRole('option', { name: /^Sales Specialist/ }).click()
    await page.getByRole('combobox', { name: 'Utente' }).click()
    // Luca holds it already.
    await expect(page.getByRole('option', { name: 'Luca Ferrante' })).toHaveCount(0)
    await page.getByRole('option', { name: /^Sara/ }).click()
    await page.getByRole('textbox', { name: 'Note' }).fill('Esame del 12 novembre')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Certifica', exact: true }).click()
    await expect(page).toHaveURL(at)
  })

  await ofUsers.getByRole('link', { name: /^Sara/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sales Specialist' })).toBeVisible()
  await expect(page.getByText('Valida', { exact: true })).toBeVisible()
  const link = page.getByRole('link', { name: /^Verifica il certificato/ })
  const code = (await link.textContent()) ?? ''
  await expectAccessible(page)

  await test.step('the palette finds it by person and by code', async () => {
    for (const typed of ['sara', code.slice(0, 8).toLowerCase()]) {
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('combobox', { name: 'Cerca o vai a' }).fill(typed)
      await page
        .getByRole('group', { name: 'Certificazioni', exact: true })
        .getByRole('option', { name: /^Sara.* · Sales Specialist/ })
        .click()
      await expect(page.getByRole('heading', { level: 1, name: 'Sales Specialist' })).toBeVisible()
      await expect(link).toHaveText(code)
    }
  })

  await test.step('the notes are changed in a dialog', async () => {
    await page.getByRole('button', { name: 'Modifica note' }).click()
    const notes = page.getByRole('dialog').getByRole('textbox', { name: 'Note' })
    await expect(notes).toHaveValue('Esame del 12 novembre')
    await notes.fill('Esame superato')
    await page.getByRole('dialog').getByRole('button', { name: 'Salva' }).click()
    await expect(page.getByRole('region', { name: 'Note' }).getByText('Esame superato')).toBeVisible()
  })

  await test.step('a renewal says the new end before it happens', async () => {
    await page.getByRole('button', { name: 'Rinnova' }).click()
    const dialog = page.getByRole('dialog')
    const words = (await dialog.getByText(/Sarà valida fino al/).textContent()) ?? ''
    const end = /fino al (.*)\.$/.exec(words)?.[1] ?? '?'
    await dialog.getByRole('button', { name: 'Rinnova' }).click()
    await expect(page.getByText('Certificazione rinnovata')).toBeVisible()
    await expect(page.getByRole('main').getByText(end)).toBeVisible()
  })

  await test.step('the PDF is a file named after the code', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Scarica il certificato in PDF' }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`${code}.pdf`)
  })

  await test.step('the code leads to the public validation, until it is revoked', async () => {
    const [verify] = await Promise.all([page.context().waitForEvent('page'), link.click()])
    await expect(verify.getByRole('heading', { name: 'Sales Specialist' })).toBeVisible()
    await page.getByRole('button', { name: 'Altre azioni' }).click()
    await page
      .getByRole('menuitem', { name: 'Revoca' })
      .or(page.getByRole('button', { name: 'Revoca' }))
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoca' }).click()
    await expect(page.getByText('Revocata', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Rinnova' })).toHaveAttribute('aria-disabled', 'true')
    await verify.getByRole('button', { name: 'Verifica' }).click()
    await expect(verify.getByText('Sales Specialist')).toHaveCount(0)
  })
  expect(complaints.filter((text) => !text.includes('404'))).toEqual([])
})

test('a guest is certified on a phone; the same name again is refused at its field and nothing typed is lost', {
  tag: '@long',
}, async ({ browser }) => {
  const id = await accountNamed('Tecnodisegno Verona')
  const at = `/accounts/${id}/certifications/create`
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', { ...product, phone: true, at })
  const certify = async () => {
    await page.getByRole('combobox', { name: 'Certificate' }).click()
    await page.getByRole('option', { name: /^Sales Specialist/ }).click()
    await page.getByRole('switch', { name: 'For a guest' }).check()
    await page.getByRole('textbox', { name: 'First name' }).fill('Elsa')
    await page.getByRole('textbox', { name: 'Last name' }).fill('Bruni')
    await page.getByRole('button', { name: 'Certify' }).click()
  }
  await certify()
  await expect(page).toHaveURL(`/accounts/${id}/certifications`)
  await expect(page.getByRole('link', { name: /Elsa Bruni/ })).toBeVisible()
  await expectAccessible(page)
  await page.goto(at)
  await certify()
  const lastName = page.getByRole('textbox', { name: 'Last name' })
  await expect(lastName).toHaveAccessibleDescription('Certification already assigned to user/account')
  await expect(lastName).toHaveValue('Bruni')
  await expect(lastName).toBeFocused()
  await expectAccessible(page)
  expect(complaints.filter((text) => !text.includes('409'))).toEqual([])
})

test('everybody finds what they hold on their profile, and nobody else’s', { tag: '@long' }, async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'luca@ferrante.example', { ...product, at: '/profile' })
  const own = page.getByRole('list', { name: 'Your certifications' })
  await expect(own.getByRole('listitem').first()).toContainText(/Validation code/)
  const api = await wireOf(product, 'luca@ferrante.example')
  const held = await api.call<{ userFirstName: string; validationCode: string }[]>('GET', '/certificates/users')
  const [mine, others] = [true, false].map((isMine) =>
    held.filter(({ userFirstName }) => (userFirstName === 'Luca') === isMine).map((one) => one.validationCode),
  ) as [string[], string[]]
  await expect(own.getByRole('listitem')).toHaveCount(mine.length)
  for (const code of mine) await expect(own).toContainText(code)
  for (const code of others) await expect(own).not.toContainText(code)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    own
      .getByRole('button', { name: /^Download the certificate as a PDF: / })
      .first()
      .click(),
  ])
  expect(mine.map((code) => `${code}.pdf`)).toContain(download.suggestedFilename())
  await expectAccessible(page)
  await own.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/certifications\//)

  const without = await visit(browser, 'vera@halcyon.example', { ...product, at: '/profile' })
  await expect(without.page.getByText('You have no certification yet.', { exact: false })).toBeVisible()
  expect([...complaints, ...without.complaints]).toEqual([])
})

test('nobody certifies their own account: the buttons say why, and an account above does it', async ({ browser }) => {
  const id = await accountNamed('Studio Ferrante')
  const at = `/accounts/${id}/certifications`
  const luca = await visit(browser, 'luca@ferrante.example', { ...product, at })
  const own = luca.page.getByRole('button', { name: 'New account certification' })
  await expect(own).toHaveAttribute('aria-disabled', 'true')
  await own.focus()
  await expect(luca.page.getByRole('tooltip')).toContainText('Nobody certifies themselves')
  await luca.page.goto(`${at}/create/account`)
  await expect(luca.page.getByText('Nobody certifies themselves or their own account.', { exact: false })).toBeVisible()
  await expect(luca.page.getByRole('link', { name: 'certificates' })).toHaveCount(0)
  expect(luca.complaints).toEqual([])
})

test('the vendor defines a certificate as a draft, makes it issuable, and cannot delete one that was issued', {
  tag: '@long',
}, async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'martin@halcyon.example', { ...product, at: '/certifications' })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'New certificate' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Atlas Architect')
  await dialog.getByRole('textbox', { name: 'Badge colour', exact: true }).fill('#zzz')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Badge colour', exact: true })).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await dialog.getByRole('textbox', { name: 'Badge colour', exact: true }).fill('#334155')
  await dialog.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Draft' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('row', { name: /Atlas Architect/ })
  await expect(row).toContainText('Draft')
  await page.getByRole('button', { name: 'Actions for Atlas Architect' }).click()
  await page.getByText('Edit', { exact: true }).click()
  await dialog.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Can be issued' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Can be issued')

  await page.getByRole('button', { name: 'Actions for Sales Specialist' }).click()
  await expect(page.getByText(/It was issued \d+ times, so it cannot be deleted/)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Actions for Atlas Architect' }).click()
  await page.getByText('Delete', { exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
  expect(complaints).toEqual([])
})
