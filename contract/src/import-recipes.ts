import type { ImportKind } from './import-kinds.ts'
import type { Recipe } from './import-recipe.ts'

/*
 * Recipes for files of usual sources. They say nothing that only a reader can know, such as the account that owns the deals:
 * that is asked.
 */

type Words = Record<string, string>

/** @param left further columns of such files, which are not imported */
function recipe(
  name: string,
  kind: ImportKind,
  columns: Record<string, string>,
  left: readonly string[],
  words: Record<string, Words> = {},
): Recipe {
  const sources = Object.entries(columns).map(([ours, heading]) => {
    const translated = words[ours]
    return [ours, { from: [heading], ...(translated !== undefined && { words: translated }) }] as const
  })
  const counted = ['orders', 'deals'].includes(kind) ? ([['line', { count: true }]] as const) : []
  return {
    name,
    kind,
    headings: [...Object.values(columns), ...left],
    columns: Object.fromEntries([...sources, ...counted]),
  }
}

const salesforceStages = {
  prospecting: 'New',
  qualification: 'New',
  'needs analysis': 'New',
  'value proposition': 'Demo',
  'id. decision makers': 'Negotiation',
  'perception analysis': 'Negotiation',
  'proposal/price quote': 'Negotiation',
  'negotiation/review': 'Negotiation',
  'closed won': 'Won',
  'closed lost': 'Lost',
}
const hubspotStages = {
  'appointment scheduled': 'New',
  'qualified to buy': 'New',
  'presentation scheduled': 'Demo',
  'decision maker bought-in': 'Negotiation',
  'contract sent': 'Negotiation',
  'closed won': 'Won',
  'closed lost': 'Lost',
}

const centralItems = (
  language: string,
  [sku, name, price]: readonly [string, string, string],
  left: string[],
): Recipe => recipe(`Business Central items (${language})`, 'products', { sku, name, price }, left)

export const shippedRecipes: readonly Recipe[] = [
  recipe(
    'Salesforce opportunities',
    'deals',
    {
      ...{ code: 'Opportunity ID', company: 'Account Name', status: 'Stage', chanceOfClosure: 'Probability (%)' },
      ...{ estimatedCloseDate: 'Close Date', creationDate: 'Created Date' },
    },
    [
      ...[
        'Opportunity Owner',
        'Opportunity Name',
        'Fiscal Period',
        'Amount',
        'Amount Currency',
        'Expected Revenue',
        'Age',
      ],
      ...['Next Step', 'Lead Source', 'Type', 'Owner Role', 'Expected Revenue Currency'],
    ],
    { status: salesforceStages },
  ),
  recipe(
    'Salesforce accounts',
    'accounts',
    {
      ...{ accountCode: 'Account ID', accountName: 'Account Name', street: 'Billing Street', city: 'Billing City' },
      ...{ postalCode: 'Billing Zip/Postal Code', countryCode: 'Billing Country', creationDate: 'Created Date' },
    },
    [
      'Type',
      'Last Activity',
      'Last Modified Date',
      'Account Owner',
      'Billing State/Province',
      'Rating',
      'Phone',
      'Website',
    ],
  ),
  recipe(
    'Salesforce products',
    'products',
    { sku: 'Product Code', name: 'Product Name', description: 'Product Description', price: 'List Price' },
    ['Active', 'Product Family', 'Price Book Name'],
  ),
  recipe(
    'HubSpot deals',
    'deals',
    {
      ...{ code: 'Record ID', company: 'Associated Company', status: 'Deal Stage' },
      ...{ estimatedCloseDate: 'Close Date', creationDate: 'Create Date' },
    },
    [
      'Deal Name',
      'Deal owner',
      'Amount',
      'Pipeline',
      'Associated Company IDs',
      'Associated Contact',
      'Associated Contact IDs',
    ],
    { status: hubspotStages },
  ),
  recipe(
    'HubSpot companies',
    'accounts',
    {
      ...{ accountCode: 'Record ID', accountName: 'Company name', street: 'Street Address', city: 'City' },
      ...{ postalCode: 'Postal Code', countryCode: 'Country/Region', creationDate: 'Create Date' },
    },
    ['Company owner', 'Phone Number', 'Industry', 'Last Activity Date', 'Company Domain Name', 'Lead Status'],
  ),
  recipe('HubSpot contacts', 'users', { email: 'Email', firstName: 'First Name', lastName: 'Last Name' }, [
    'Record ID',
    'Lead Status',
    'Phone Number',
    'Contact owner',
    'Create Date',
    'Associated Company',
    'Last Activity Date',
  ]),
  recipe(
    'Google Workspace users',
    'users',
    { email: 'Email Address [Required]', firstName: 'First Name [Required]', lastName: 'Last Name [Required]' },
    ['Password [Required]', 'Org Unit Path [Required]', 'Last Sign In [READ ONLY]', 'Status [READ ONLY]'],
  ),
  recipe(
    'QuickBooks products and services',
    'products',
    { sku: 'SKU', name: 'Product/Service Name', description: 'Sales Description', price: 'Sales Price / Rate' },
    [
      'Type',
      'Taxable',
      'Income Account',
      'Purchase Description',
      'Purchase Cost',
      'Expense Account',
      'Quantity On Hand',
    ],
  ),
  centralItems('English', ['No.', 'Name', 'Unit Price'], ['Base Unit of Measure', 'Unit Cost', 'Blocked', 'Inventory']),
  centralItems(
    'German',
    ['Nr.', 'Beschreibung', 'VK-Preis'],
    [
      'Basiseinheitencode',
      'EK-Preis (fix)',
      'Gesperrt',
      'Lagerbestand',
      'EAN',
      'Artikelkategoriencode',
      'Zuletzt geändert am',
    ],
  ),
  centralItems('Italian', ['Nr.', 'Nome', 'Prezzo unitario'], ['Unità di misura', 'Costo unitario', 'Bloccato']),
  centralItems('French', ['N°', 'Désignation', 'Prix unitaire'], ['Unité de base', 'Coût unitaire', 'Bloqué']),
  centralItems('Spanish', ['N.º', 'Nombre', 'Precio venta'], ['Unidad de medida', 'Coste unitario', 'Bloqueado']),
  recipe('Danea items', 'products', { sku: 'Cod.', name: 'Descrizione', price: 'Listino 1 (€)', description: 'Note' }, [
    ...['Categoria', 'Sottocategoria', 'Cod. Udm', 'Cod. Iva', 'Cod. a barre', 'Produttore', 'Giacenza'],
  ]),
  recipe('Shopify products', 'products', { sku: 'Variant SKU', name: 'Title', price: 'Variant Price' }, [
    'Handle',
    'Body (HTML)',
    'Vendor',
    'Type',
    'Tags',
    'Published',
    'Variant Barcode',
    'Status',
  ]),
]
