import { writeFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { demoProduct, expectAccessible, idle, visit } from './journey.ts'
import { newestMail } from './mails.ts'

const product = demoProduct()

const file = async (name: string, lines: string[]): Promise<string> => {
  const path = test.info().outputPath(name)
  await writeFile(path, lines.join('\r\n'))
  return path
}

/** A spreadsheet of twenty partners in three levels, with Italian headers; one group name is misspelled. */
const partners = [
  'Codice;Ragione sociale;Gruppo;Padre;Città;Nazione',
  ...['A', 'B'].map((letter) => `E2E-D${letter};Distribuzione ${letter};DISTRIBUTOR;;Milano;IT`),
  ...Array.from({ length: 8 }, (_, n) => {
    const group = n === 5 ? 'RESELLER_GLOD' : 'RESELLER_GOLD'
    return `E2E-R${n};Rivenditore ${n};${group};E2E-D${n % 2 === 0 ? 'A' : 'B'};Torino;IT`
  }),
  ...Array.from({ length: 10 }, (_, n) => `E2E-B${n};Cliente ${n};BUYER;E2E-R${n % 8};Roma;Italia`),
]

async function check(page: Page, path: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(path)
  await page.getByRole('button', { name: 'Check the file' }).click()
}

test('twenty partners and their users are imported from a spreadsheet, and exported as one', { tag: '@long' }, async ({
  browser,
}) => {
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', product)

  await test.step('an error is shown at its cell and corrected there, and nothing was saved before', async () => {
    await page.goto('/accounts')
    await page.getByRole('button', { name: 'Export, order and columns' }).click()
    await page.getByRole('link', { name: 'Import' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Import accounts' })).toBeVisible()
    await expectAccessible(page)
    await check(page, await file('partners.csv', partners))
    const cell = page.getByRole('textbox', { name: 'Group in row 9' })
    await expect(cell).toHaveValue('RESELLER_GLOD')
    await expect(cell).toBeFocused()
    await expect(page.getByRole('button', { name: 'Check again' })).toBeInViewport()
    await expect(page.getByText('There is no such account group')).toBeVisible()
    await expectAccessible(page)
    await cell.fill('RESELLER_GOLD')
    await page.getByRole('button', { name: 'Check again' }).click()
    await page.getByRole('button', { name: 'Import 20 rows' }).click()
    await expect(page.getByText('20 rows imported')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('the users of the partners are invited', async () => {
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    const people = [
      'Email,Account code,First name,Last name,Role',
      'ada@e2e-da.example,E2E-DA,Ada,Riva,AccountAdmin',
      'leo@e2e-r0.example,E2E-R0,Leo,Conti,"Basic, AccountAdmin"',
    ]
    await check(page, await file('people.csv', people))
    await page.getByRole('button', { name: 'Import 2 rows' }).click()
    await expect(page.getByText('2 rows imported')).toBeVisible()
    expect(await newestMail(product, 'leo@e2e-r0.example')).toBeTruthy()
  })

  await test.step('the complete list is exported as a spreadsheet', async () => {
    await page.goto('/accounts?mine=no&accountName=Cliente')
    await expect(page.getByRole('link', { name: 'Cliente 0' })).toBeVisible()
    await page.getByRole('button', { name: 'Export, order and columns' }).click()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: /CSV/ }).click()
    const saved = await (await saving).createReadStream()
    const text = (await saved.toArray()).join('')
    expect(text.trim().split('\r\n')).toHaveLength(11)
    expect(text).toContain('Rivenditore 0')
  })

  await test.step('the export can be imported again, and no row differs', async () => {
    await page.getByRole('button', { name: 'Export, order and columns' }).click()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: /Excel/ }).click()
    const path = test.info().outputPath('accounts.xlsx')
    await (await saving).saveAs(path)
    await page.goto('/import?kind=accounts')
    await check(page, path)
    await expect(page.getByText('10 as before')).toBeVisible()
    await expect(page.getByText('Everything is in order')).toBeVisible()
  })
  expect(complaints).toEqual([])
})

test('stock, past orders and existing license keys are imported from files', { tag: '@long' }, async ({ browser }) => {
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', { ...product, at: '/import?kind=products' })
  await check(
    page,
    await file('products.csv', ['SKU;Nome;Prezzo;Ambiente', 'E2E-EAN;Vecchio;1.234,50;Cloud', "'=E2E;Nuovo;2,5;"]),
  )
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(page.getByText('2 rows imported')).toBeVisible()

  await page.getByRole('link', { name: 'Stock', exact: true }).last().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import stock' })).toBeVisible()
  await expectAccessible(page)
  const stock = ['Codice;SKU;Quantità;Colore', 'PONTENUOVO;E2E-EAN;7;rosso', 'PONTENUOVO;E2E-NONE;7;blu']
  await check(page, await file('stock.csv', stock))
  await expect(page.getByText('Not imported: Colore')).toBeVisible()
  await expect(page.getByText('There is no such product')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'SKU in row 3' }).fill('=E2E')
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(page.getByText('2 rows imported')).toBeVisible()

  await page.getByRole('link', { name: 'Orders', exact: true }).click()
  const head = 'Riferimento;Riga;Acquirente;Venditore;Stato;Data di creazione;SKU;Quantità;Prezzo;Valuta'
  const unclear = [head, 'E2E-1;1;PONTENUOVO;HALCYON;Approvato;04/05/2024;E2E-EAN;2;1,50;EUR']
  await page.locator('input[type=file]').setInputFiles(await file('unclear.csv', unclear))
  await expect(page.getByRole('button', { name: 'Check the file' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await check(
    page,
    await file('orders.csv', [head, 'E2E-1;1;PONTENUOVO;HALCYON;Approvato;31/05/2024;E2E-EAN;2;1,50;EUR']),
  )
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(page.getByText('1 row imported')).toBeVisible()
  await page.getByRole('link', { name: 'License keys', exact: true }).first().click()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  expect(complaints).toEqual([])
})

/** A report as Salesforce exports it, with its footer; one stage is the company's own. */
const opportunities = (month: number) => [
  '"Opportunity Owner","Account Name","Opportunity ID","Opportunity Name","Stage","Amount","Probability (%)","Close Date","Created Date"',
  ...['Closed Won', 'Proposal/Price Quote', 'Verbal agreement', 'Prospecting'].map(
    (stage, n) =>
      `"Vera","Journey ${n}, Inc.","006-${month}-${n}","Renewal","${stage}","1000.50","${n * 20}","12/31/2026","${month}/${28 - n}/2026"`,
  ),
  '',
  '"Opportunity Report"',
  '"Copyright (c) 2000-2026 salesforce.com, inc. All rights reserved."',
  '"Confidential Information - Do Not Distribute"',
]

test('a report of Salesforce becomes deals, and the next one with a recipe of one’s own', { tag: '@long' }, async ({
  browser,
}) => {
  const { page, complaints } = await visit(browser, 'vera@halcyon.example', { ...product, at: '/import?kind=deals' })
  const choose = async (month: number) =>
    page.locator('input[type=file]').setInputFiles(await file(`report-${month}.csv`, opportunities(month)))
  const taken = page.getByLabel('Read with the recipe')
  const checkButton = page.getByRole('button', { name: 'Check the file' })

  await test.step('what is not known is asked: the account, and one stage for all rows', async () => {
    await choose(1)
    await expect(page.getByText('Leave out 3 rows of totals or notes')).toBeVisible()
    await expect(checkButton).toHaveAttribute('aria-disabled', 'true')
    await taken.selectOption({ label: 'Salesforce opportunities (comes with the portal)' })
    await expect(page.getByLabel('Status: “Verbal agreement”')).toHaveValue('?')
    await expectAccessible(page)
    await page.getByLabel('Status: “Verbal agreement”').selectOption('Negotiation')
    await page.getByLabel(/^Code of the vendor/).selectOption({ label: '— the same for all rows —' })
    await page.getByRole('textbox', { name: 'Code of the vendor in all rows' }).fill('PONTENUOVO')
    await checkButton.click()
    await expect(page.getByText('4 would be new')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('it is kept as a recipe, and imported', async () => {
    await page.getByLabel('Name of the recipe').fill('Our Salesforce')
    await page.getByRole('button', { name: 'Keep as a recipe' }).click()
    await expect(page.getByText('The recipe Our Salesforce is kept')).toBeVisible()
    await page.getByRole('button', { name: 'Import 4 rows' }).click()
    await expect(page.getByText('4 rows imported')).toBeVisible()
  })

  await test.step('the report of the next month asks nothing', async () => {
    await page.getByRole('button', { name: 'Import another file' }).click()
    await choose(2)
    await taken.selectOption({ label: 'Our Salesforce' })
    await expect(page.getByRole('textbox', { name: 'Code of the vendor in all rows' })).toHaveValue('PONTENUOVO')
    await checkButton.click()
    await page.getByRole('button', { name: 'Import 4 rows' }).click()
    await expect(page.getByText('4 rows imported')).toBeVisible()
    await page.goto('/deals')
    await page.getByPlaceholder('Prospect, VAT ID, code or vendor').fill('Journey')
    await expect(page.getByText('Journey 2, Inc.').first()).toBeVisible()
  })
  expect(complaints).toEqual([])
})

/** More rows than the browser holds; the last order names a buyer that does not exist, and one a status in other words. */
const manyLines = () => [
  'Riferimento;Riga;Acquirente;Venditore;Stato;Data di creazione;SKU;Quantità;Prezzo;Valuta',
  ...Array.from({ length: 50_010 }, (_, n) => {
    const order = Math.floor(n / 50)
    const [buyer, status] = [order === 1_000 ? 'NESSUNO' : 'PONTENUOVO', order === 980 ? 'Chiusa a mano' : 'Approvato']
    const day = order === 990 ? '13/02/2024' : '01/02/2024'
    return `E2E-M${order};${(n % 50) + 1};${buyer};HALCYON;${status};${day};TRAIN-2D;1;1,50;EUR`
  }),
]

test('a file that is too large to be held is sent as it is, goes on after its line broke, and is checked whole', {
  tag: '@long',
}, async ({ browser }) => {
  const { page } = await visit(browser, 'vera@halcyon.example', { ...product, at: '/import?kind=orders' })
  await page.locator('input[type=file]').setInputFiles(await file('orders.csv', manyLines()))
  await expect(page.getByText('50,010 rows. Which column is which?')).toBeVisible()
  await page.getByLabel('Status: “Chiusa a mano”').selectOption('approved')

  await page.route('**/imports/uploads/*/pieces/*', (route) => route.abort())
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByText('The file did not arrive whole.')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/imports/uploads/*/pieces/*')
  await page.getByRole('button', { name: 'Check the file' }).click()
  await idle(page)
  await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible()
  await expect(page.getByText('Code of the buyer in 10 rows')).toBeVisible()
  await expect(page.getByText('The same cause in rows 50002, 50003')).toBeVisible()
  await expect(page.getByText('No account of yours has this code').first()).toBeVisible()
  await expect(page.getByText('10 rows with errors')).toBeVisible()
  await expectAccessible(page)
})
